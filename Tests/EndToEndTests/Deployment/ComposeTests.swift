import Foundation
import TestSupport
import Testing

/// The files for Docker Compose, read by the program that they are for.
@Suite(.enabled(if: Requirement.has("docker-compose"), "requires docker-compose"))
struct `The files for Compose` {
    private static let variables = [
        "AASA_TEAM": "ABCDE12345", "AASA_BUNDLE": "com.example.shop",
        "AASA_HOST": "shop.example.com", "AASA_EMAIL": "admin@example.com",
    ]

    private static func run(
        _ files: [String], _ variables: [String: String] = variables
    ) throws -> CommandResult {
        try CommandRunner.run(
            "docker-compose",
            files.flatMap { ["--file", DeployFolder.path($0)] } + ["config"],
            environment: variables)
    }

    /// The services, with the variables put in.
    private static func services(
        _ files: String..., variables: [String: String] = variables
    ) throws -> JSONValue {
        let result = try run(files, variables)
        #expect(result.exitCode == 0, "\(result.errorText)")
        let reader = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)"
        let json = try CommandRunner.output(
            "/usr/bin/python3", ["-c", reader], input: result.output)
        return try JSONValue(json)["services"]
    }

    private static func server() throws -> JSONValue {
        try services("compose.yaml")["aasa-origin"]
    }

    private static func image() throws -> String {
        try DeployFolder.text("container/aasa-origin.yaml")
    }

    @Test func `set each variable that the image takes, with the same default`() throws {
        let environment = try Self.server()["environment"].fields
        let taken = try Self.image().matches(of: /\$\{([A-Z_]+)(?::-([^}]*))?\}/)
        #expect(Set(environment.keys) == Set(taken.map { String($0.1) }))
        for match in taken {
            let value = environment[String(match.1)]?.text
            #expect(
                value == match.2.map(String.init) ?? Self.variables[String(match.1)],
                "\(match.1)")
        }
    }

    @Test(arguments: ["AASA_TEAM", "AASA_BUNDLE", "AASA_HOST"])
    func `say which variable is missing`(name: String) throws {
        var variables = Self.variables
        variables[name] = ""
        let result = try Self.run(["compose.yaml"], variables)
        #expect(result.exitCode == 1)
        #expect(result.errorText.contains(name))
    }

    @Test func `publish the ports that the image listens on`() throws {
        let ports = try Self.server()["ports"].items.map { port in
            "\(port["published"].number ?? 0):\(port["target"].number ?? 0)"
        }
        #expect(ports.sorted() == ["443:8443", "80:8080"])
        let listened = try Self.image().matches(of: /"\[::\]:([0-9]+)"/).map { Int($0.1) }
        #expect(listened == [8443, 8080])
    }

    @Test func `mount the certificates where the image looks, read-only`() throws {
        let volumes = try Self.server()["volumes"].texts
        #expect(volumes == [DeployFolder.path("tls") + ":/etc/aasa-origin/tls:ro"])
        // Relative to the configuration in /etc/aasa-origin.
        #expect(try Self.image().contains("certificates: [tls/*.pem]"))
    }

    @Test func `ask the admin listener of the image whether the server is well`() throws {
        let check = try Self.server()["healthcheck"]
        let words = ["CMD", "/usr/bin/aasa-origin", "health", "--admin", "127.0.0.1:9180"]
        #expect(check["test"].texts == words)
        #expect(try Self.image().contains("admin:\n  address: 127.0.0.1:9180\n"))
        let dockerfile = try Fixtures.text(of: "\(DeployFolder.checkout)/Dockerfile")
        for (key, option) in [
            ("interval", "interval"), ("timeout", "timeout"), ("start_period", "start-period"),
        ] {
            #expect(dockerfile.contains("--\(option)=\(check[key].text ?? "") "))
        }
    }

    @Test func `give the server no rights, limits, and time to end`() throws {
        let server = try Self.server()
        #expect(server["read_only"] == .bool(true))
        #expect(server["cap_drop"].texts == ["ALL"])
        #expect(server["cap_add"] == .null)
        #expect(server["security_opt"].texts == ["no-new-privileges:true"])
        for key in ["mem_limit", "cpus", "pids_limit", "ulimits"] {
            #expect(server[key] != .null, "\(key)")
        }
        let grace = try #require(server["stop_grace_period"].text?.wholeMatch(of: /([0-9]+)s/)?.1)
        let manual = try Fixtures.text(of: "\(Fixtures.configurations)/aasa-origin.yaml")
        let drain = try #require(manual.firstMatch(of: /drain_timeout: ([0-9]+)s/)?.1)
        #expect(try #require(Int(grace)) > #require(Int(drain)))
        let version = try CommandRunner.output(RunningServer.program, ["--version"])
        #expect(server["image"].text.map { "\($0.replacing(":", with: " "))\n" } == version)
    }

    @Test func `share directories between certbot and the server`() throws {
        let services = try Self.services("compose.yaml", "compose.certbot.yaml")
        let server = services["aasa-origin"]
        let certbot = services["certbot"]
        #expect(server["environment", "AASA_SELF_SIGNED"].text == "always")
        #expect(
            server["volumes"].texts.sorted() == [
                "acme:/var/lib/aasa-origin/acme:ro", "tls:/etc/aasa-origin/tls:ro",
            ])
        #expect(try Self.image().contains("acme_webroot: /var/lib/aasa-origin/acme\n"))
        let volumes = certbot["volumes"].texts
        let hook = DeployFolder.path("certbot/deploy-hook.sh")
        for volume in ["acme:/acme:rw", "tls:/tls:rw", "\(hook):/deploy-hook.sh:ro"] {
            #expect(volumes.contains(volume), "\(volumes)")
        }
        #expect(certbot["environment", "AASA_ORIGIN_TLS"].text == "/tls")
        #expect(certbot["environment", "AASA_ORIGIN_GROUP"].text == "65532")
    }

    @Test func `issue a certificate that the server takes without being asked to`() throws {
        let certbot = try Self.services("compose.yaml", "compose.certbot.yaml")["certbot"]
        let directory = try TemporaryDirectory()
        try directory.write("", to: "tls/.keep")
        let configuration = try Self.image()
            .replacing("\"[::]:8443\"", with: "\"127.0.0.1:0\"")
            .replacing("\"[::]:8080\"", with: "\"127.0.0.2:0\"")
            .replacing("127.0.0.1:9180", with: "\"unix:admin.sock\"")
            .replacing("/var/lib/aasa-origin/acme", with: directory.file("acme"))
        let server = try RunningServer(
            configuration, in: directory,
            environment: Self.variables.merging(["AASA_SELF_SIGNED": "always"]) { $1 })
        let trusted = Curl(server: server, security: .verified(authority: try Site.authority()))
        #expect(throws: CommandFailure.self) { try trusted.get() }

        // The loop of the file with a stand-in for certbot, which issues and runs the hook.
        let leaf = try Site.certificates.get().leaf("composed", names: ["shop.example.com"])
        try directory.write(Fixtures.text(of: leaf.chain), to: "live/shop/fullchain.pem")
        try directory.write(Fixtures.text(of: leaf.key), to: "live/shop/privkey.pem")
        let standIn = try directory.write(
            """
            #!/bin/sh
            echo "$*" >>"$HERE/calls"
            while [ "$1" != --deploy-hook ]; do shift; done
            RENEWED_LINEAGE=$HERE/live/shop "$2"
            kill -TERM "$PPID"

            """, to: "bin/certbot")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: standIn)
        var environment = certbot["environment"].fields.compactMapValues(\.text)
        environment["AASA_ORIGIN_TLS"] = directory.file("tls")
        environment["AASA_ORIGIN_GROUP"] = "\(getgid())"
        environment["HERE"] = directory.path
        environment["PATH"] = "\(directory.file("bin")):/usr/bin:/bin"
        let entry = certbot["entrypoint"].texts
        let script = try #require(certbot["command"].texts.first)
            .replacing("$$", with: "$")
            .replacing("/deploy-hook.sh", with: DeployFolder.path("certbot/deploy-hook.sh"))
        let result = try CommandRunner.run(
            entry[0], entry.dropFirst() + [script], environment: environment)
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect(
            try directory.text(of: "calls") == """
                certonly --non-interactive --agree-tos --email admin@example.com --webroot \
                --webroot-path /acme --keep-until-expiring --deploy-hook \
                \(DeployFolder.path("certbot/deploy-hook.sh")) -d shop.example.com

                """)
        try server.waitForOutcome("reloaded", count: 1)
        #expect(try trusted.get().status == 200)
        #expect(try server.stop() == 0)
    }
}
