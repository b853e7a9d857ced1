import Foundation
import Synchronization
import TestSupport

/// Clients that each keep one TLS connection and send requests on it, one after the other.
///
/// Each is an `openssl s_client` of its own, so that the handshake and the records are real.
final class KeepAliveLoad: Sendable {
    /// What the clients have seen so far.
    struct Report: Sendable {
        /// The answers that were complete.
        var answers = 0
        /// The different answers, without their `Date`.
        var kinds: Set<String> = []
        /// What went wrong, one line for each client that ended early.
        var failures: [String] = []
        /// The clients with at least one answer.
        var served = 0
        /// The clients that have ended.
        var ended = 0
    }

    private struct State: Sendable {
        var report = Report()
        var isStopping = false
        var isEndExpected = false
    }

    /// How many requests a client sends at most; the server's own limit is 1,000.
    private static let requestLimit = 900
    private let state = Mutex(State())
    private let changed = NSCondition()
    private let clients: Int

    /// Starts the clients.
    ///
    /// - Parameters:
    ///   - clients: How many.
    ///   - client: Where they connect.
    ///   - host: The host that they ask for.
    init(_ clients: Int, _ client: OpenSSLClient, host: String) {
        self.clients = clients
        for _ in 0..<clients {
            Thread.detachNewThread { [self] in
                do {
                    try run(client, host: host)
                } catch {
                    update { $0.report.failures.append("\(error)") }
                }
                update { $0.report.ended += 1 }
            }
        }
    }

    /// What happened so far.
    var report: Report { state.withLock { $0.report } }

    /// Waits until every client has an answer, or has ended without one.
    func waitUntilServed() { wait { $0.served + $0.failures.count >= clients } }

    /// Lets each client finish its request, and returns what happened.
    func finish() -> Report {
        update { $0.isStopping = true }
        return waitUntilEnded()
    }

    /// Waits until every client has ended, and returns what happened.
    func waitUntilEnded() -> Report {
        wait { $0.ended >= clients }
        return report
    }

    private func wait(until isEnough: (Report) -> Bool) {
        let deadline = Date(timeIntervalSinceNow: 120)
        changed.lock()
        defer { changed.unlock() }
        while !isEnough(report), changed.wait(until: deadline) {}
    }

    private func update(_ change: (inout State) -> Void) {
        changed.lock()
        state.withLock { change(&$0) }
        changed.broadcast()
        changed.unlock()
    }

    private func run(_ client: OpenSSLClient, host: String) throws {
        let streams = try TemporaryDirectory()
        let requests = try NamedPipe(streams.file("requests"), .writing)
        let answers = try NamedPipe(streams.file("answers"), .reading)
        let child = try ProcessRegistry.start(
            ["openssl"] + client.command(host) + ["-quiet", "-verify_quiet"],
            streams: (input: requests.path, output: answers.path, errors: "/dev/null"))
        defer { child.send(SIGKILL) }
        for number in 1...Self.requestLimit {
            if state.withLock({ $0.isStopping }) { return }
            try requests.write(
                "GET \(RequestTable.wellKnown) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            guard let kind = try answer(from: answers) else { return }
            update {
                $0.report.answers += 1
                $0.report.kinds.insert(kind)
                if number == 1 { $0.report.served += 1 }
            }
            if kind.contains("connection: close") { return }
        }
    }

    /// Reads one answer; `nil` at an end before its first byte, where that is expected.
    private func answer(from pipe: NamedPipe) throws -> String? {
        var bytes: [UInt8] = []
        while true {
            let chunk = pipe.read()
            if chunk.isEmpty, bytes.isEmpty {
                if state.withLock({ $0.isEndExpected }) { return nil }
                throw ServerFailure(description: "the connection ended without an answer")
            }
            if chunk.isEmpty { throw ServerFailure(description: "the answer was cut short") }
            bytes += chunk
            guard let reply = HTTPReply(String(decoding: bytes, as: UTF8.self)),
                let length = reply["content-length"].flatMap({ Int($0) }),
                reply.body.utf8.count >= length
            else { continue }
            let fields = reply.fields.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }
            return ([reply.statusLine] + fields + [reply.body]).joined(separator: "\n")
        }
    }

    /// Tells the clients that the server is going to end: from now on, a connection may end
    /// between two answers.
    func expectEnd() { update { $0.isEndExpected = true } }
}
