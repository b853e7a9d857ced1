import Foundation
import HTTP
import TLS
import TestSupport
import Testing

@testable import HTTPServer

/// A client whose handshake fails, and the reason that is counted.
struct HandshakeFailureCase: CustomTestStringConvertible, Sendable {
    enum Client: Sendable {
        /// Arguments of `openssl s_client`.
        case openssl([String])
        /// Bytes, after which the client ends its stream.
        case bytes([UInt8])
    }

    let client: Client
    let reason: HandshakeFailure

    var testDescription: String {
        switch client {
        case .openssl(let arguments):
            "\(reason.rawValue): s_client \(arguments.joined(separator: " "))"
        case .bytes(let bytes): "\(reason.rawValue): \(bytes.count) bytes"
        }
    }

    static let all = [
        HandshakeFailureCase(
            client: .openssl(["-servername", "b.test"]), reason: .unknownServerName),
        HandshakeFailureCase(
            client: .openssl(["-servername", "a.test", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]),
            reason: .noSharedVersion),
        HandshakeFailureCase(
            client: .openssl(["-servername", "a.test", "-tls1_2", "-cipher", "AES128-SHA"]),
            reason: .noSharedCipher),
        HandshakeFailureCase(
            client: .openssl(["-servername", "a.test", "-tls1_3", "-groups", "ffdhe2048"]),
            reason: .noSharedGroup),
        HandshakeFailureCase(
            client: .openssl([
                "-servername", "a.test", "-tls1_3", "-sigalgs", "rsa_pss_rsae_sha256",
            ]), reason: .noSharedSignature),
        HandshakeFailureCase(
            client: .openssl(["-servername", "a.test", "-alpn", "h2"]),
            reason: .noSharedApplicationProtocol),
        HandshakeFailureCase(
            client: .openssl(["-servername", "a.test", "-tls1_2", "-verify_return_error"]),
            reason: .certificateRejected),
        HandshakeFailureCase(
            client: .openssl(["-servername", "a.test", "-tls1_3", "-verify_return_error"]),
            reason: .certificateRejected),
        HandshakeFailureCase(client: .bytes([0x16, 0x03, 0x01, 0x02, 0x00]), reason: .clientGone),
        HandshakeFailureCase(
            client: .bytes([0x16] + [UInt8](repeating: 0xFF, count: 400)), reason: .malformed),
        HandshakeFailureCase(
            client: .bytes(Array("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n".utf8)),
            reason: .plainHTTP),
    ]
}

struct `Handshakes that fail` {
    private let certificates: TestCertificates
    private let server: ServerUnderTest

    init() throws {
        certificates = try TestCertificates()
        let leaf = try certificates.leaf("a", names: ["a.test"])
        let identity = try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil)
        server = try ServerUnderTest(kind: .tls, identities: TLSIdentities([identity]), loops: 2)
    }

    private var failures: [HandshakeFailure: Int] {
        server.server.counters.failedHandshakes.filter { $0.value > 0 }
    }

    @Test(arguments: HandshakeFailureCase.all)
    func `are counted by their reason`(_ testCase: HandshakeFailureCase) throws {
        switch testCase.client {
        case .openssl(let arguments):
            _ = try CommandRunner.run(
                "openssl", ["s_client", "-connect", "127.0.0.1:\(server.port)"] + arguments)
        case .bytes(let bytes):
            let client = try RawConnection(port: server.port)
            try client.send(bytes)
            client.finish()
            _ = try client.receiveToEnd()
        }
        #expect(server.waitForLog { $0.count == 1 })
        #expect(failures == [testCase.reason: 1])
        #expect(server.server.counters.fullHandshakes == 0)
    }

    @Test func `are counted as timeouts when they take too long`() throws {
        var limits = ServerLimits()
        limits.handshakeTimeoutMilliseconds = 100
        let other = try ServerUnderTest(kind: .tls, limits: limits)
        let client = try RawConnection(port: other.port)
        try client.send([0x16, 0x03, 0x01])
        #expect(try client.receiveToEnd() == "")
        #expect(other.waitForLog { $0.count == 1 })
        let counters = other.server.counters
        #expect(counters.failedHandshakes.filter { $0.value > 0 } == [.timeout: 1])
        #expect(counters.handshakeTimeouts == 1)
    }
}

struct `The counters of a server` {
    @Test func `count the turns of the loops and add up the loops`() throws {
        let server = try ServerUnderTest(loops: 3)
        for _ in 0..<20 {
            let client = try RawConnection(port: server.port)
            try client.send("GET /x HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
            #expect(try client.receiveToEnd().hasSuffix("echo GET /x a.test\n"))
        }
        // A turn is counted when it is over, after the answer.
        #expect(
            server.waitForLog { _ in
                server.server.counters.turns.counts.reduce(0, +) >= 20
            })
        let counters = server.server.counters
        #expect(counters.accepted == 20)
        #expect(counters.connectionLimit == ServerLimits().connections)
        #expect(counters.turns.sumNanoseconds > 0)
    }

    @Test func `put each turn into the bucket of its length`() {
        let set = CounterSet()
        for nanoseconds: Int64 in [0, 50_000, 50_001, 1_000_000, 2_000_000_000] {
            set.countTurn(nanoseconds: nanoseconds)
        }
        var sum = ServerCounters()
        set.add(to: &sum)
        set.add(to: &sum)
        #expect(sum.turns.counts == [4, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2])
        #expect(sum.turns.sumNanoseconds == 2 * 2_001_100_001)
    }
}
