import TestSupport
import Testing

/// A command line of `match`, how it ends, and the first line that it prints.
struct MatchCase: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var input = ""
    var exitCode: Int32
    var output: String
    var testDescription: String { arguments.joined(separator: " ") }
}

struct `The command match` {
    static let component = #"{"/":"/help/*","exclude":true}"#
    static let document =
        #"{"applinks":{"details":[{"appID":"A.b","paths":["NOT /help/*","/x"]}]}}"#

    static let credentials =
        #"{"webcredentials":{"apps":["A.b","A.c","A.b"]},"#
        + #""applinks":{"details":[{"appID":"A.b","paths":["/x"]}]}}"#

    static let cases = [
        MatchCase(
            arguments: ["--component", #"{"/":"/x"}"#, "--swcutil", "https://h.test/x"],
            exitCode: 0, output: "Matched by pattern at index 0: {\n  \"/\": \"/x\"\n}\n"),
        MatchCase(
            arguments: ["--component", component, "--swcutil", "https://h.test/help/"],
            exitCode: 4,
            output: "Excluded by pattern at index 0: {\n  \"/\": \"/help/*\",\n"
                + "  \"exclude\": true\n}\n"),
        MatchCase(
            arguments: ["--component", component, "--swcutil", "https://h.test/x"],
            exitCode: 1, output: "Did not match.\n"),
        MatchCase(
            arguments: [
                "--component", #"{"/":"/$(food)"}"#, "--variables", #"{"food":["pizza"]}"#,
                "--defaults", #"{"caseSensitive":false}"#, "--app", "A.b", "https://h.test/PIZZA",
            ],
            exitCode: 0,
            output: """
                https://h.test/PIZZA: match
                  A.b: match
                    matched by --component:1:1 applinks.details[0].components[0] {"/":"/$(food)"}

                """),
        MatchCase(
            arguments: ["--document", "-", "--swcutil", "--domain", "h.test", "https://h.test/x"],
            input: document, exitCode: 0,
            output: "{ s = applinks, a = A.b, d = h.test }: "
                + "Pattern \"https://h.test/x\" matched.\n"),
        MatchCase(
            arguments: ["--document", "-", "--swcutil", "https://h.test/x", "https://h.test/help"],
            input: document, exitCode: 4,
            output: "{ s = applinks, a = A.b, d = h.test }: "
                + "Pattern \"https://h.test/x\" matched.\n"
                + "{ s = applinks, a = A.b, d = h.test }: "
                + "Pattern \"https://h.test/help\" blocked match.\n"),
        MatchCase(
            arguments: ["--document", "-", "--swcutil", "https://h.test/y"],
            input: credentials, exitCode: 1,
            output: """
                { s = webcredentials, a = A.b, d = h.test }: Pattern "https://h.test/y" matched.
                { s = webcredentials, a = A.c, d = h.test }: Pattern "https://h.test/y" matched.

                """),
        MatchCase(
            arguments: ["--document", "-", "--swcutil", "--app", "A.b", "https://h.test/x"],
            input: credentials, exitCode: 0,
            output: """
                { s = applinks, a = A.b, d = h.test }: Pattern "https://h.test/x" matched.
                { s = webcredentials, a = A.b, d = h.test }: Pattern "https://h.test/x" matched.

                """),
        MatchCase(
            arguments: ["--document", "-", "https://h.test/x"], input: "{", exitCode: 3,
            output: ""),
        MatchCase(
            arguments: ["--document", "/nowhere/aasa", "https://h.test/x"], exitCode: 3,
            output: ""),
        MatchCase(
            arguments: ["--component", component, "--urls", "-", "--swcutil"],
            input: "https://h.test/help\nno url\n", exitCode: 3,
            output: "Excluded by pattern at index 0: {\n  \"/\": \"/help/*\",\n"
                + "  \"exclude\": true\n}\n"),
        MatchCase(arguments: ["--component", component, "h.test/x"], exitCode: 2, output: ""),
        MatchCase(arguments: ["--component", component], exitCode: 2, output: ""),
        MatchCase(
            arguments: ["--component", component, "--document", "-", "https://h.test/"],
            exitCode: 2, output: ""),
        MatchCase(
            arguments: ["--document", "-", "--variables", "{}", "https://h.test/"],
            exitCode: 2, output: ""),
    ]

    @Test(arguments: cases)
    func `answers with its words and its exit code`(_ item: MatchCase) throws {
        let result = try CommandRunner.run(
            RunningServer.program, ["match"] + item.arguments, input: Array(item.input.utf8))
        #expect(result.outputText == item.output)
        #expect(result.exitCode == item.exitCode, "\(result.errorText)")
        #expect(result.errorText.isEmpty == ([0, 1, 4].contains(item.exitCode)))
    }

    @Test func `asks the configuration that is named, and finds it unreadable when broken`() throws
    {
        let directory = try TemporaryDirectory()
        let configuration = """
            apps: {shop: {id: ABCDE12345.com.example.shop, rules: [/buy/*]}}
            environments: {production: {apps: [shop], hosts: [shop.example.com]}}

            """
        try directory.write(configuration, to: "sound.yaml")
        try directory.write(configuration.replacing("shop.ex", with: "shop..ex"), to: "broken.yaml")
        let url = "https://shop.example.com/buy/1"
        let sound = try CommandRunner.run(
            RunningServer.program, ["match", "--config", directory.file("sound.yaml"), url])
        #expect(sound.exitCode == 0)
        #expect(
            sound.outputText.replacing(directory.path, with: "DIR") == """
                \(url): match
                  host shop.example.com, environment production
                  shop (ABCDE12345.com.example.shop): match
                    matched by DIR/sound.yaml:1:56 {"/":"/buy/*"}

                """)
        let broken = try CommandRunner.run(
            RunningServer.program, ["match", "--config", directory.file("broken.yaml"), url])
        #expect(broken.exitCode == 3)
        #expect(broken.outputText.isEmpty)
    }
}
