import Foundation
import TestSupport
import Testing

/// A document for operators, and the commands of ours in it.
struct OperatorDocument: Sendable, CustomTestStringConvertible {
    var name: String
    var testDescription: String { name }

    static let all = [
        "README.md", "proxies/README.md", "certbot/README.md", "deb/README.Debian",
        "deb/aasa-origin.yaml",
    ].map(OperatorDocument.init)

    /// The commands with their words, from blocks, spans of code and comments.
    func commands() throws -> [[Substring]] {
        try DeployFolder.text(name).split(separator: "\n").flatMap { line in
            line.matches(of: /(?:^|[^-\/\w])aasa-origin ([a-z]+(?![-\w])(?: [^`;|&#"]+)?)/).map {
                $0.1.split(separator: " ")
            }
        }
    }
}

struct `The documents for operators` {
    /// Words after the name that are no command: sentences about the server.
    private static let prose: Set<Substring> = ["for", "in", "on", "and"]

    @Test(arguments: OperatorDocument.all)
    func `name only commands and options that there are`(_ document: OperatorDocument) throws {
        let help = try CommandRunner.output(RunningServer.program, ["--help"])
        let known = help.matches(of: /\n  ([a-z]+)  +[A-Z]/).map(\.1)
        var findings: [String] = []
        for words in try document.commands() where !Self.prose.contains(words[0]) {
            guard known.contains(words[0]) else {
                findings.append("\(words[0])")
                continue
            }
            let options = words.filter { $0.hasPrefix("--") }.map { String($0) }
            guard !options.isEmpty else { continue }
            let text = try CommandRunner.output(
                RunningServer.program, ["help", String(words[0])])
            findings += options.filter { !text.contains("\($0) ") }.map { "\(words[0]) \($0)" }
        }
        #expect(findings == [])
    }

    @Test func `name most of the commands`() throws {
        let named = Set(try OperatorDocument.all.flatMap { try $0.commands() }.map { $0[0] })
        let wanted: Set<Substring> = [
            "check", "diff", "doctor", "fetches", "health", "hosts", "lint", "match", "pickup",
            "reload", "render",
        ]
        #expect(wanted.subtracting(named) == [])
    }
}

/// The commands of the runbook for the file of the record, run beside the server.
@Suite(.enabled(if: Requirement.has("sqlite3"), "requires sqlite3"))
struct `A backup of the record` {
    /// The lines of the runbook that call SQLite.
    private static func commands() throws -> [String] {
        try DeployFolder.text("README.md").split(separator: "\n")
            .filter { $0.hasPrefix("sqlite3 ") }.map(String.init)
    }

    @Test func `is made while the server runs, and holds what it has seen`() throws {
        let directory = try TemporaryDirectory()
        let configuration = try Site.configuration() + "state: state.db\n"
        let server = try RunningServer(configuration, in: directory)
        #expect(try Site.curl(server).get(arguments: ["-A", "AASA-Bot/1.0.0"]).status == 200)
        let arguments = ["fetches", "shop.example.com", "--json", "--state-file"]
        // Fetches are written within a second.
        let end = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        var original = ""
        while !original.contains("AASA-Bot"), Date() < end {
            original = try CommandRunner.run(
                RunningServer.program, arguments + [directory.file("state.db")]
            ).outputText
        }
        #expect(original.contains("AASA-Bot"))
        let commands = try Self.commands()
        #expect(commands.count == 2)
        for command in commands {
            let line = command.replacing("/var/lib/aasa-origin", with: directory.path)
                .replacing("/var/backups", with: directory.path)
            let result = try CommandRunner.run("sh", ["-c", line])
            #expect(result.exitCode == 0, "\(command): \(result.errorText)")
        }
        #expect(try server.stop() == 0)
        for copy in ["aasa-origin.db", "aasa-origin-small.db"] {
            let restored = try CommandRunner.output(
                RunningServer.program, arguments + [directory.file(copy)])
            #expect(restored == original, "\(copy)")
            let other = try TemporaryDirectory()
            try FileManager.default.copyItem(
                atPath: directory.file(copy), toPath: other.file("state.db"))
            let again = try RunningServer(configuration, in: other)
            #expect(try again.stop() == 0)
        }
    }
}
