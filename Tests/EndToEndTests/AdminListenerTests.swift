import Foundation
import TestSupport
import Testing

struct `The admin listener` {
    private let server: RunningServer
    private let address: String

    init() throws {
        server = try RunningServer(Self.configuration(path: "/a/*"))
        address = "127.0.0.1:\(try server.port(1))"
    }

    private static func configuration(path: String) throws -> String {
        try Site.configuration(path: path) + "admin: {address: \"127.0.0.1:0\"}\n"
    }

    private func reload(_ arguments: [String] = []) throws -> CommandResult {
        try CommandRunner.run(RunningServer.program, ["reload", "--admin", address] + arguments)
    }

    private func get(_ route: String, _ arguments: [String] = []) throws -> HTTPReply {
        let text = try CommandRunner.output(
            "curl",
            ["--silent", "--include", "--noproxy", "*", "http://\(address)\(route)"] + arguments)
        return try #require(HTTPReply(text))
    }

    @Test func `reloads for the command, which prints the verdict and ends by it`() throws {
        let unchanged = try reload()
        #expect(unchanged.exitCode == 0)
        #expect(unchanged.outputText.contains("unchanged"))

        try server.write(try Self.configuration(path: "/b/*"))
        let dryRun = try reload(["--dry-run"])
        #expect(dryRun.exitCode == 0)
        #expect(dryRun.outputText.contains("dry run: reloaded"))
        #expect(try Site.curl(server).get().body == Site.document(path: "/a/*"))

        let reloaded = try reload()
        #expect(reloaded.exitCode == 0)
        #expect(reloaded.outputText.contains("reloaded"))
        #expect(try Site.curl(server).get().body == Site.document(path: "/b/*"))

        try server.write("colour: red\n")
        let refused = try reload()
        #expect(refused.exitCode == 1)
        #expect((refused.outputText + refused.errorText).contains("aasa-origin.yaml:1:1: error"))
        #expect(try Site.curl(server).get().body == Site.document(path: "/b/*"))
    }

    @Test func `shows the outcome of the last reload`() throws {
        try server.write("colour: red\n")
        #expect(try reload().exitCode == 1)
        let status = try get("/status")
        #expect(status.status == 200)
        #expect(
            status.body.contains("\"outcome\": \"refused\"")
                || status.body.contains("\"outcome\":\"refused\""))
        #expect(try get("/readyz").status == 200)
    }

    @Test func `shows when certificates expire, in its status and in its metrics`() throws {
        let text = try CommandRunner.output(
            "openssl",
            [
                "x509", "-noout", "-enddate", "-dateopt", "iso_8601", "-in",
                try Site.leaf.get().certificate,
            ])
        let match = try #require(text.firstMatch(of: /notAfter=([0-9-]+) ([0-9:]+)Z/))
        let end = "\(match.1)T\(match.2)"
        #expect(try get("/status").body.contains("\"not_after\": \"\(end).000Z\""))
        let seconds = try #require(ISO8601DateFormatter().date(from: end + "Z"))
            .timeIntervalSince1970
        let name = "aasa_origin_certificate_expiry_timestamp_seconds"
        let line = try #require(
            get("/metrics").body.split(whereSeparator: \.isNewline)
                .first { $0.hasPrefix("\(name){") })
        #expect(line.hasSuffix("} \(Int(seconds))"))
    }

    @Test func `goes ahead only while the expected configuration is served`() throws {
        try server.write(try Self.configuration(path: "/b/*"))
        let other = try reload(["--if-match", String(repeating: "0", count: 64)])
        #expect(other.exitCode == 1)
        #expect(try Site.curl(server).get().body == Site.document(path: "/a/*"))
    }

    @Test(arguments: ["/reload", "/status", "/hosts", "/healthz"])
    func `is out of reach of a page with another name`(route: String) throws {
        #expect(try get(route, ["-H", "Host: rebinding.example.com"]).status == 403)
    }

    @Test(arguments: ["/reload", "/status", "/hosts", "/healthz", "/readyz"])
    func `cannot be reached over the public listener`(route: String) throws {
        #expect(try Site.curl(server).get(route).status == 404)
    }

    @Test func `changes nothing on GET`() throws {
        try server.write(try Self.configuration(path: "/b/*"))
        #expect(try get("/reload").status == 405)
        #expect(try Site.curl(server).get().body == Site.document(path: "/a/*"))
    }

    @Test func `cannot be asked once the server has ended`() throws {
        #expect(try server.stop() == 0)
        let result = try reload()
        #expect(result.exitCode == 3)
        #expect(result.errorText.contains("[admin-unreachable]"))
    }
}

struct `An admin listener on a Unix socket` {
    @Test func `is named by its path, also when the server has ended`() throws {
        let server = try RunningServer(
            Site.configuration() + "admin: {address: \"unix:admin.sock\"}\n")
        let socket = server.directory.file("admin.sock")
        #expect(
            server.errors.lines.contains {
                $0.hasSuffix("msg=\"listening on unix:\(socket) (admin)\"")
            })
        #expect(try server.stop() == 0)
        let result = try CommandRunner.run(
            RunningServer.program, ["reload", "--admin", "unix:\(socket)"])
        #expect(result.exitCode == 3)
        #expect(
            result.errorText == "error: cannot ask the admin listener at '…"
                + "unix:\(socket)".suffix(60) + "': no such file or directory "
                + "[admin-unreachable]\n  hint: is the server running with this configuration?\n")
    }
}

struct `An admin listener with a token` {
    @Test func `asks for it on every route but those of health`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("4f1c0b9a7e\n", to: "token")
        let server = try RunningServer(
            Site.configuration() + "admin: {address: \"unix:admin.sock\", token_file: token}\n",
            in: directory)
        let socket = directory.file("admin.sock")
        func status(_ route: String, _ arguments: [String]) throws -> Int? {
            let text = try CommandRunner.output(
                "curl",
                ["--silent", "--include", "--unix-socket", socket, "http://localhost\(route)"]
                    + arguments)
            return HTTPReply(text)?.status
        }
        #expect(try status("/healthz", []) == 200)
        #expect(try status("/status", []) == 401)
        #expect(try status("/status", ["-H", "Authorization: Bearer 4f1c0b9a7f"]) == 401)
        #expect(try status("/status", ["-H", "Authorization: Bearer 4f1c0b9a7e"]) == 200)
        let reload = try CommandRunner.run(
            RunningServer.program,
            ["reload", "--config", server.directory.file("aasa-origin.yaml")])
        #expect(reload.exitCode == 0, "\(reload.errorText)")
    }
}
