import Foundation
import TestSupport
import Testing

@Suite(.serialized)
struct `A server at its limits` {
    @Test func `serves a new client while silent ones hold all connections`() throws {
        let server = try RunningServer(
            Site.configuration().replacing("limits:\n", with: "limits:\n  connections: 8\n"))
        let port = try server.port(0)
        let silent = try (0..<16).map { _ in try RawConnection(port: port) }
        #expect(try Site.curl(server).get().status == 200)
        #expect(silent.count == 16)
    }

    @Test(arguments: [40, 48, 64])
    func `serves and reloads when descriptors run out, without a flood of lines`(
        limit: Int
    ) throws {
        let server = try RunningServer(
            Site.configuration(path: "/a/*") + Self.admin, wrapper: Self.descriptors(limit))
        let silent = try Self.crowd(at: server)
        #expect(try Site.curl(server).get().status == 200)
        try server.write(try Site.configuration(path: "/b/*") + Self.admin)
        let reload = try CommandRunner.run(
            RunningServer.program,
            ["reload", "--config", server.directory.file("aasa-origin.yaml")])
        #expect(reload.exitCode == 0, "\(reload.errorText)")
        #expect(try Site.curl(server).get().body.contains("/b/*"))
        #expect(server.errors.lines.count < 20, "\(server.errors.text)")
        #expect(silent.count == 200)
    }

    @Test(arguments: [1, 2, 4])
    func `serves several clients at once beside a crowd that holds all descriptors`(
        loops: Int
    ) throws {
        let server = try RunningServer(
            Site.configuration().replacing("limits:\n", with: "limits:\n  loops: \(loops)\n")
                + Self.admin,
            wrapper: Self.descriptors(64))
        let silent = try Self.crowd(at: server)
        let text = try CommandRunner.output(
            "curl",
            try Site.curl(server).command(host: "shop.example.com") + [
                "--parallel", "--parallel-immediate", "--parallel-max", "3", "--output",
                "/dev/null", "--write-out", "%{http_code}\n", "-H", "Connection: close",
                try Site.curl(server).url(host: "shop.example.com") + "?[1-60]",
            ])
        #expect(text.split(separator: "\n") == Array(repeating: "200", count: 60))
        #expect(silent.count == 200)
    }

