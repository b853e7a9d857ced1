import Foundation
import TestSupport
import Testing

/// The files for systemd, read by the programs that they are for.
@Suite(.enabled(if: Requirement.has("systemd-analyze"), "requires systemd-analyze"))
struct `The units for systemd` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The unit for the systemd of this machine, with the program that was built.
    private func unit() throws -> String {
        var text = try DeployFolder.text("systemd/aasa-origin.service")
        let version = try CommandRunner.output("systemd-analyze", ["--version"])
        let number = try #require(version.firstMatch(of: /systemd ([0-9]+)/)?.1)
        if try #require(Int(number)) < 253 { text = try Self.older(text) }
        return text.replacing("/usr/bin/aasa-origin", with: RunningServer.program)
    }

    private static func older(_ text: String) throws -> String {
        try CommandRunner.output(
            DeployFolder.path("systemd/aasa-origin-systemd-252.sh"), [], input: Array(text.utf8))
    }

    @Test func `are verified by systemd without a word`() throws {
        let service = try directory.write(try unit(), to: "aasa-origin.service")
        let socket = try directory.write(
            try DeployFolder.text("systemd/aasa-origin.socket"), to: "aasa-origin.socket")
        let result = try CommandRunner.run(
            "systemd-analyze", ["verify", "--man=no", service, socket])
        #expect(result.exitCode == 0)
        #expect(result.outputText + result.errorText == "")
    }

    @Test func `leave an exposure below 2.0`() throws {
        let service = try directory.write(try unit(), to: "aasa-origin.service")
        let result = try CommandRunner.run(
            "systemd-analyze",
            ["security", "--offline=true", "--threshold=19", "--no-pager", service])
        #expect(result.exitCode == 0, "\(result.outputText)\(result.errorText)")
        #expect(result.outputText.contains("Overall exposure level for aasa-origin.service: 1."))
    }

    @Test func `differ for older systems in how they reload, and in nothing else`() throws {
        let text = try DeployFolder.text("systemd/aasa-origin.service")
        let lines = Set(text.split(separator: "\n"))
        let older = Set(try Self.older(text).split(separator: "\n"))
        #expect(
            older.subtracting(lines) == ["Type=notify", "ExecReload=/bin/kill -HUP $MAINPID"])
        #expect(
            lines.subtracting(older).filter { !$0.hasPrefix("#") } == ["Type=notify-reload"])
    }

    @Test func `do not restart after the exit codes that stay the same`() throws {
        let help = try CommandRunner.output(RunningServer.program, ["--help"])
        let permanent = ["the configuration or a document has errors", "wrong command line"]
        let codes = help.matches(of: /\n  ([0-9])  ([^\n]+)/).filter { match in
            permanent.contains { match.2.hasPrefix($0) }
        }
        let words = codes.map(\.1).joined(separator: " ")
        #expect(words == "1 2")
        let setting = "\nRestartPreventExitStatus=\(words)\n"
        #expect(try DeployFolder.text("systemd/aasa-origin.service").contains(setting))
        let readme = try Fixtures.text(of: "\(DeployFolder.checkout)/README.md")
        #expect(readme.contains("`RestartPreventExitStatus=\(words)`"))
    }

    @Test func `give the server longer to end than it takes by default`() throws {
        let text = try DeployFolder.text("systemd/aasa-origin.service")
        let seconds = try #require(text.firstMatch(of: /\nTimeoutStopSec=([0-9]+)\n/)?.1)
        let manual = try Fixtures.text(of: "\(Fixtures.configurations)/aasa-origin.yaml")
        let drain = try #require(manual.firstMatch(of: /drain_timeout: ([0-9]+)s/)?.1)
        #expect(try #require(Int(seconds)) > #require(Int(drain)))
    }

    @Test func `have a user and directories that systemd can make`() throws {
        guard getuid() == 0 || Requirement.mustRun else { return }
        try directory.write("root:x:0:0::/:/bin/sh\n", to: "etc/passwd")
        try directory.write("root:x:0:\nadm:x:4:\n", to: "etc/group")
        for (kind, arguments) in [("sysusers", []), ("tmpfiles", ["--create"])] {
            try directory.write(
                try DeployFolder.text("systemd/\(kind).conf"),
                to: "usr/lib/\(kind).d/aasa-origin.conf")
            let result = try CommandRunner.run(
                "systemd-\(kind)",
                ["--root=\(directory.path)"] + arguments + ["aasa-origin.conf"])
            #expect(result.exitCode == 0, "\(kind): \(result.errorText)")
        }
        let users = try directory.text(of: "etc/passwd")
        let user = try #require(users.firstMatch(of: /\naasa-origin:x:([0-9]+):([0-9]+):/))
        let expected: [(path: String, mode: Int, owner: Int)] = [
            ("etc/aasa-origin", 0o755, 0), ("etc/aasa-origin/tls", 0o750, 0),
            ("var/log/aasa-origin", 0o750, try #require(Int(user.1))),
            ("var/lib/aasa-origin", 0o750, try #require(Int(user.1))),
            ("var/lib/aasa-origin/acme", 0o755, 0),
        ]
        for (path, mode, owner) in expected {
            let facts = try FileManager.default.attributesOfItem(atPath: directory.file(path))
            #expect(facts[.posixPermissions] as? Int == mode, "\(path)")
            #expect(facts[.ownerAccountID] as? Int == owner, "\(path)")
        }
    }

    @Test(.enabled(if: Requirement.has("logrotate"), "requires logrotate"))
    func `come with a rotation of the log that loses no line`() throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: directory.path)
        let log = directory.file("access.log")
        let server = try RunningServer(
            Site.configuration() + "log: {access: \"\(log)\"}\n", in: directory)
        let curl = try Site.curl(server)
        #expect(try curl.get().status == 200)
        // An empty log would not be rotated.
        let end = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        while try directory.text(of: "access.log").isEmpty, Date() < end { sched_yield() }
        let rules = try DeployFolder.text("systemd/logrotate.conf")
            .replacing("/var/log/aasa-origin/", with: directory.path + "/")
            .replacing("create 0640 aasa-origin adm", with: "create 0640")
            .replacing(
                "systemctl kill --kill-whom=main --signal=USR1 aasa-origin.service",
                with: "kill -USR1 \(server.identifier)")
        let file = try directory.write(rules, to: "logrotate.conf")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let result = try CommandRunner.run(
            "logrotate", ["--force", "--state", directory.file("state"), file])
        #expect(result.exitCode == 0, "\(result.errorText)")
        try server.waitForError("line that the log was opened again") { lines in
            lines.contains { $0.contains("opening the access log again") }
        }
        #expect(try curl.get("/other").status == 404)
        #expect(try server.stop() == 0)
        let (old, new) = (
            try directory.text(of: "access.log.1"), try directory.text(of: "access.log")
        )
        #expect(old.split(separator: "\n").count + new.split(separator: "\n").count == 2)
        #expect(old.contains("\"outcome\":\"ok\""))
    }
}
