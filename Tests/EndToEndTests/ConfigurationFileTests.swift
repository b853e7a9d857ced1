import Foundation
import TestSupport
import Testing

struct `A configuration of five real files` {
    private static let server = Result {
        try RunningServer(Fixtures.text(of: "\(Fixtures.folder)/corpus.yaml"))
    }

    @Test(arguments: [
        "nine-apps", "two-teams", "queries-and-clips", "exclusions", "both-generations",
    ])
    func `serves documents that mean what the files mean`(name: String) throws {
        let curl = Curl(server: try Self.server.get(), security: .unverified)
        let reply = try curl.get(host: "\(name).example.com")
        #expect(reply.status == 200)
        let served = try DocumentMeaning(json: reply.body)
        let published = try DocumentMeaning(
            json: Fixtures.text(of: "\(Fixtures.folder)/\(name).json"))
        #expect(served == published)
        #expect(!published.components.isEmpty)
    }
}

struct `The example configuration` {
    /// The example on ports that the system chooses.
    private static let server = Result {
        var text = try Fixtures.text(of: "\(Fixtures.configurations)/example.yaml")
        let addresses = [
            ("127.0.0.1:8443", "127.0.0.1:0"), ("127.0.0.1:8080", "127.0.0.2:0"),
            ("127.0.0.1:8081", "127.0.0.3:0"), ("127.0.0.1:9180", "127.0.0.1:0"),
        ]
        for (address, replacement) in addresses {
            #expect(text.contains(address))
            text = text.replacing(address, with: replacement)
        }
        let directory = try TemporaryDirectory()
        return try RunningServer(
            text, in: directory, environment: ["AASA_ORIGIN_AUTHORITY": directory.file("authority")]
        )
    }

    @Test func `is sound`() throws {
        let check = try CommandRunner.run(
            RunningServer.program,
            ["check", "--strict", "--config", "\(Fixtures.configurations)/example.yaml"])
        #expect(check.exitCode == 0, "\(check.errorText)")
    }

    @Test func `is served to every host as it is rendered`() throws {
        let server = try Self.server.get()
        let curl = Curl(
            server: server,
            security: .verified(authority: server.directory.file("authority/authority.pem")))
        let rendered = try TemporaryDirectory()
        let configuration = ["--config", server.directory.file("aasa-origin.yaml")]
        try CommandRunner.output(
            RunningServer.program, ["render"] + configuration + ["--all", rendered.path])
        let hosts = try CommandRunner.output(RunningServer.program, ["hosts"] + configuration)
            .split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
            .dropFirst().filter { !$0.hasPrefix("*") }
        #expect(hosts.count == 19)
        for host in hosts {
            let reply = try curl.get(host: host)
            #expect(reply.status == 200, "\(host)")
            let bytes = try CommandRunner.output(
                RunningServer.program, ["render"] + configuration + [host])
            #expect(reply.body == bytes, "\(host)")
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: rendered.path)
        #expect(files.count { !$0.hasPrefix(".") } == 20)
    }
}
