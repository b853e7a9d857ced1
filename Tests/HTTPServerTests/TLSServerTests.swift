import Foundation
import HTTP
import TLS
import TestSupport
import Testing

@testable import HTTPServer

struct `Server on a TLS listener` {
    private let certificates: TestCertificates
    private let server: ServerUnderTest

    init() throws {
        certificates = try TestCertificates()
        let leaf = try certificates.leaf("a", names: ["a.test", "*.w.test"])
        let identity = try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil)
        server = try ServerUnderTest(kind: .tls, identities: TLSIdentities([identity]), loops: 2)
    }

    private func curl(_ host: String, _ arguments: [String]) throws -> CommandResult {
        try CommandRunner.run(
            "curl",
            [
                "-sS", "--noproxy", "*", "--max-time", "20", "--cacert", certificates.root,
                "--connect-to", "\(host):443:127.0.0.1:\(server.port)",
            ] + arguments)
    }

    @Test(arguments: ["1.2", "1.3"])
    func `serves curl over both versions of TLS`(_ version: String) throws {
        let result = try curl(
            "a.test",
            ["--tlsv\(version)", "--tls-max", version, "https://a.test/x", "https://a.test/large"])
        #expect(result.errorText == "")
        #expect(
            result.outputText
                == "echo GET /x a.test\n" + String(repeating: "x", count: 1_000_000))
        #expect(server.waitForLog { $0.count == 2 })
        let exchange = try #require(server.logged.first)
        #expect(exchange.connection.tlsVersion == "TLSv\(version)")
        #expect(exchange.connection.serverName == "a.test")
        #expect(exchange.outcome == .ok)
        #expect(exchange.bodyBytes == 19)
        #expect(exchange.connection.client == "127.0.0.1")
    }

    @Test func `serves parallel clients on both loops without one failure`() throws {
        let urls = (0..<300).map { "https://a.test/\($0)" }
        let result = try curl(
            "a.test", ["--parallel", "--parallel-max", "50", "--parallel-immediate"] + urls)
        #expect(result.exitCode == 0)
        #expect(Set(result.outputText.split(separator: "\n")).count == 300)
    }

    @Test func `answers plain HTTP with a short 400 that asks for HTTPS`() throws {
        let client = try RawConnection(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
        let response = try client.receiveToEnd()
        #expect(response.hasPrefix("HTTP/1.1 400 Bad Request\r\nDate: "))
        #expect(response.contains("\r\nContent-Type: text/plain\r\n"))
        #expect(response.hasSuffix("\r\n\r\nthis port requires HTTPS\n"))
        #expect(!response.contains("Location"))
        #expect(server.waitForLog { $0.map(\.outcome) == [.plainOnTLS] })
    }

    @Test func `refuses a name without certificate with an alert, and logs it`() throws {
        let result = try curl("b.test", ["https://b.test/"])
        #expect(result.exitCode == 35)
        #expect(server.waitForLog { $0.map(\.outcome) == [.unknownServerName] })
        #expect(server.logged.first?.status == 0)
    }

    @Test func `refuses TLS 1.1 with an alert, and logs it`() throws {
        let result = try CommandRunner.run(
            "openssl",
            [
                "s_client", "-connect", "127.0.0.1:\(server.port)", "-servername", "a.test",
                "-tls1_1", "-cipher", "ALL:@SECLEVEL=0",
            ])
        #expect(result.exitCode != 0)
        #expect(result.errorText.contains("alert protocol version"))
        #expect(server.waitForLog { $0.map(\.outcome) == [.noSharedProtocol] })
    }

    @Test func `closes a client that sends garbage after the first record byte`() throws {
        let client = try RawConnection(port: server.port)
        try client.send([0x16] + [UInt8](repeating: 0xFF, count: 400))
        _ = try client.receiveToEnd()
        #expect(server.waitForLog { $0.map(\.outcome) == [.handshakeFailed] })
    }

    @Test func `sends close_notify before it closes`() throws {
        let result = try CommandRunner.run(
            "openssl",
            [
                "s_client", "-connect", "127.0.0.1:\(server.port)", "-servername", "a.test",
                "-CAfile", certificates.root, "-quiet", "-ign_eof", "-msg",
            ], input: Array("GET /x HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n".utf8))
        #expect(result.outputText.contains("close_notify"))
        #expect(result.outputText.contains("echo GET /x a.test"))
    }

    @Test func `forgets clients that vanish during the handshake`() throws {
        for round in 0..<100 {
            let client = try RawConnection(port: server.port)
            if round % 2 == 0 { client.resetOnClose() }
            try client.send([0x16, 0x03, 0x01, 0x02, 0x00])
        }
        #expect(server.waitForLog { _ in server.server.connectionCount == 0 })
    }

    @Test func `cuts a handshake that does not come to its end`() throws {
        var limits = ServerLimits()
        limits.handshakeTimeoutMilliseconds = 200
        let other = try ServerUnderTest(kind: .tls, limits: limits)
        let silent = try RawConnection(port: other.port)
        let started = try RawConnection(port: other.port)
        try started.send([0x16, 0x03, 0x01])
        #expect(try silent.receiveToEnd() == "")
        #expect(try started.receiveToEnd() == "")
        #expect(
            other.waitForLog { $0.map(\.outcome) == [.handshakeTimeout, .handshakeTimeout] })
    }
}
