import Diagnostics
import Foundation
import TLS
import TestSupport
import Testing

/// A session on one end of a pair of sockets, whose other end the test writes to.
private final class Pair {
    let session: TLSSession
    let context: TLSContext
    let peer: Int32
    private let own: Int32

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw POSIXError(.EMFILE)
        }
        (own, peer) = (ends[0], ends[1])
        _ = fcntl(own, F_SETFL, O_NONBLOCK)
        context = try TLSContext(
            settings: TLSSettings(), tickets: TicketKeys(), identities: TLSIdentities([]))
        session = try context.session(on: own)
    }

    func send(_ text: String) { _ = write(peer, text, text.utf8.count) }

    deinit {
        close(own)
        close(peer)
    }
}

struct `A TLS session on its own` {
    @Test func `waits for a silent client`() throws {
        let pair = try Pair()
        #expect(pair.session.handshake() == .wantsRead)
        pair.send("\u{16}\u{03}\u{01}")
        #expect(pair.session.handshake() == .wantsRead)
        #expect(pair.session.serverName == nil)
        #expect(pair.session.cipher == "")
    }

    struct Opening: CustomTestStringConvertible {
        var text: String
        var kind: TLSFailure.Kind
        var testDescription: String { text.debugDescription }
    }

    @Test(arguments: [
        Opening(text: "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n", kind: .notTLS),
        Opening(
            text: "HEAD /.well-known/apple-app-site-association HTTP/1.0\r\n", kind: .notTLS),
        Opening(text: "POST / HTTP/1.1\r\n", kind: .notTLS),
        Opening(text: "CONNECT a.test:443 HTTP/1.1\r\n", kind: .notTLS),
        Opening(text: "\0\0\0\0\0\0\0\0\0\0\0\0", kind: .notTLS),
        Opening(text: "SSH-2.0-OpenSSH_9.2\r\n", kind: .notTLS),
        Opening(text: String(repeating: "\u{16}", count: 100), kind: .other),
    ])
    func `names what came in place of a handshake`(_ opening: Opening) throws {
        let pair = try Pair()
        pair.send(opening.text)
        guard case .failed(let failure) = pair.session.handshake() else {
            Issue.record("no failure")
            return
        }
        #expect(failure.kind == opening.kind)
        #expect(!failure.reason.isEmpty)
    }

    @Test(arguments: ["", "\u{16}", "\u{16}\u{03}\u{01}\u{02}\u{00}\u{01}"])
    func `tells that the client has gone`(_ before: String) throws {
        let pair = try Pair()
        pair.send(before)
        Glibc.shutdown(pair.peer, Int32(SHUT_RDWR))
        guard case .failed(let failure) = pair.session.handshake() else {
            Issue.record("no failure")
            return
        }
        #expect(failure.kind == .gone)
    }

    @Test func `stays dead after a failure`() throws {
        let pair = try Pair()
        pair.send("GET / HTTP/1.1\r\n\r\n")
        let first = pair.session.handshake()
        #expect(first != .wantsRead)
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(pair.session.handshake() == first)
        #expect(pair.session.read(into: &buffer, from: 0) == first)
        #expect(pair.session.write([1], from: 0, count: 1) == first)
        #expect(pair.session.shutdown() == .done(0))
    }

    @Test func `leaves no error behind for the next session of its thread`() throws {
        let bad = try Pair()
        let good = try Pair()
        bad.send("GET / HTTP/1.1\r\n\r\n")
        #expect(bad.session.handshake() != .wantsRead)
        #expect(good.session.handshake() == .wantsRead)
        Glibc.shutdown(good.peer, Int32(SHUT_RDWR))
        guard case .failed(let failure) = good.session.handshake() else {
            Issue.record("no failure")
            return
        }
        #expect(failure.kind == .gone)
    }
}

struct `A TLS session with a client` {
    let certificates: TestCertificates
    let identity: TLSIdentity
    let context: TLSContext

