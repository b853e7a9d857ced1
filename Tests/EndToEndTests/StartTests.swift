import Foundation
import TestSupport
import Testing

/// A configuration that cannot be started, and what the program must say.
struct StartFailure: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let id: String
    let words: String
    let make: @Sendable (TemporaryDirectory) throws -> String

    init(
        _ description: String, id: String, words: String,
        make: @escaping @Sendable (TemporaryDirectory) throws -> String
    ) {
        testDescription = description
        self.id = id
        self.words = words
        self.make = make
    }

    static let all = [
        StartFailure("a port in use", id: "listen-failed", words: "in use") { _ in
            let port = try Site.server.get().port(0)
            return try Site.configuration(
                listen: "listen: [{address: \"127.0.0.1:\(port)\"}]\n")
        },
        StartFailure("an address of another machine", id: "listen-failed", words: "192.0.2.1") {
            _ in
            try Site.configuration(listen: "listen: [{address: \"192.0.2.1:8443\"}]\n")
                + "user: root\n"
        },
        StartFailure("a missing certificate", id: "certificate-unreadable", words: "no such file") {
            _ in
            try Site.configuration(certificates: ["missing.pem"])
        },
        StartFailure("an encrypted key", id: "key-encrypted", words: "encrypted") { directory in
            let leaf = try Site.leaf.get()
            let key = try Site.certificates.get().encryptedKey(of: leaf, passphrase: "secret")
            return try pair(leaf.chain, key)
        },
        StartFailure("a key of another certificate", id: "key-mismatch", words: "does not belong") {
            _ in
            let other = try Site.certificates.get().leaf("start-other", names: ["x.example.com"])
            return try pair(Site.leaf.get().chain, other.key)
        },
        StartFailure(
            "an OCSP response that is none", id: "ocsp-response-malformed", words: "is none"
        ) { directory in
            let leaf = try Site.leaf.get()
            try directory.write("<html>busy</html>", to: "a.der")
            return try pair(leaf.chain, leaf.key + "\", ocsp_file: \"a.der")
        },
        StartFailure("an expired certificate", id: "certificate-expired", words: "expired") { _ in
            let leaf = try Site.certificates.get().leaf(
                "start-expired",
                names: Site.names, validity: .expired)
            return try Site.configuration(certificates: [leaf.combined])
        },
    ]

    private static func pair(_ certificate: String, _ key: String) throws -> String {
        try Site.configuration().replacing(
            try Regex("certificates: .*"),
            with: "certificates: [{cert: \"\(certificate)\", key: \"\(key)\"}]")
    }
}

struct `The start of a server` {
    @Test(arguments: StartFailure.all)
    func `that cannot succeed says why in one finding and exits with 3`(
        _ failure: StartFailure
    ) throws {
        let directory = try TemporaryDirectory()
        let server = try RunningServer(launching: failure.make(directory), in: directory)
        #expect(try server.waitForExit() == 3)
        try server.waitForError("finding") { !$0.isEmpty }
        let text = server.errors.text
        #expect(text.contains("[\(failure.id)]"), "\(text)")
        #expect(text.contains(failure.words), "\(text)")
        #expect(!text.contains("listening on"))
        #expect(!text.contains("PRIVATE KEY"))
    }

    @Test func `on a privileged port without the right to it says so and exits with 3`() throws {
        let text = try Fixtures.text(of: "/proc/sys/net/ipv4/ip_unprivileged_port_start")
        let first = try #require(Int(text.prefix { $0.isNumber }))
        // Where every port is free to all, there is nothing to refuse.
        guard first > 1 else { return }
        let server = try RunningServer(
            launching: Site.configuration(listen: "listen: [{address: \"127.0.0.1:1\"}]\n"),
            in: TemporaryDirectory(), wrapper: Self.without("net_bind_service"))
        #expect(try server.waitForExit() == 3)
        try server.waitForError("reason") { lines in
            lines.contains {
                $0.contains(
                    "error: cannot listen on 127.0.0.1:1: permission denied [listen-failed]")
            }
        }
    }

    @Test func `with a key that it may not read says so and exits with 3`() throws {
        let directory = try TemporaryDirectory()
        let leaf = try Site.leaf.get()
        let key = try directory.write(Fixtures.text(of: leaf.key), to: "key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: key)
        let server = try RunningServer(
            launching: Site.configuration(
                certificates: ["{cert: \"\(leaf.chain)\", key: \"\(key)\"}"]),
            in: directory, wrapper: Self.without("dac_override", "dac_read_search"))
        #expect(try server.waitForExit() == 3)
        try server.waitForError("reason") { lines in
            lines.contains { $0.contains("permission denied [key-unreadable]") }
        }
    }

    /// Returns a wrapper that takes rights away from a program of root, which others lack anyway.
    private static func without(_ rights: String...) -> [String] {
        guard getuid() == 0 else { return [] }
        let list = rights.map { "-\($0)" }.joined(separator: ",")
        return ["setpriv", "--bounding-set", list, "--inh-caps", list]
    }

    @Test func `on an IPv6 address serves clients of IPv6`() throws {
        let hasIPv6 = try Fixtures.text(of: "/proc/net/if_inet6").contains(" lo")
        guard hasIPv6 else { return }
        let server = try RunningServer(
            Site.configuration(listen: "listen: [{address: \"[::1]:0\"}]\n"))
        let port = try server.port(0)
        let text = try CommandRunner.output(
            "curl",
            [
                "--silent", "--show-error", "--include", "-6", "--cacert", try Site.authority(),
                "--noproxy", "*", "--resolve", "shop.example.com:\(port):[::1]",
                "https://shop.example.com:\(port)\(RequestTable.wellKnown)",
            ])
        #expect(try #require(HTTPReply(text)).body == Site.document())
        let fields = try JSONLine.fields(of: try server.waitForOutput(lines: 1)[0])
        #expect(fields["client"] == "::1")
    }

    @Test func `with a wrong number of passed sockets keeps its own descriptors`() throws {
        let server = try RunningServer(
            Site.configuration().replacing(
                "environments:", with: "log: {access: ./access.log}\nenvironments:",
                maxReplacements: 1),
            wrapper: ["sh", "-c", "LISTEN_PID=$$ LISTEN_FDS=200 exec \"$@\"", "sh"])
        #expect(try Site.curl(server).get().status == 200)
        try server.stop()
        let log = try server.directory.text(of: "access.log")
        #expect(log.split(separator: "\n").count == 1)
    }

    @Test func `with a broken configuration exits with 1 and binds nothing`() throws {
        let directory = try TemporaryDirectory()
        let server = try RunningServer(launching: "hosts: [x]\n", in: directory)
        #expect(try server.waitForExit() == 1)
        #expect(server.output.text.isEmpty)
    }

    @Test(arguments: [["serve", "--nonsense"], ["nonsense"], ["serve", "--config"]])
    func `with a wrong command line exits with 2`(arguments: [String]) throws {
        let result = try CommandRunner.run(RunningServer.program, arguments)
        #expect(result.exitCode == 2)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test func `is not disturbed by a check of its configuration`() throws {
        let server = try RunningServer(Site.configuration())
        let file = server.directory.file("aasa-origin.yaml")
        let fixed = try Fixtures.text(of: file).replacing(
            "127.0.0.1:0", with: "127.0.0.1:\(try server.port(0))")
        let copy = try server.directory.write(fixed, to: "copy.yaml")
        let check = try CommandRunner.run(RunningServer.program, ["check", "--config", copy])
        #expect(check.exitCode == 0, "\(check.errorText)")
        #expect(try Site.curl(server).get().status == 200)
    }
}
