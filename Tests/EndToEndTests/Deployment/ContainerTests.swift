import Foundation
import TestSupport
import Testing

/// The built image with its file system read-only and a directory mounted, as its user.
@Suite(.enabled(if: ContainerImage.isBuilt, "requires Tests/run.sh container"))
struct `A container` {
    /// A directory with a certificate.
    private static func site(at name: String = "tls/site.pem") throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: Site.leaf.get().combined), to: name)
        return directory
    }

    private static func configuration(_ more: String = "") throws -> String {
        try Site.configuration(listen: Site.allListeners, certificates: ["tls/*.pem"]) + more
    }

    /// A container for all tests that only send requests.
    private static let shared = Result {
        try ContainerImage.run(configuration(), in: site())
    }

    @Test(arguments: RequestTable.cases)
    func `answers every row of the request table`(_ row: RequestCase) throws {
        let index = try #require(Site.listenerKinds.firstIndex(of: row.listener))
        let curl = Curl(
            server: try Self.shared.get(), listener: index,
            security: row.listener == .tls ? .verified(authority: try Site.authority()) : .plain)
        let reply = try row.send(by: curl)
        // No target of HTTP has a fragment.
        guard !row.target.contains("#") else { return #expect(reply.status == 400) }
        row.expect(reply)
    }

    @Test func `has no rights, and cannot get any`() throws {
        let server = try Self.shared.get()
        let status = try Fixtures.text(of: "/proc/\(server.identifier)/status")
        for line in [
            "Uid:\t65532\t65532\t65532\t65532", "Gid:\t65532\t65532\t65532\t65532",
            "Groups:\t65532 ", "CapPrm:\t0000000000000000", "CapEff:\t0000000000000000",
            "NoNewPrivs:\t1",
        ] {
            #expect(status.contains("\n\(line)\n"), "\(line)")
        }
        let mounts = try Fixtures.text(of: "/proc/\(server.identifier)/mountinfo")
        let own = mounts.split(separator: "\n").map { $0.split(separator: " ") }
        for (place, options) in [("/", "ro"), ("/etc/aasa-origin", "ro")] {
            let mount = try #require(own.last { $0[4] == place }, "\(place)")
            #expect(mount[5].split(separator: ",").first.map(String.init) == options)
        }
    }

    @Test func `logs to standard output, takes changes, and ends in order`() throws {
        let server = try ContainerImage.run(Self.configuration("watch: true\n"), in: Self.site())
        let curl = try Site.curl(server)
        #expect(try curl.get().status == 200)
        let line = try #require(server.waitForOutput(lines: 1).first)
        #expect(line.contains("\"outcome\":\"ok\""))
        try server.write(
            Self.configuration("watch: true\n").replacing("/products/*", with: "/changed/*"))
        try server.waitForOutcome("reloaded", count: 1)
        #expect(try curl.get().body == Site.document(path: "/changed/*"))
        #expect(try server.stop() == 0)
    }

    @Test func `serves one app by three variables, and is well`() throws {
        let variables = [
            "AASA_TEAM": "ABCDE12345", "AASA_BUNDLE": "com.example.shop",
            "AASA_HOST": "shop.example.com", "AASA_PATH": "/products/*",
        ]
        let server = try ContainerImage.run(
            "", in: Self.site(at: "site.pem"), at: "/etc/aasa-origin/tls", variables: variables,
            hasNetwork: true)
        let curl = Curl(server: server, security: .verified(authority: try Site.authority()))
        let document = try ContainerImage.output(
            server, "curl",
            curl.command(host: "shop.example.com") + [curl.url(host: "shop.example.com")])
        #expect(
            document == #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"#
                + #""components":[{"/":"/products/*"}]}]},"#
                + #""webcredentials":{"apps":["ABCDE12345.com.example.shop"]}}"#)
        let check = try ContainerImage.settings().healthCheck.command.dropFirst()
        let health = try CommandRunner.run(
            "nsenter", ContainerImage.entry(to: server) + check, environment: variables)
        #expect(health.outputText == "healthy: 127.0.0.1:9180 answered 200\n")
        #expect(health.exitCode == 0, "\(health.errorText)")
        #expect(server.ports == [8443, 8080, 9180])
        #expect(try server.stop() == 0)
    }

    @Test func `says which variable is missing`() throws {
        let directory = try Self.site(at: "site.pem")
        let server = try ContainerImage.launch(
            in: directory,
            [ContainerImage.Mount(source: directory.path, target: "/etc/aasa-origin/tls")],
            variables: ["AASA_TEAM": "ABCDE12345", "AASA_BUNDLE": "com.example.shop"])
        #expect(try server.waitForExit() == 1)
        try server.waitForError("word of the variable") { lines in
            lines.contains { $0.contains("AASA_HOST") }
        }
    }

    @Test func `can be tried out without a certificate`() throws {
        let server = try ContainerImage.run(
            in: TemporaryDirectory(), [],
            variables: [
                "AASA_TEAM": "ABCDE12345", "AASA_BUNDLE": "com.example.shop",
                "AASA_HOST": "shop.example.com", "AASA_SELF_SIGNED": "always",
            ], hasNetwork: true)
        let curl = Curl(server: server, security: .unverified)
        let head = try ContainerImage.output(
            server, "curl",
            curl.command(host: "shop.example.com") + [
                "--head", curl.url(host: "shop.example.com"),
            ])
        #expect(HTTPReply(head)?.status == 200)
        #expect(try server.stop() == 0)
    }

    @Test(
        .enabled(if: Manifests.canBeMade, "requires Tests/kubernetes.sh"),
        arguments: Manifests.all)
    func `serves what a cluster mounts, on the ports that it is told`(
        manifests: Manifests
    ) throws {
        let objects = try manifests.objects()
        let directory = try TemporaryDirectory()
        let names = objects("Certificate")["spec", "dnsNames"].texts
        let leaf = try Site.certificates.get().leaf("mounted-\(UUID().uuidString)", names: names)
        let volumes = [
            "configuration": objects.files,
            "tls": [
                "tls.crt": try Fixtures.text(of: leaf.chain),
                "tls.key": try Fixtures.text(of: leaf.key),
            ],
            "admin": ["token": "0123456789abcdef0123456789abcdef\n"],
        ]
        let mounts = try objects.container["volumeMounts"].items.map { mount in
            let name = try #require(mount["name"].text)
            let files = try #require(volumes[name])
            let volume = try MountedVolume(name, in: directory, files: files)
            return ContainerImage.Mount(
                source: volume.path, target: try #require(mount["mountPath"].text))
        }
        let server = try ContainerImage.run(in: directory, mounts, hasNetwork: true)
        let ports = objects.container["ports"].items.compactMap { $0["containerPort"].number }
        #expect(server.ports.sorted() == ports.sorted())
        let curl = Curl(server: server, security: .verified(authority: try Site.authority()))
        let host = try #require(names.first)
        let reply = try ContainerImage.output(
            server, "curl", curl.command(host: host) + ["--head", curl.url(host: host)])
        #expect(HTTPReply(reply)?.status == 200)
        let probe = objects.container["readinessProbe", "httpGet", "path"].text ?? ""
        let health = try ContainerImage.output(
            server, "curl",
            ["--silent", "--head", "--noproxy", "*", "http://127.0.0.1:9180\(probe)"])
        #expect(HTTPReply(health)?.status == 200)
        #expect(try server.stop() == 0)
    }
}
