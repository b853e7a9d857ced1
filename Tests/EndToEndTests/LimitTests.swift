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

    @Test func `serves and reloads when descriptors run out, without a flood of lines`() throws {
        let server = try RunningServer(
            Site.configuration(path: "/a/*"),
            wrapper: ["sh", "-c", "ulimit -n 64; exec \"$@\"", "sh"])
        let port = try server.port(0)
        let silent = try (0..<200).map { _ in try RawConnection(port: port) }
        #expect(try Site.curl(server).get().status == 200)
        try server.write(try Site.configuration(path: "/b/*"))
        try server.reload(expecting: "reloaded", count: 1)
        #expect(try Site.curl(server).get().body.contains("/b/*"))
        #expect(server.errors.lines.count < 20, "\(server.errors.text)")
        #expect(silent.count == 200)
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
        // Each request gives the server a turn to notice those that went away.
        for _ in 0..<50 where try Self.descriptors(of: server) > limit {
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
