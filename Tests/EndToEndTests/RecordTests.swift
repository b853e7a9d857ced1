import Foundation
import TestSupport
import Testing

struct `A server with a record of fetches` {
    private static func configuration(path: String) throws -> String {
        try Site.configuration(path: path)
            + "admin: {address: \"127.0.0.1:0\"}\nstate: record.sqlite\n"
    }

    private static func get(_ route: String, of server: RunningServer) throws -> String {
        try CommandRunner.output(
            "curl",
            [
                "--silent", "--fail", "--noproxy", "*",
                "http://127.0.0.1:\(try server.port(1))\(route)",
            ])
    }

    @Test func `has all versions and what came before the last of them after kill -9`() throws {
        let directory = try TemporaryDirectory()
        let first = try RunningServer(Self.configuration(path: "/a/*"), in: directory)
        let reply = try Site.curl(first).get(arguments: ["--user-agent", "AASA-Bot/1.0.0"])
        #expect(reply.status == 200)
        // The log line is written after the fetch is counted.
        _ = try first.waitForOutput(lines: 1)
        try first.write(try Self.configuration(path: "/b/*"))
        try first.reload(expecting: "reloaded", count: 1)
        first.send(SIGKILL)
        #expect(try first.waitForExit() == -SIGKILL)

        let second = try RunningServer(Self.configuration(path: "/b/*"), in: directory)
        let versions = try Self.get("/hosts/shop.example.com/versions", of: second)
        #expect(versions.split(separator: "\"digest\"").count == 3, "\(versions)")
        let host = try Self.get("/hosts/shop.example.com", of: second)
        #expect(host.contains("\"stale\""), "\(host)")
        #expect(try second.stop() == 0)
    }

    @Test func `does not start with a file of another kind, and says which`() throws {
        let directory = try TemporaryDirectory()
        try directory.write(String(repeating: "text\n", count: 200), to: "record.sqlite")
        let server = try RunningServer(
            launching: Self.configuration(path: "/a/*"), in: directory)
        #expect(try server.waitForExit() == 3)
        #expect(server.errors.text.contains("is no fetch record of this program"))
        #expect(server.errors.text.contains("aasa-origin.yaml:"))
    }
}
