import Diagnostics
import Foundation
import TLS
import TestSupport

/// A socket that listens on a free port of 127.0.0.1.
struct LoopbackListener {
    let socket: Int32
    let port: UInt16

    init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // A client that never comes must fail the test, not hang it.
        var deadline = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &deadline, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = try withUnsafeMutablePointer(to: &address) { [socket] pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(socket, generic, length) == 0, listen(socket, 8) == 0,
                    getsockname(socket, generic, &length) == 0
                else { throw POSIXError(.EADDRNOTAVAIL) }
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
    }
}

/// A server for a number of clients, one after the other, each of whom gets one answer.
final class LoopbackServer: Sendable {
    /// How a client's session went.
    struct Outcome: Equatable {
        var failure: TLSFailure.Kind?
        var reason = ""
        var serverName: String?
        var version = ""
        var cipher = ""
        var isResumed = false
        var received = ""
    }

    static let answer = "served"

    let port: UInt16
    private let finished = DispatchSemaphore(value: 0)
    private let outcomes = Locked<[Outcome]>([])

    /// Listens, and serves each client with a context of its own.
    init(
        _ identities: TLSIdentities, settings: TLSSettings = TLSSettings(),
        tickets: TicketKeys? = nil, clients: Int = 1
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        let loopback = try LoopbackListener()
        let listener = loopback.socket
        port = loopback.port
        let tickets = try tickets ?? TicketKeys()
        Thread.detachNewThread { [outcomes, finished] in
            for _ in 0..<clients {
                let client = accept(listener, nil, nil)
                let outcome = try? Self.serve(
                    client, TLSContext(settings: settings, tickets: tickets, identities: identities)
                )
                outcomes.withValue { $0.append(outcome ?? Outcome()) }
                close(client)
            }
            close(listener)
            finished.signal()
        }
    }

    /// Returns how the sessions went, once all clients were served.
    func allOutcomes() throws -> [Outcome] {
        guard finished.wait(timeout: .now() + 30) == .success else {
            throw CommandFailure.deadline("loopback server", 30)
        }
        return outcomes.withValue { $0 }
    }

    private static func serve(_ client: Int32, _ context: TLSContext) throws -> Outcome {
        var deadline = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            client, SOL_SOCKET, SO_RCVTIMEO, &deadline, socklen_t(MemoryLayout<timeval>.size))
        let session = try context.session(on: client)
        var outcome = Outcome()
        if case .failed(let failure) = session.handshake() {
            outcome.failure = failure.kind
            outcome.reason = failure.reason
            outcome.serverName = session.serverName
            return outcome
        }
        outcome.serverName = session.serverName
        outcome.version = session.version
        outcome.cipher = session.cipher
        outcome.isResumed = session.isResumed
        var buffer = [UInt8](repeating: 0, count: 1024)
        if case .done(let count) = session.read(into: &buffer, from: 0) {
            outcome.received = String(decoding: buffer[..<count], as: UTF8.self)
        }
        let answer = Array(Self.answer.utf8)
        _ = session.write(answer, from: 0, count: answer.count)
        _ = session.shutdown()
        return outcome
    }
}

/// What `openssl s_client` reports.
struct ClientReport {
    let text: String

    init(_ server: LoopbackServer, _ arguments: [String]) throws {
        let result = try CommandRunner.run(
            "openssl",
            ["s_client", "-connect", "127.0.0.1:\(server.port)", "-showcerts", "-ign_eof"]
                + arguments,
            input: Array("hello\n".utf8))
        text = result.outputText + result.errorText
    }

    var certificateCount: Int {
        text.components(separatedBy: "-----BEGIN CERTIFICATE-----").count - 1
    }
    var isVerified: Bool { text.contains("Verify return code: 0 (ok)") }
    var isAnswered: Bool { text.contains(LoopbackServer.answer) }
    var applicationProtocol: String? { value(after: "ALPN protocol: ") }
    var subject: String? { value(after: "subject=CN = ") ?? value(after: "subject=CN=") }
    var peerSignature: String? { value(after: "Peer signature type: ") }

    /// The number of the alert that ended the handshake (RFC 8446, section 6).
    var alert: Int? {
        text.components(separatedBy: "SSL alert number ").dropFirst().first
            .flatMap { Int($0.prefix { $0.isNumber }) }
    }

    private func value(after label: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(label) }
            .map { String($0.dropFirst(label.count)) }
    }
}
