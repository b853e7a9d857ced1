import Foundation
import TestSupport
import Testing

/// Each key of `limits`, set to something that a client meets at once.
struct `A key of the limits` {
    private static let plainHost = "127.0.0.3"
    private static let fields = "X-Forwarded-Proto: https\r\n"
    private static let request =
        "GET \(RequestTable.wellKnown) HTTP/1.1\r\nHost: shop.example.com\r\n\(fields)\r\n"

    /// Starts a server with a key of `limits`, in place of its value in the configuration.
    private static func server(
        _ key: String, _ value: String, more: String = "", path: String = "/products/*"
    ) throws -> RunningServer {
        let lines = try Site.configuration(path: path, listen: Site.allListeners)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("  \(key):") }
        let text = lines.joined(separator: "\n")
            .replacing("limits:\n", with: "limits:\n  \(key): \(value)\n")
        return try RunningServer(text + "admin: {address: \"unix:admin.sock\"}\n" + more)
    }

    /// Waits until a metric of a server has one of some values.
    private static func wait(
        forMetric metric: String, _ server: RunningServer, in values: ClosedRange<Int> = 1...1
    ) throws {
        func isThere(_ text: String) -> Bool {
            values.contains { text.contains("\n\(metric) \($0)\n") }
        }
        let end = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        var text = ""
        repeat {
            text = try CommandRunner.output(
                "curl",
                [
                    "--silent", "--show-error", "--unix-socket",
                    server.directory.file("admin.sock"), "http://localhost/metrics",
                ])
        } while !isThere(text) && Date() < end
        #expect(isThere(text), "\(text)")
    }

    /// Waits until the metric of a time limit has been counted.
    private static func wait(forTimeout key: String, _ server: RunningServer) throws {
        try wait(forMetric: "aasa_origin_timeouts_total{limit=\"\(key)\"}", server)
    }

    /// Connects to the listener that takes plain HTTP from this machine.
    private static func client(_ server: RunningServer) throws -> RawConnection {
        try RawConnection(port: server.port(2), host: plainHost)
    }

    /// Waits for a line of the access log with an outcome.
    private static func wait(for outcome: String, _ server: RunningServer) {
        let isThere = server.output.wait(deadlineSeconds: RunningServer.deadlineSeconds) { lines in
            lines.contains { $0.contains("\"outcome\":\"\(outcome)\"") }
        }
        #expect(isThere, "no \(outcome): \(server.output.text.suffix(2_000))")
    }

    @Test func `'handshake_timeout' ends a connection that never says hello`() throws {
        let server = try Self.server("handshake_timeout", "100ms")
        let client = try RawConnection(port: server.port(0))
        #expect(try client.receiveToEnd() == "")
        Self.wait(for: "handshake_timeout", server)
        try Self.wait(forTimeout: "handshake_timeout", server)
    }

    @Test func `'head_timeout' ends a connection whose request stops`() throws {
        let server = try Self.server("head_timeout", "100ms")
        let client = try Self.client(server)
        try client.send("GET / HTTP/1.1\r\n")
        _ = try client.receiveToEnd()
        Self.wait(for: "head_timeout", server)
        try Self.wait(forTimeout: "head_timeout", server)
    }

    @Test func `'idle_timeout' ends a connection after its last response`() throws {
        let server = try Self.server("idle_timeout", "100ms")
        let client = try Self.client(server)
        try client.send(Self.request)
        #expect(try client.receiveResponse().hasPrefix("HTTP/1.1 200"))
        #expect(try client.receiveToEnd() == "")
        try Self.wait(forTimeout: "idle_timeout", server)
    }

    @Test func `'send_timeout' ends a connection whose client reads nothing`() throws {
        let server = try Self.server(
            "send_timeout", "100ms", path: "/" + String(repeating: "p", count: 60_000))
        let client = try Self.client(server)
        // More than the buffers of both ends hold.
        try client.send(String(repeating: Self.request, count: 400))
        Self.wait(for: "send_timeout", server)
        try Self.wait(forTimeout: "send_timeout", server)
    }

    @Test func `'drain_timeout' cuts off what does not end by itself`() throws {
        let server = try Self.server(
            "drain_timeout", "100ms", path: "/" + String(repeating: "p", count: 60_000))
        let client = try Self.client(server)
        try client.send(String(repeating: Self.request, count: 400))
        _ = try server.waitForOutput(lines: 1)
        #expect(try server.stop() == 0)
        try server.waitForError("line of the end") { lines in
            lines.contains { $0.contains("the drain limit cut off connections that were left") }
        }
    }

    @Test func `'connections' closes the longest silent one for a new client`() throws {
        // Each loop knows its own clients.
        let server = try Self.server("connections", "2\n  loops: 1")
        let clients = try (1...3).map { _ in try Self.client(server) }
        #expect(try clients[0].receiveToEnd() == "")
        for client in clients[1...] {
            try client.send(Self.request)
            #expect(try client.receiveResponse().hasPrefix("HTTP/1.1 200 "))
        }
        // Who asks for the metrics needs a connection, too.
        try Self.wait(
            forMetric: "aasa_origin_connections_evicted_total", server, in: 1...3)
    }

    @Test func `'head_limit' refuses a larger head and takes one of its size`() throws {
        let server = try Self.server("head_limit", "1KiB")
        for (size, status) in [(1_024, "200"), (1_025, "431")] {
            let client = try Self.client(server)
            let padding = size - Self.request.utf8.count - "X: \r\n".utf8.count
            // The line break at the end is one character.
            try client.send(
                Self.request.dropLast(1) + "X: \(String(repeating: "x", count: padding))\r\n\r\n")
            #expect(try client.receiveResponse().hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test func `'head_fields' refuses more fields and takes as many`() throws {
        let server = try Self.server("head_fields", "8")
        for (count, status) in [(8, "200"), (9, "431")] {
            let client = try Self.client(server)
            // The request has two already.
            try client.send(
                Self.request.dropLast(1) + String(repeating: "X: y\r\n", count: count - 2)
                    + "\r\n")
            #expect(try client.receiveResponse().hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test func `'requests_per_connection' closes after that many`() throws {
        let server = try Self.server("requests_per_connection", "3")
        let client = try Self.client(server)
        for number in 1...3 {
            try client.send(Self.request)
            let response = try client.receiveResponse()
            #expect(response.hasPrefix("HTTP/1.1 200 "))
            #expect(response.lowercased().contains("connection: close") == (number == 3))
        }
        #expect(try client.receiveToEnd() == "")
        try Self.wait(forMetric: "aasa_origin_connections_exhausted_total", server)
    }

    @Test(arguments: [1, 3])
    func `'loops' is the number of event loops`(count: Int) throws {
        let server = try Self.server("loops", "\(count)")
        // A thread gives itself its name once it runs.
        let end = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        while try Self.loops(of: server) < count, Date() < end { sched_yield() }
        #expect(try Self.loops(of: server) == count)
    }

    private static func loops(of server: RunningServer) throws -> Int {
        let tasks = "/proc/\(server.identifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).count {
            // A thread of the load may end meanwhile.
            (try? Fixtures.text(of: "\(tasks)/\($0)/comm"))?.hasPrefix("aasa-loop") == true
        }
    }

    @Test func `'log_queue_lines' bounds what waits for a reader that does not read`() throws {
        let directory = try TemporaryDirectory()
        let pipe = directory.file("access.pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Open for both, so that neither this test nor the server waits for the other.
        let reader = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        let server = try Self.server(
            "log_queue_lines", "100", more: "log: {access: \"\(pipe)\"}\n")
        let client = try Self.client(server)
        for _ in 0..<900 {
            try client.send(Self.request)
            #expect(try client.receiveResponse().hasPrefix("HTTP/1.1 200 "))
        }
        try server.waitForError("warning") { lines in
            lines.contains { $0.contains("id=\"log-too-slow\"") }
        }
    }
}