    @Test func `is not started with fewer descriptors than its loops need`() throws {
        let server = try RunningServer(
            launching: Site.configuration().replacing(
                "limits:\n", with: "limits:\n  loops: 4\n"),
            in: TemporaryDirectory(), wrapper: Self.descriptors(32))
        #expect(try server.waitForExit() == 3)
        #expect(
            server.errors.text == """
                error: the limit of 32 open files leaves no room for connections \
                [descriptors-too-few]
                  hint: raise it (ulimit -n, LimitNOFILE=), or lower limits.loops

                """)
    }

    private static let admin = "admin: {address: \"unix:admin.sock\"}\n"

    /// Opens 200 connections that say nothing, and waits until the server has looked at all.
    private static func crowd(at server: RunningServer) throws -> [RawConnection] {
        let port = try server.port(0)
        let silent = try (0..<200).map { _ in try RawConnection(port: port) }
        let end = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        var questions = 0
        var seen = 0
        while seen - questions < silent.count, Date() < end {
            questions += 1
            // Nobody is sure of a descriptor while all of them come.
            let reply = try CommandRunner.run(
                "curl",
                [
                    "--silent", "--unix-socket", server.directory.file("admin.sock"),
                    "http://localhost/metrics",
                ])
            seen = reply.outputText.matches(
                of: /\naasa_origin_connections_(?:accepted|refused)_total\S* ([0-9]+)/
            ).reduce(0) { $0 + (Int($1.1) ?? 0) }
        }
        #expect(seen - questions >= silent.count)
        return silent
    }

    /// Runs a program that gets no more than a number of descriptors.
    private static func descriptors(_ limit: Int) -> [String] {
        ["sh", "-c", "ulimit -n \(limit); exec \"$@\"", "sh"]
    }

    @Test func `rests and reloads while requests in progress hold all descriptors`() throws {
        let path = "/" + String(repeating: "p", count: 60_000)
        let server = try RunningServer(
            Site.configuration(path: path, listen: Site.allListeners),
            wrapper: Self.descriptors(64))
        let plain = try server.port(2)
        let request =
            "GET \(RequestTable.wellKnown) HTTP/1.1\r\nHost: shop.example.com\r\n"
            + "X-Forwarded-Proto: https\r\n\r\n"
        // Those that are served read one response of many, which are more than the buffers hold.
        var clients = try (0..<200).map { _ in
            let client = try RawConnection(port: plain, host: "127.0.0.3")
            _ = try? client.send(String(repeating: request, count: 400))
            _ = try? client.receiveResponse()
            return client
        }
        try server.waitForError("warning") { lines in
            lines.contains { line in Self.exhaustion.contains { line.contains("id=\"\($0)\"") } }
        }
        let before = try Self.processorTicks(of: server)
        // Nothing is waited for but the time, in which a server that spins would use all of it.
        _ = server.errors.wait(deadlineSeconds: 3) { _ in false }
        #expect(try Self.processorTicks(of: server) - before < 3 * sysconf(Int32(_SC_CLK_TCK)) / 5)
        let lines = server.errors.lines
        for id in Self.exhaustion {
            #expect(lines.count { $0.contains("id=\"\(id)\"") } <= 2, "\(server.errors.text)")
        }
        try server.write(try Site.configuration(path: "/b/*", listen: Site.allListeners))
        try server.reload(expecting: "reloaded", count: 1)
        clients = []
        #expect(clients.isEmpty)
        #expect(try Site.curl(server).get().body == Site.document(path: "/b/*"))
    }

    /// The findings of a server that gets no descriptor.
    private static let exhaustion = ["descriptors-exhausted", "response-failed"]

    /// The processor time that a server has used, in ticks of the system.
    private static func processorTicks(of server: RunningServer) throws -> Int {
        let text = try Fixtures.text(of: "/proc/\(server.identifier)/stat")
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        return try #require(Int(fields[11])) + #require(Int(fields[12]))
    }

    @Test func `works with descriptors above 1,023`() throws {
        let server = try RunningServer(
            Site.configuration(),
            wrapper: [
                "bash", "-c",
                "for n in $(seq 20 1100); do eval \"exec $n</dev/null\"; done; exec \"$@\"", "bash",
            ])
        #expect(try Site.curl(server).get().status == 200)
    }

    @Test func `frees the descriptors of 500 broken connections`() throws {
        let server = try RunningServer(Site.configuration())
        let curl = try Site.curl(server)
        let port = try server.port(0)
        #expect(try curl.get().status == 200)
        // The connection of the last request may still be there, at either time.
        let limit = try Self.descriptors(of: server) + 5
        for number in 0..<500 {
            let client = try RawConnection(port: port)
            if number % 3 == 0 { try client.send("\u{16}\u{3}\u{1}\u{2}") }
            if number % 2 == 0 { client.resetOnClose() }
        }
        let end = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        while try Self.descriptors(of: server) > limit, Date() < end {
            #expect(try curl.get().status == 200)
        }
        #expect(try Self.descriptors(of: server) <= limit)
    }

    @Test func `cuts off a head that trickles in for too long`() throws {
        let configuration = try Site.configuration(listen: Site.allListeners)
            .replacing("head_timeout: 60s", with: "head_timeout: 300ms")
        let server = try RunningServer(configuration)
        let client = try RawConnection(port: server.port(2), host: "127.0.0.3")
        try client.send("GET / HTTP/1.1\r\nX: ")
        var bytes = 0
        var isOpen = true
        while bytes < 200, isOpen {
            do {
                // The wait for an answer that does not come is the pause between two bytes.
                _ = try client.receiveToEnd(deadlineSeconds: 0.05)
                isOpen = false
            } catch RawConnection.Failure.deadline {
                try client.send("a")
                bytes += 1
            }
        }
        #expect(bytes < 200)
        let line = try server.waitForOutput(lines: 1)[0]
        #expect(try JSONLine.fields(of: line)["outcome"] == "head_timeout")
    }

    private static func descriptors(of server: RunningServer) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.identifier)/fd").count
    }
}
