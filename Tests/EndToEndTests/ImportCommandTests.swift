import TestSupport
import Testing

struct `The command import` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ arguments: [String]) throws -> CommandResult {
        try CommandRunner.run(RunningServer.program, arguments, directory: directory.path)
    }

    @Test func `makes a configuration of a directory that renders the same documents`() throws {
        for (host, path) in [("shop.example.com", "/buy/*"), ("www.example.com", "/sell/*")] {
            try directory.write(Site.document(path: path), to: "sites/\(host).json")
        }
        try directory.write(
            Site.document(path: "/old/*"),
            to: "sites/old.example.com/.well-known/apple-app-site-association")
        let made = try run(["import", "sites", "--output", "made.yaml"])
        #expect(made.exitCode == 0)
        #expect(made.outputText + made.errorText == "")
        for (host, path) in [
            ("shop.example.com", "/buy/*"), ("www.example.com", "/sell/*"),
            ("old.example.com", "/old/*"),
        ] {
            let rendered = try run(["render", host, "--config", "made.yaml"])
            #expect(rendered.outputText == Site.document(path: path))
        }
        let again = try run(["import", "sites", "-o", "made.yaml"])
        #expect(again.exitCode == 3)
        #expect(again.errorText.contains("[file-exists]"))
        #expect(try run(["import", "sites", "-o", "made.yaml", "--force"]).exitCode == 0)
    }

    @Test func `writes what it can and says what it cannot`() throws {
        try directory.write(Site.document(), to: "001.json")
        try directory.write("{", to: "www.example.com.json")
        let nameless = try run(["import", "001.json"])
        #expect(nameless.exitCode == 3)
        #expect(nameless.errorText.hasPrefix("001.json: error: the path of this file names no"))
        #expect(try run(["import", "001.json", "--host", "a.example.com"]).exitCode == 0)
        let partly = try run(
            ["import", "001.json", "www.example.com.json", "--host", "a.example.com,b.example.com"])
        #expect(partly.exitCode == 1)
        #expect(partly.outputText.contains("      - a.example.com\n"))
        #expect(partly.errorText.hasPrefix("www.example.com.json:1:2: error: "))
        let count = try run(["import", "001.json", "x.json", "--host", "a.example.com"])
        #expect(count.exitCode == 2)
    }
}
