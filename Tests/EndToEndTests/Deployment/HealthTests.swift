import Foundation
import TestSupport
import Testing

struct `The command health` {
    private static let wordsOfDeath = "is the server running with this configuration?"

    /// An address whose ports no other test takes.
    private static let host = "127.77.0.3"

    /// A port of ``host`` that is free, for a server whose configuration must name it.
    private static func freePort() throws -> Int {
        let server = try RunningServer(
            Site.configuration(listen: "listen: [{address: \"\(host):0\"}]\n"))
        defer { _ = try? server.stop() }
        return try server.port(0)
    }

    private static func health(
        _ server: RunningServer, _ arguments: [String] = []
    ) throws -> CommandResult {
        try CommandRunner.run(
            RunningServer.program,
            ["health", "--config", server.directory.file("aasa-origin.yaml")] + arguments)
    }

    @Test func `asks the admin listener`() throws {
        let server = try RunningServer(
            Site.configuration() + "admin: {address: \"unix:admin.sock\"}\n")
        let socket = "unix:\(server.directory.file("admin.sock"))"
        for arguments in [[], ["--ready"]] {
            let result = try Self.health(server, arguments)
            #expect(result.exitCode == 0)
            #expect(result.outputText == "healthy: \(socket) answered 200\n")
            #expect(result.errorText == "")
        }
        #expect(try server.stop() == 0)
        let result = try Self.health(server)
        #expect(result.exitCode == 3)
        #expect(result.errorText.contains("[admin-unreachable]"))
    }

    @Test func `with an address reads no configuration, which may be broken`() throws {
        let server = try RunningServer(
            Site.configuration() + "admin: {address: \"unix:admin.sock\"}\n")
        try server.write("apps: 5\n")
        let socket = "unix:\(server.directory.file("admin.sock"))"
        #expect(try Self.health(server).exitCode == 1)
        #expect(try Self.health(server, ["--admin", socket]).exitCode == 0)
    }

    @Test func `denies that a server is ready while it drains`() throws {
        let server = try RunningServer(
            Site.configuration() + "admin: {address: \"unix:admin.sock\"}\n")
        let client = try RawConnection(port: server.port(0))
        // A handshake that is never finished holds the drain up.
        try client.send("\u{16}\u{3}\u{1}")
        server.send(SIGTERM)
        try server.waitForError("line of the drain") { lines in
            lines.contains { $0.contains("draining") }
        }
        let result = try Self.health(server, ["--ready"])
        // A machine that is very busy may be late for the question.
        let words = [1: " answered 503 [unhealthy]\n", 3: "[admin-unreachable]"]
        #expect(result.errorText.contains(try #require(words[Int(result.exitCode)])))
    }

    @Test func `without an admin listener makes a handshake, whoever signed`() throws {
        let port = try Self.freePort()
        let server = try RunningServer(
            Site.configuration(listen: "listen: [{address: \"\(Self.host):\(port)\"}]\n"))
        let result = try Self.health(server)
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect(result.outputText == "healthy: \(Self.host):\(port) answered 200\n")
        #expect(try server.stop() == 0)
        let late = try Self.health(server)
        #expect(late.exitCode == 3)
        #expect(
            late.errorText.hasPrefix(
                "error: cannot ask the listener '\(Self.host):\(port)': failed to connect to"))
        #expect(late.errorText.hasSuffix("  hint: \(Self.wordsOfDeath)\n"))
    }

    @Test func `asks a plain listener when there is no other`() throws {
        let port = try Self.freePort()
        let server = try RunningServer(
            Site.configuration(
                listen: "listen: [{address: \"\(Self.host):\(port)\", plain: refuse}]\n"))
        let result = try Self.health(server)
        #expect(result.outputText == "healthy: \(Self.host):\(port) answered 403\n")
        #expect(result.exitCode == 0)
    }

    @Test func `says when it has nobody to ask`() throws {
        let server = try RunningServer(Site.configuration())
        let result = try Self.health(server)
        #expect(result.exitCode == 3)
        #expect(
            result.errorText == """
                error: no listener can be asked from this machine [nothing-to-ask]
                  hint: add an 'admin' section, or name its address with --admin

                """)
    }
}
