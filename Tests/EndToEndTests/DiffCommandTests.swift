import TestSupport
import Testing

struct `The command diff` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(Site.document(path: "/buy/*"), to: "old.json")
        try directory.write(Self.legacy, to: "legacy.json")
        try directory.write(Site.document(path: "/sell/*"), to: "new.json")
        try directory.write("{\"applinks\":", to: "broken.json")
        for (name, path) in [("old", "/buy/*"), ("new", "/sell/*")] {
            try directory.write(
                """
                apps: {shop: {id: ABCDE12345.com.example.shop, rules: [\(path)]}}
                environments: {production: {apps: [shop], hosts: [shop.example.com]}}

                """, to: "\(name).yaml")
        }
    }

    /// The meaning of `old.json` in the form of old systems.
    private static let legacy =
        #"{"applinks":{"apps":[],"details":[{"appID":"ABCDE12345.com.example.shop","#
        + #""paths":["/buy/*"]}]}}"#

    private func run(_ arguments: [String], input: String = "") throws -> CommandResult {
        try CommandRunner.run(
            RunningServer.program, ["diff"] + arguments, input: Array(input.utf8),
            directory: directory.path, deadlineSeconds: 240)
    }

    private static func change(_ host: String) -> String {
        """
        links of 1 app changed
        app ABCDE12345.com.example.shop (kept)
          https://\(host)/buy: match -> none
            old: matched by applinks.details[0].components[0]
            new: the only rule of applinks.details[0] does not match
          https://\(host)/sell: none -> match
            old: the only rule of applinks.details[0] does not match
            new: matched by applinks.details[0].components[0]

        """
    }

    @Test(
        arguments: [
            (["old.json", "new.json"], 1, change("example.com")),
            (["old.json", "legacy.json"], 0, "no change of meaning\n"),
            (["old.yaml", "old.json"], 0, "no change of meaning\n"),
            (["legacy.json", "new.yaml", "--host", "shop.example.com"], 1, nil),
            (["old.json", "new.yaml"], 1, change("shop.example.com")),
            (
                ["old.yaml", "new.yaml", "--host", "shop.example.com"], 1,
                change("shop.example.com")
            ),
            (["broken.json", "new.json"], 3, ""), (["old.json", "missing.json"], 3, ""),
            (["old.yaml", "new.yaml", "--host", "other.example.com"], 3, ""),
            (["old.json"], 2, ""), (["old.json", "new.json", "--server"], 2, ""),
        ] as [([String], Int32, String?)])
    func `compares files and configurations`(
        arguments: [String], exitCode: Int32, output: String?
    ) throws {
        let result = try run(arguments)
        #expect(result.exitCode == exitCode, "\(result.errorText)")
        if let output { #expect(result.outputText == output) }
        #expect(result.errorText.isEmpty == (exitCode < 2))
    }

    @Test func `reads one side from standard input`() throws {
        let result = try run(["--json", "-", "old.json"], input: Self.legacy)
        #expect(result.exitCode == 0)
        #expect(
            result.outputText == """
                {
                  "same": true,
                  "apps": [],
                  "services": []
                }

                """)
    }

    @Test func `compares what a running server serves`() throws {
        func configuration(_ path: String) throws -> String {
            try Site.configuration(path: path) + "admin: {address: \"127.0.0.1:0\"}\n"
        }
        let server = try RunningServer(try configuration("/buy/*"))
        let admin = ["--admin", "127.0.0.1:\(try server.port(1))"]
        let file = server.directory.file("aasa-origin.yaml")
        #expect(try run(["--server", file] + admin).outputText == "no change of meaning\n")
        try server.write(try configuration("/sell/*"))
        let changed = try run([file] + admin)
        #expect(changed.exitCode == 1)
        #expect(changed.outputText.contains("shop.example.com/buy: match -> none\n"))
        let single = try run([file, "--host", "shop.example.com"] + admin)
        #expect(single.outputText == Self.change("shop.example.com"))
        let refused = try run(["--admin", "127.0.0.1:1", "--server", file])
        #expect(refused.exitCode == 3)
        #expect(refused.errorText.contains("[admin-unreachable]"))
    }

    @Test func `reads configurations that are larger than association files may be`() throws {
        let line = "# " + String(repeating: "x", count: 1_021) + "\n"
        let padding = String(repeating: line, count: 17 * 1_024)
        try directory.write(
            Fixtures.text(of: directory.file("old.yaml")) + padding, to: "old-big.yaml")
        let result = try run(["old-big.yaml", "new.yaml", "--host", "shop.example.com"])
        #expect(result.errorText == "")
        #expect(result.outputText == Self.change("shop.example.com"))
        #expect(result.exitCode == 1)
    }
}