    init() throws {
        certificates = try TestCertificates()
        let leaf = try certificates.leaf("a", names: ["a.test"])
        identity = try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil)
        context = try TLSContext(
            settings: TLSSettings(), tickets: TicketKeys(), identities: TLSIdentities([identity]))
    }

    @Test(arguments: ["1_2", "1_3"])
    func `reads all that the client sends, to its close_notify`(_ version: String) throws {
        let sent = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let client = try Client(
            ["-servername", "a.test", "-tls\(version)", "-nocommands"], input: sent)
        let session = try context.session(on: client.socket)
        #expect(client.drive { session.handshake() } == .done(0))
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1000)
        while case .done(let count) = client.drive({ session.read(into: &buffer, from: 100) }) {
            received += buffer[100..<100 + count]
        }
        #expect(received == sent)
        #expect(session.read(into: &buffer, from: 0) == .closed)
        #expect(session.shutdown() == .done(0))
    }

    @Test func `ends a client that sends new keys and no data`() throws {
        // The client takes 16 KiB at a time, and a command from their first byte.
        let commands = [UInt8](repeating: UInt8(ascii: "k"), count: 32 << 20)
        let client = try Client(["-servername", "a.test", "-tls1_3"], input: commands)
        let session = try context.session(on: client.socket)
        #expect(client.drive { session.handshake() } == .done(0))
        var buffer = [UInt8](repeating: 0, count: 1000)
        let end = client.drive { session.read(into: &buffer, from: 0) }
        #expect(
            end == .failed(TLSFailure(cause: .malformed, reason: "too many messages without data")))
        #expect(session.read(into: &buffer, from: 0) == end)
    }

    @Test(arguments: ["1_2", "1_3"])
    func `writes on with moved bytes after a client that did not read`(_ version: String) throws {
        let client = try Client(
            ["-servername", "a.test", "-tls\(version)", "-quiet"], input: [10])
        let session = try context.session(on: client.socket)
        #expect(client.drive { session.handshake() } == .done(0))
        client.child.send(SIGSTOP)
        let body = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        var offset = 0
        func step(_ bytes: [UInt8]) -> TLSProgress {
            session.write(bytes, from: offset, count: bytes.count - offset)
        }
        while case .done(let count) = step(body) { offset += count }
        #expect(offset < body.count)
        #expect(step(body) == .wantsWrite)
        client.child.send(SIGCONT)
        while offset < body.count {
            // A copy at another address, as after an append elsewhere.
            var moved = body
            moved.reserveCapacity(body.count * 2)
            guard case .done(let count) = client.drive({ step(moved) }) else { break }
            offset += count
        }
        #expect(client.drive { session.shutdown() } == .done(0))
        #expect(try client.finish() == body)
    }

    @Test func `shows the certificates of the set that came last`() throws {
        let leaf = try certificates.leaf("b", names: ["a.test"])
        let renewed = try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "b.pem", at: nil)
        var serials: [String] = []
        for set in [[identity], [renewed], []] {
            context.replace(TLSIdentities(set))
            let client = try Client(["-servername", "a.test"], input: [10])
            let session = try context.session(on: client.socket)
            let progress = client.drive { session.handshake() }
            #expect((progress == .done(0)) == !set.isEmpty)
            _ = session.shutdown()
            let text = String(decoding: try client.finish(), as: UTF8.self)
            if let start = text.range(of: "-----BEGIN"), let end = text.range(of: "-----END") {
                serials.append(
                    try CommandRunner.output(
                        "openssl", ["x509", "-noout", "-serial"],
                        input: Array(
                            (text[start.lowerBound..<end.upperBound] + " CERTIFICATE-----\n").utf8)
                    ).lowercased())
            }
        }
        #expect(serials == ["serial=\(identity.serial)\n", "serial=\(renewed.serial)\n"])
    }
}

/// `openssl s_client`, connected to a socket of the test.
private final class Client {
    let child: Child
    let socket: Int32
    private let streams: TemporaryDirectory

    init(_ arguments: [String], input: [UInt8]) throws {
        signal(SIGPIPE, SIG_IGN)
        streams = try TemporaryDirectory()
        try streams.write(input, to: "in")
        let listener = try LoopbackListener()
        child = try Child(
            path: CommandRunner.path(of: "openssl"),
            arguments: ["openssl", "s_client", "-connect", "127.0.0.1:\(listener.port)"]
                + arguments,
            environment: [],
            streams: (streams.file("in"), streams.file("out"), streams.file("err")))
        socket = accept(listener.socket, nil, nil)
        close(listener.socket)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    /// Repeats a call until it needs no more from the socket.
    func drive(_ call: () -> TLSProgress) -> TLSProgress {
        while true {
            let progress = call()
            var wanted = pollfd(fd: socket, events: 0, revents: 0)
            switch progress {
            case .wantsRead: wanted.events = Int16(POLLIN)
            case .wantsWrite: wanted.events = Int16(POLLOUT)
            default: return progress
            }
            guard poll(&wanted, 1, 30_000) == 1 else { return progress }
        }
    }

    /// Closes the socket, and returns what the client printed.
    func finish() throws -> [UInt8] {
        Glibc.shutdown(socket, Int32(SHUT_WR))
        guard child.wait(deadlineSeconds: 30) != nil else {
            throw CommandFailure.deadline("s_client", 30)
        }
        return try streams.bytes(of: "out")
    }

    deinit {
        close(socket)
        child.send(SIGKILL)
    }
}
