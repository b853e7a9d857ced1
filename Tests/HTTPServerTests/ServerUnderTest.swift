import Diagnostics
import Foundation
import HTTP
import Synchronization
import TLS

@testable import HTTPServer

/// Answers every request with its own target.
struct EchoHandler: Handler {
    var text = "echo"

    func handling(of request: Request) -> Handling {
        if request.path == "/deferred" {
            return .deferred {
                Reply(Response(status: 200, fields: [], body: Array("deferred".utf8)))
            }
        }
        if request.path == "/large" {
            return .reply(Reply(Self.large))
        }
        if request.path == "/same" {
            return .reply(Reply(Self.same, isNotModified: request.query == "304"))
        }
        let body = "\(text) \(request.method) \(request.target) \(request.host ?? "-")\n"
        return .reply(
            Reply(
                Response(
                    status: 200, fields: [Field("Content-Type", "text/plain")],
                    body: Array(body.utf8), isReusable: false)))
    }

    static let large = Response(
        status: 200, fields: [], body: [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
    static let same = Response(
        status: 200, fields: [Field("ETag", "\"e\"")], body: Array("same".utf8))
}

/// A server on free loopback ports, drained at the end.
final class ServerUnderTest {
    let server: Server

    /// Starts a server with one plain listener.
    init(
        kind: ListenerKind = .proxied, host: String = "127.0.0.1",
        identities: TLSIdentities = TLSIdentities([]),
        loops: Int = 1,
        handler: any Handler = EchoHandler(), limits: ServerLimits = ServerLimits(),
        proxyProtocol: ProxyProtocol = .off
    ) throws {
        final class Sink: Sendable {
            let exchanges = Mutex<[Exchange]>([])
            let warnings = Mutex<[Diagnostic]>([])
        }
        let sink = Sink()
        self.sink = { (sink.exchanges.withLock { $0 }, sink.warnings.withLock { $0 }) }
        server = Server(limits: limits, loops: loops, tickets: try TicketKeys()) { event in
            switch event {
            case .exchange(let exchange): sink.exchanges.withLock { $0.append(exchange) }
            case .warning(let warning): sink.warnings.withLock { $0.append(warning) }
            }
        }
        try server.bind(
            [
                Listener(
                    name: "\(host):0", address: .internet(host: host, port: 0), kind: kind,
                    proxyProtocol: proxyProtocol)
            ], admin: nil)
        try server.start(handler: handler, admin: nil, identities: identities)
    }

    private let sink: () -> ([Exchange], [Diagnostic])

    deinit { _ = server.drain(timeoutMilliseconds: 2_000) }

    /// The port of the listener.
    var port: Int { Int(server.boundAddresses[0].split(separator: ":")[1]) ?? 0 }

    /// What was logged so far.
    var logged: [Exchange] { sink().0 }

    /// What the operator was told so far.
    var warned: [Diagnostic] { sink().1 }

    /// Waits until a condition on the log holds, up to a deadline.
    func waitForLog(_ condition: ([Exchange]) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(20)
        while !condition(logged) {
            guard Date() < end else { return false }
            sched_yield()
        }
        return true
    }
}
