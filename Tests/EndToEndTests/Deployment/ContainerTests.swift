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
        let document = try CommandRunner.output(
            "nsenter",
            ["--target", "\(server.identifier)", "--net", "curl"]
                + curl.command(host: "shop.example.com") + [curl.url(host: "shop.example.com")])
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
        let server = try ContainerImage.launch(
            "", in: Self.site(at: "site.pem"), at: "/etc/aasa-origin/tls",
            variables: ["AASA_TEAM": "ABCDE12345", "AASA_BUNDLE": "com.example.shop"])
        #expect(try server.waitForExit() == 1)
        try server.waitForError("word of the variable") { lines in
            lines.contains { $0.contains("AASA_HOST") }
        }
    }
}
