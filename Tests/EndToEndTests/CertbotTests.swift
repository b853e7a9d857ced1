import Foundation
import TestSupport
import Testing

/// A stand-in for certbot: it writes the files that certbot writes, and runs the hook.
@Suite(.serialized)
struct `A renewal beside the server` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/certbot")
        .path
    private static let hook = "\(folder)/deploy-hook.sh"
    private static let host = "renewed.example.com"

    private static let configuration = """
        listen:
          - address: 127.0.0.1:0
          - address: 127.0.0.2:0
            plain: refuse
            acme_webroot: acme
        tls: {certificates: ["tls/*.pem"], self_signed: always}
        admin: {address: "unix:admin.sock"}
        apps: {shop: {id: ABCDE12345.com.example.shop, rules: [/products/*]}}
        environments: {production: {apps: [shop], hosts: [\(host)]}}

        """

    /// Runs the hook as certbot does, for the certificate in a directory.
    private static func runHook(
        _ lineage: String, _ server: RunningServer
    ) throws -> CommandResult {
        try CommandRunner.run(
            hook, [],
            environment: [
                "RENEWED_LINEAGE": lineage, "AASA_ORIGIN": RunningServer.program,
                "AASA_ORIGIN_CONFIG": server.directory.file("aasa-origin.yaml"),
                "AASA_ORIGIN_TLS": server.directory.file("tls"),
            ])
    }

    private static func start() throws -> RunningServer {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "tls/.keep")
        return try RunningServer(configuration, in: directory)
    }

    @Test func `fetches the token, brings the certificate and reloads by the hook`() throws {
        let server = try Self.start()
        let trusted = Curl(server: server, security: .verified(authority: try Site.authority()))
        #expect(throws: CommandFailure.self) { try trusted.get(host: Self.host) }

        let token = "GfBzHVUYVDzlfvOpDQkhOHMEUPyRvAZzk2ObBBRVhCk"
        try server.directory.write(
            "\(token).thumbprint", to: "acme/.well-known/acme-challenge/\(token)")
        let plain = Curl(server: server, listener: 1, security: .plain)
        let challenge = try plain.get("/.well-known/acme-challenge/\(token)", host: Self.host)
        #expect(challenge.status == 200)
        #expect(challenge.body == "\(token).thumbprint")
        #expect(challenge["content-type"] == "application/octet-stream")
        #expect(challenge["content-length"] == "\(challenge.body.utf8.count)")
        let head = try plain.get(
            "/.well-known/acme-challenge/\(token)", host: Self.host, arguments: ["--head"])
        #expect(head["content-length"] == challenge["content-length"])
        #expect(head.body.isEmpty)
        #expect(try plain.get(host: Self.host).status == 403)
        #expect(try plain.get("/", host: Self.host).status == 403)

        let leaf = try Site.certificates.get().leaf("renewed", names: [Self.host])
        let lineage = server.directory.file("live/\(Self.host)")
        try server.directory.write(
            Fixtures.text(of: leaf.chain), to: "live/\(Self.host)/fullchain.pem")
        try server.directory.write(
            Fixtures.text(of: leaf.key), to: "live/\(Self.host)/privkey.pem")
        let result = try Self.runHook(lineage, server)
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect(result.outputText.hasPrefix("reloaded: "))
        let served = try trusted.get(host: Self.host)
        #expect(served.body == Site.document())
        let names = try FileManager.default.contentsOfDirectory(
            atPath: server.directory.file("tls"))
        #expect(names.sorted() == [".keep", "\(Self.host).pem"])
        let facts = try FileManager.default.attributesOfItem(
            atPath: server.directory.file("tls/\(Self.host).pem"))
        #expect(facts[.posixPermissions] as? Int == 0o600)
    }

    @Test func `tells certbot when the server refuses the certificate`() throws {
        let server = try Self.start()
        let certificates = try Site.certificates.get()
        let (one, other) = (
            try certificates.leaf("renewed-one", names: [Self.host]),
            try certificates.leaf("renewed-other", names: [Self.host])
        )
        try server.directory.write(Fixtures.text(of: one.chain), to: "live/x/fullchain.pem")
        try server.directory.write(Fixtures.text(of: other.key), to: "live/x/privkey.pem")
        let result = try Self.runHook(server.directory.file("live/x"), server)
        #expect(result.exitCode == 1)
        #expect((result.outputText + result.errorText).contains("key-mismatch"))
        let curl = Curl(server: server, security: .unverified)
        #expect(try curl.get(host: Self.host).body == Site.document())
    }

    @Test func `has a hook that certbot only must run`() throws {
        let result = try CommandRunner.run(Self.hook, [])
        #expect(result.exitCode != 0)
        #expect(result.errorText.contains("RENEWED_LINEAGE"))
        #expect(try CommandRunner.run("sh", ["-n", Self.hook]).exitCode == 0)
    }

    @Test func `is shown by an example that is sound`() throws {
        // Nothing matches the certificates of the example before the first issuance.
        let check = try CommandRunner.run(
            RunningServer.program, ["check", "--config", "\(Self.folder)/aasa-origin.yaml"])
        #expect(check.exitCode == 0, "\(check.errorText)")
        #expect(check.errorText.contains("[certificates-without-match]"))
        #expect(!check.errorText.contains("error:"))
    }
}
