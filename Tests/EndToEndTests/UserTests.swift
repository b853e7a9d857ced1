import Foundation
import TestSupport
import Testing

/// Whether a test that cannot do its work must fail instead of being skipped.
private let mustRun = ProcessInfo.processInfo.environment["CI"] != nil

/// Servers that root starts; other users cannot give up what they do not have.
@Suite(.serialized, .enabled(if: getuid() == 0 || mustRun, "requires root"))
struct `A server that root starts` {
    /// A user of every machine, by number, and what `/proc` says of it.
    private static let user = 65_534
    private static let rights = [
        "Uid:\t65534\t65534\t65534\t65534", "Gid:\t65534\t65534\t65534\t65534", "Groups:\t65534",
        "CapPrm:\t0000000000000000", "CapEff:\t0000000000000000", "CapAmb:\t0000000000000000",
    ]

    /// A directory that every user may pass through, as that of a service is.
    private static func openDirectory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try set(0o755, directory.path)
        return directory
    }

    private static func set(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// A certificate in the directory, with a key that only root may read.
    private static func certificate(in directory: TemporaryDirectory) throws -> String {
        let leaf = try Site.leaf.get()
        let chain = try directory.write(Fixtures.text(of: leaf.chain), to: "chain.pem")
        let key = try directory.write(Fixtures.text(of: leaf.key), to: "key.pem")
        try set(0o644, chain)
        try set(0o600, key)
        return "{cert: \"\(chain)\", key: \"\(key)\"}"
    }

    private static func configuration(
        _ path: String, in directory: TemporaryDirectory, log: String = "stdout"
    ) throws -> String {
        try Site.configuration(path: path, certificates: [certificate(in: directory)])
            + "user: \(user)\nlog: {access: \"\(log)\"}\n"
    }

    @Test func `becomes the user with all threads and keeps no right of root`() throws {
        let directory = try Self.openDirectory()
        let server = try RunningServer(Self.configuration("/a/*", in: directory), in: directory)
        #expect(try Site.curl(server).get().body == Site.document(path: "/a/*"))
        let tasks = "/proc/\(server.identifier)/task"
        // A thread of the load may end meanwhile, but that of the loop does not.
        let all = try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { task in
            (try? Fixtures.text(of: "\(tasks)/\(task)/status")).map { (task, $0) }
        }
        #expect(all.count > 1)
        for (task, status) in all {
            let lines = status.split(separator: "\n").map(String.init)
            for line in Self.rights {
                #expect(lines.contains { $0.trimmed == line.trimmed }, "\(task): \(line)")
            }
        }
        #expect(try server.stop() == 0)
    }

    @Test func `refuses a load whose key the user cannot read, and serves on`() throws {
        let directory = try Self.openDirectory()
        let server = try RunningServer(Self.configuration("/a/*", in: directory), in: directory)
        let key = directory.file("key.pem")
        try server.waitForError("warning of the start") { lines in
            lines.contains {
                $0.contains("aasa-origin.yaml:3:25: user '65534' cannot read '")
                    && $0.contains("id=\"unreadable-for-user\"")
            }
        }
        try server.write(try Self.configuration("/b/*", in: directory))
        try server.reload(expecting: "refused", count: 1)
        try server.waitForError("reason") { lines in
            lines.contains {
                $0.contains("level=error") && $0.contains(": permission denied")
                    && $0.contains("id=\"key-unreadable\"")
            }
        }
        #expect(try Site.curl(server).get().body == Site.document(path: "/a/*"))
        try Self.set(0o644, key)
        try server.reload(expecting: "reloaded", count: 1)
        #expect(try Site.curl(server).get().body == Site.document(path: "/b/*"))
    }

    @Test func `gives a new log to the user, who opens it again after it was moved`() throws {
        let directory = try Self.openDirectory()
        try Self.set(0o777, directory.path)
        let log = directory.file("access.log")
        let server = try RunningServer(
            Self.configuration("/a/*", in: directory, log: log), in: directory)
        #expect(!server.errors.text.contains("log-not-writable-for-user"))
        try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
        server.send(SIGUSR1)
        let end = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        while !FileManager.default.fileExists(atPath: log), Date() < end { sched_yield() }
        for file in [log, log + ".1"] {
            let facts = try FileManager.default.attributesOfItem(atPath: file)
            #expect(facts[.ownerAccountID] as? Int == Self.user)
            #expect(facts[.posixPermissions] as? Int == 0o640)
        }
    }

    @Test func `gives its Unix socket to the user, who removes it in the end`() throws {
        let directory = try Self.openDirectory()
        try Self.set(0o777, directory.path)
        let server = try RunningServer(
            Self.configuration("/a/*", in: directory) + "admin: {address: \"unix:admin.sock\"}\n",
            in: directory)
        let socket = directory.file("admin.sock")
        let facts = try FileManager.default.attributesOfItem(atPath: socket)
        #expect(facts[.ownerAccountID] as? Int == Self.user)
        #expect(facts[.groupOwnerAccountID] as? Int == Self.user)
        #expect(facts[.posixPermissions] as? Int == 0o660)
        let user = "--reuid=\(Self.user)"
        let status = try CommandRunner.output(
            "setpriv",
            [
                user, "--regid=\(Self.user)", "--clear-groups", "curl", "--silent", "--fail",
                "--show-error", "--unix-socket", socket, "http://localhost/readyz",
            ])
        #expect(!status.isEmpty)
        #expect(try server.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func `warns of a Unix socket that it cannot give away, and serves`() throws {
        let directory = try Self.openDirectory()
        let server = try RunningServer(
            Self.configuration("/a/*", in: directory) + "admin: {address: \"unix:admin.sock\"}\n",
            in: directory,
            wrapper: ["setpriv", "--bounding-set", "-chown", "--inh-caps", "-chown"])
        #expect(
            server.errors.lines.contains {
                $0.contains("level=warn") && $0.contains("id=\"socket-not-given\"")
                    && $0.contains("to user '65534': operation not permitted")
            })
        #expect(try Site.curl(server).get().status == 200)
    }

    @Test func `is not needed for a privileged port by who has the capability`() throws {
        let directory = try Self.openDirectory()
        // The tests may lie where nobody else may go.
        let program = directory.file("program")
        try FileManager.default.copyItem(atPath: RunningServer.program, toPath: program)
        try Self.set(0o755, program)
        let leaf = try Site.leaf.get()
        let file = try directory.write(Fixtures.text(of: leaf.combined), to: "pair.pem")
        try Self.set(0o644, file)
        let text = try Site.configuration(
            listen: "listen: [\"127.0.0.1:443\"]\n", certificates: ["pair.pem"])
        try Self.set(0o644, directory.write(text, to: "aasa-origin.yaml"))
        let user = [
            "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", "--inh-caps",
            "-all,+net_bind_service", "--ambient-caps", "+net_bind_service",
        ]
        // A network of its own, so that the port is free.
        let server = try RunningServer(
            launchingFile: directory.file("aasa-origin.yaml"), in: directory,
            wrapper: ["unshare", "--net", "setpriv"] + user
                + ["sh", "-c", "shift; exec '\(program)' \"$@\"", "sh"])
        try server.waitForError("line that says it is ready", until: ReadyLine.isReady)
        #expect(server.errors.text.contains("listening on https://127.0.0.1:443 (tls)"))
        let status = try Fixtures.text(of: "/proc/\(server.identifier)/status")
        #expect(status.contains("Uid:\t65534\t65534\t65534\t65534\n"))
        #expect(status.contains("CapEff:\t0000000000000400\n"))
        #expect(try server.stop() == 0)
    }

    @Test func `warns of a log that the user could not open again`() throws {
        let directory = try Self.openDirectory()
        let log = try directory.write("old\n", to: "access.log")
        let server = try RunningServer(
            Self.configuration("/a/*", in: directory, log: log), in: directory)
        try server.waitForError("warning") { lines in
            lines.contains {
                $0.contains("user '65534' cannot open log '")
                    && $0.contains("id=\"log-not-writable-for-user\"")
            }
        }
        let facts = try FileManager.default.attributesOfItem(atPath: log)
        #expect(facts[.ownerAccountID] as? Int == 0)
    }

    @Test func `with an unknown user says so, exits with 3 and binds nothing`() throws {
        let text = try Self.failure("user: no-such-user\n")
        #expect(text.contains("error: this machine has no user 'no-such-user' [unknown-user]"))
    }

    @Test func `without the right to change users says so and exits with 3`() throws {
        let text = try Self.failure(
            "user: \(Self.user)\n",
            wrapper: ["setpriv", "--bounding-set", "-setuid,-setgid", "--inh-caps", "-setuid"])
        #expect(
            text.contains(
                "error: cannot become user '65534': operation not permitted [user-not-changed]"))
    }

    @Test(arguments: ["0.0.0.0:0", "[::]:0"])
    func `refuses to serve other machines as root`(address: String) throws {
        let text = try Self.failure(listen: "listen: [{address: \"\(address)\"}]\n")
        #expect(
            text.contains(
                "error: root does not serve '\(address)' without being told to "
                    + "[root-without-user]"))
    }

    @Test func `serves other machines as root when told so`() throws {
        // In a network of its own, nobody can reach it.
        let server = try RunningServer(
            Site.configuration(listen: "listen: [{address: \"0.0.0.0:0\"}]\n") + "user: root\n",
            wrapper: ["unshare", "--net"])
        let status = try Fixtures.text(of: "/proc/\(server.identifier)/status")
        #expect(status.contains("Uid:\t0\t0\t0\t0\n"))
        #expect(try server.stop() == 0)
    }

    /// Returns what a server that cannot start says.
    private static func failure(
        _ more: String = "", listen: String = Site.tlsListener, wrapper: [String] = []
    ) throws -> String {
        let directory = try TemporaryDirectory()
        let server = try RunningServer(
            launching: Site.configuration(listen: listen) + more, in: directory, wrapper: wrapper)
        #expect(try server.waitForExit() == 3)
        try server.waitForError("finding") { !$0.isEmpty }
        let text = server.errors.text
        #expect(!text.contains("listening on"))
        return text
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
