import Foundation
import TestSupport

/// A server with a record, clients that come as Apple and others do, and commands that ask it.
///
/// The admin listener is a Unix socket, so that a second server can take the first one's place.
///
/// - Threads: Only questions may be asked from several threads at once.
final class RecordedSite: @unchecked Sendable {
    static let apple = "AASA-Bot/1.0.0"

    let directory: TemporaryDirectory
    private(set) var server: RunningServer

    init(path: String = "/a/*", admin: Bool = true) throws {
        directory = try TemporaryDirectory()
        server = try RunningServer(Self.configuration(path: path, admin: admin), in: directory)
    }

    static func configuration(path: String, admin: Bool = true) throws -> String {
        try Site.configuration(path: path)
            + (admin ? "admin: {address: \"unix:admin.sock\"}\n" : "")
            + "state: record.sqlite\n"
    }

    /// Publishes another version.
    func publish(path: String, reloads: Int = 1) throws {
        try server.write(try Self.configuration(path: path))
        try server.reload(expecting: "reloaded", count: reloads)
    }

    /// Fetches the document of a host; returns the status once the fetch is counted.
    @discardableResult
    func fetch(
        _ host: String = "shop.example.com", as agent: String = apple, method: String = "GET"
    ) throws -> Int? {
        // Requests of commands are logged as well, perhaps not before this one.
        let lines = server.output.lines.count { $0.contains(agent) }
        let reply = try Site.curl(server).get(
            host: host, arguments: ["--user-agent", agent, "--request", method])
        // The log line is written after the fetch is counted.
        try server.waitForOutput(lines: lines + 1, holding: agent)
        return reply.status
    }

    /// Ends the server in order and starts it again.
    func restart(path: String) throws {
        try server.stop()
        server = try RunningServer(Self.configuration(path: path), in: directory)
    }

    /// Arguments with the configuration behind them.
    func arguments(_ words: [String]) -> [String] {
        words + ["--config", directory.file("aasa-origin.yaml")]
    }

    /// Runs a command with the configuration of the server.
    func run(_ words: String...) throws -> CommandResult { try run(words) }

    func run(_ words: [String]) throws -> CommandResult {
        try CommandRunner.run(RunningServer.program, arguments(words))
    }

    /// Runs a command that reads the file of the record, and nothing else.
    func runOnFile(_ words: String...) throws -> CommandResult {
        try CommandRunner.run(
            RunningServer.program, words + ["--state-file", directory.file("record.sqlite")])
    }

    /// The first digits of the versions of the host, the latest first.
    func versions() throws -> [String] {
        let text = try run("history", "shop.example.com").outputText
        return text.split(separator: "\n").dropFirst().map { String($0.prefix(12)) }
    }

    /// Returns a text with all times equal, and with names in place of digests.
    ///
    /// The first version of `shop.example.com` is `version-1---`; other digests are dots.
    func plain(_ text: String) throws -> String {
        var text = text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/) { match in
            "2026-01-01T00:00:00\(match.1 == nil ? "" : ".000")Z"
        }
        for (index, digest) in try versions().reversed().enumerated() {
            text = text.replacing(digest, with: "version-\(index + 1)---")
        }
        return text.replacing(/\b[0-9a-f]{12}\b/, with: "............")
    }
}
