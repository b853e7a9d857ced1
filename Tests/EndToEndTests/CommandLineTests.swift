import Foundation
import TestSupport
import Testing

/// A command line in a directory with three configurations, and all that it must print.
struct CommandLineCase: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var exitCode: Int32
    var output = ""
    var errors = ""
    var testDescription: String { arguments.joined(separator: " ") }
}

struct `The command line` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(Self.sound, to: "sound.yaml")
        try directory.write(
            Self.sound.replacing("com.example.shop", with: "com..shop"), to: "broken.yaml")
        try directory.write(Self.sound.replacing("9180", with: "1"), to: "nobody.yaml")
        try directory.write(Self.document, to: "good.json")
        try directory.write(Self.document.replacing("/buy/*", with: "/buy?x=1"), to: "odd.json")
        try directory.write(#"{"webcredentials":{"apps":["shop"]},}"#, to: "bad.json")
    }

    private static let sound = """
        listen: ["127.0.0.1:8443"]
        tls: {self_signed: always}
        apps:
          shop: {id: ABCDE12345.com.example.shop, rules: [/buy/*]}
        environments:
          production: {apps: [shop], hosts: [shop.example.com, "*.shop.example.com"]}
          retired: {enabled: false, apps: [shop], hosts: [old.example.com]}
        admin: {address: "127.0.0.1:9180"}

        """

    private static let document =
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"#
        + #""components":[{"/":"/buy/*"}]}]}}"#

    private static let usage = "  usage: aasa-origin COMMAND [OPTION...]\n"

    static let cases: [CommandLineCase] = wrong + answers + verdicts + lint

    private static let wrong = [
        CommandLineCase(
            arguments: [], exitCode: 2,
            errors: "error: a command is missing [command-missing]\n"
                + "  hint: for instance: aasa-origin serve --config FILE\n" + usage),
        CommandLineCase(
            arguments: ["chekc"], exitCode: 2,
            errors: "error: unknown command 'chekc' [unknown-command]\n"
                + "  hint: did you mean 'check'?\n" + usage),
        CommandLineCase(
            arguments: ["--jsn"], exitCode: 2,
            errors: "error: unknown option '--jsn' [unknown-option]\n"
                + "  hint: did you mean '--json'?\n" + usage),
        CommandLineCase(
            arguments: ["check", "--strikt"], exitCode: 2,
            errors: "error: unknown option '--strikt' [unknown-option]\n"
                + "  hint: did you mean '--strict'?\n"
                + "  usage: aasa-origin check [OPTION...]\n"),
        CommandLineCase(
            arguments: ["check", "-c"], exitCode: 2,
            errors: "error: option '-c' needs a value: FILE [option-value-missing]\n"
                + "  usage: aasa-origin check [OPTION...]\n"),
        CommandLineCase(
            arguments: ["check", "--json=yes"], exitCode: 2,
            errors: "error: option '--json' takes no value [option-without-value]\n"
                + "  usage: aasa-origin check [OPTION...]\n"),
        CommandLineCase(
            arguments: ["check", "-c", "a", "--config=b"], exitCode: 2,
            errors: "error: option '--config' is given twice [option-repeated]\n"
                + "  usage: aasa-origin check [OPTION...]\n"),
        CommandLineCase(
            arguments: ["check", "sound.yaml"], exitCode: 2,
            errors: "error: unexpected argument 'sound.yaml' [argument-unexpected]\n"
                + "  usage: aasa-origin check [OPTION...]\n"),
        CommandLineCase(
            arguments: ["render"], exitCode: 2,
            errors: "error: give either HOST or --all DIR [argument-missing]\n"
                + "  usage: aasa-origin render [OPTION...] (HOST | --all DIR)\n"),
        CommandLineCase(
            arguments: ["hosts", "--state", "on"], exitCode: 2,
            errors: "error: a host is 'served' or 'disabled', not 'on' [unknown-state]\n"
                + "  usage: aasa-origin hosts [OPTION...]\n"),
        CommandLineCase(
            arguments: ["render", "--prune", "shop.example.com"], exitCode: 2,
            errors: "error: option '--prune' stands only with '--all' [option-conflict]\n"
                + "  usage: aasa-origin render [OPTION...] (HOST | --all DIR)\n"),
        CommandLineCase(
            arguments: ["serve", "-c", "-"], exitCode: 2,
            errors: "error: serve cannot read its configuration twice from '-' "
                + "[configuration-not-a-file]\n"
                + "  hint: name a file, which a reload can read again\n"
                + "  usage: aasa-origin serve [OPTION...]\n"),
    ]

    private static let answers = [
        CommandLineCase(
            arguments: ["-c", "sound.yaml", "render", "shop.example.com"], exitCode: 0,
            output: document),
        CommandLineCase(
            arguments: ["render", "--config=sound.yaml", "--", "A.SHOP.example.com"], exitCode: 0,
            output: document),
        CommandLineCase(
            arguments: ["render", "*.shop.example.com", "-c", "sound.yaml"], exitCode: 0,
            output: document),
        CommandLineCase(
            arguments: ["render", "shob.example.com", "-c", "sound.yaml"], exitCode: 1,
            errors: "error: host 'shob.example.com' is not configured [host-not-configured]\n"
                + "  hint: did you mean 'shop.example.com'?\n"),
        CommandLineCase(
            arguments: ["hosts", "-c", "sound.yaml"], exitCode: 0,
            output: """
                HOST                ENVIRONMENT         DOCUMENT      BYTES  CERTIFICATE
                shop.example.com    production          0d7ecbc50c47  99     -
                *.shop.example.com  production          0d7ecbc50c47  99     -
                old.example.com     retired (disabled)  0d7ecbc50c47  99     -

                """),
        CommandLineCase(
            arguments: ["hosts", "--environment", "retired", "-c", "sound.yaml"], exitCode: 0,
            output: """
                HOST             ENVIRONMENT         DOCUMENT      BYTES  CERTIFICATE
                old.example.com  retired (disabled)  0d7ecbc50c47  99     -

                """),
        CommandLineCase(
            arguments: ["hosts", "--environment", "retird", "-c", "sound.yaml"], exitCode: 1,
            errors: "error: there is no environment 'retird' [unknown-environment]\n"
                + "  hint: did you mean 'retired'?\n"),
        CommandLineCase(
            arguments: ["hosts", "--app", "shop", "--state", "served", "--environment", "retired"]
                + ["-c", "sound.yaml"], exitCode: 1,
            errors: "error: no host passes these filters [no-host-matches]\n"),
        CommandLineCase(
            arguments: ["hosts", "--app", "shpo", "-c", "sound.yaml"], exitCode: 1,
            errors: "error: no host lists the app 'shpo' [unknown-app]\n"
                + "  hint: did you mean 'shop'?\n"),
    ]

    private static let verdicts = [
        CommandLineCase(
            arguments: ["check", "-c", "sound.yaml"], exitCode: 0,
            output: "sound.yaml: sound: 3 hosts, 2 documents, 0 certificates\n"),
        CommandLineCase(
            arguments: ["check"], exitCode: 1,
            errors: "error: no configuration: neither config/aasa-origin.yaml nor "
                + "/etc/aasa-origin/aasa-origin.yaml exists [configuration-missing]\n"
                + "  hint: name one with --config FILE\n"),
        CommandLineCase(
            arguments: ["reload", "-c", "nobody.yaml"], exitCode: 3,
            errors: "error: cannot ask the admin listener at '127.0.0.1:1': failed to connect to "
                + "127.0.0.1 port 1 after 0 ms: Couldn't connect to server [admin-unreachable]\n"
                + "  hint: is the server running with this configuration?\n"),
    ]

    private static let odd =
        "the path '/buy?x=1' holds a query, and '?' is one character there [query-in-path]\n"
        + "  1 | " + document.replacing("/buy/*", with: "/buy?x=1") + "\n"
        + "    |" + String(repeating: " ", count: 86) + "^\n"
        + "  hint: put what follows the '?' under '?'\n"

    private static let lint = [
        CommandLineCase(
            arguments: ["lint", "good.json", "odd.json"], exitCode: 0,
            output: "good.json: clean\nodd.json: 1 warning\n",
            errors: "odd.json:1:86: warning: " + odd),
        CommandLineCase(
            arguments: ["lint", "--strict", "odd.json"], exitCode: 1,
            output: "odd.json: 1 error\n", errors: "odd.json:1:86: error: " + odd),
        CommandLineCase(
            arguments: ["lint", "--ignore", "query-in-path,no-apps", "odd.json"], exitCode: 0,
            output: "odd.json: clean\n"),
        CommandLineCase(
            arguments: ["lint", "--only", "no-apps", "--json", "odd.json"], exitCode: 0,
            output: """
                {
                  "outcome": "ok",
                  "errors": 0,
                  "warnings": 0,
                  "notes": 0,
                  "diagnostics": []
                }

                """),
        CommandLineCase(
            arguments: ["lint", "bad.json"], exitCode: 1, output: "bad.json: 1 error\n",
            errors: """
                bad.json:1:36: error: a comma stands between values, never after the last \
                [json-trailing-comma]
                  1 | {"webcredentials":{"apps":["shop"]},}
                    |                                    ^
                  hint: remove the comma

                """),
        CommandLineCase(
            arguments: ["lint", "none.json", "good.json"], exitCode: 3,
            output: "none.json: 1 error\ngood.json: clean\n",
            errors: "none.json: error: cannot read the document: no such file or directory "
                + "[document-unreadable]\n"),
        CommandLineCase(
            arguments: ["lint", "--explain", "no-apps"], exitCode: 0,
            output: """
                no-apps: note
                  a document without apps claims nothing; that may be meant
                  found:   {"applinks": {"details": []}}
                  instead: {"applinks": {"details": [{"appIDs": […], "components": […]}]}}

                """),
        CommandLineCase(
            arguments: ["lint", "--explain", "no-app"], exitCode: 2,
            errors: "error: there is no rule 'no-app' [unknown-rule]\n"
                + "  hint: did you mean 'no-apps'?\n"
                + "  usage: aasa-origin lint [OPTION...] (FILE... | --explain ID)\n"),
        CommandLineCase(
            arguments: ["lint"], exitCode: 2,
            errors: "error: FILE is missing [argument-missing]\n"
                + "  usage: aasa-origin lint [OPTION...] (FILE... | --explain ID)\n"),
    ]

    @Test(arguments: cases)
    func `prints what the table says`(row: CommandLineCase) throws {
        let result = try run(row.arguments)
        // How long libcurl tried is a matter of the machine.
        let errors = result.errorText.replacing(/after \d+ ms/, with: "after 0 ms")
        #expect(result.outputText == row.output)
        #expect(errors == row.errors)
        #expect(result.exitCode == row.exitCode)
    }

    @Test(arguments: [
        "serve", "check", "match", "diff", "import", "render", "hosts", "doctor", "reload",
        "version", "help",
    ])
    func `shows the same help for a command however it is asked`(command: String) throws {
        let help = try run(["help", command])
        #expect(help.exitCode == 0)
        #expect(help.outputText.hasPrefix("usage: aasa-origin \(command)"))
        #expect(help.outputText.contains("\nexample:\n  aasa-origin \(command)"))
        #expect(help.outputText.split(separator: "\n").allSatisfy { $0.count <= 90 })
        for arguments in [[command, "--help"], ["-h", command], [command, "-h", "--nonsense"]] {
            #expect(try run(arguments).outputText == help.outputText)
        }
    }

    @Test func `points at the mistakes of a configuration, for people and for machines`() throws {
        let people = try run(["check", "-c", "broken.yaml"])
        #expect(people.exitCode == 1)
        #expect(people.outputText == "")
        #expect(people.errorText.hasPrefix("broken.yaml:4:14: error: "))
        #expect(people.errorText.hasSuffix("\nbroken.yaml: not sound: 1 error\n"))
        let machines = try run(["check", "--json", "-c", "broken.yaml"])
        #expect(machines.exitCode == 1)
        #expect(machines.errorText == "")
        let object = try JSONSerialization.jsonObject(with: Data(machines.output))
        let report = try #require(object as? [String: Any])
        #expect(report["outcome"] as? String == "refused")
        #expect(report["errors"] as? Int == 1)
        let findings = try #require(report["diagnostics"] as? [[String: Any]])
        #expect(findings.first?["file"] as? String == "broken.yaml")
        #expect(findings.first?["line"] as? Int == 4)
        #expect(findings.first?["column"] as? Int == 14)
    }

    @Test func `reads a configuration from standard input`() throws {
        let result = try CommandRunner.run(
            RunningServer.program, ["check", "-c", "-"], input: Array(Self.sound.utf8))
        #expect(result.outputText == "<stdin>: sound: 3 hosts, 2 documents, 0 certificates\n")
    }

    @Test func `writes each served document to a file of the host's name`() throws {
        let result = try run(["render", "--all", "out/deep", "-c", "sound.yaml"])
        #expect(result.outputText == "wrote 2 documents to out/deep\n")
        let again = try run(["render", "--all", "out/deep", "-c", "sound.yaml"])
        #expect(again.outputText == "wrote 0 documents to out/deep, 2 unchanged\n")
        let folder = directory.file("out/deep")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(
            names == [".aasa-origin-files", "_wildcard.shop.example.com", "shop.example.com"])
        for name in names.dropFirst() {
            #expect(
                try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == Self.document)
        }
    }

    @Test func `names files of hosts that are gone and removes them when asked`() throws {
        _ = try run(["render", "--all", "out", "-c", "sound.yaml"])
        try directory.write(
            Self.sound.replacing(", \"*.shop.example.com\"", with: ""), to: "smaller.yaml")
        let left = try run(["render", "--all", "out", "-c", "smaller.yaml"])
        #expect(
            left.outputText == """
                wrote 0 documents to out, 1 unchanged
                left 1 file of hosts that are gone: _wildcard.shop.example.com (--prune removes)

                """)
        let pruned = try run(["render", "--all", "out", "--prune", "-c", "smaller.yaml"])
        #expect(
            pruned.outputText == """
                wrote 0 documents to out, 1 unchanged
                removed 1 file of hosts that are gone: _wildcard.shop.example.com

                """)
        #expect(
            !FileManager.default.fileExists(
                atPath: directory.file("out/_wildcard.shop.example.com")))
    }

    @Test func `prints hosts as a JSON object in a line each`() throws {
        let result = try run(["hosts", "--json", "--state", "served", "-c", "sound.yaml"])
        #expect(result.exitCode == 0)
        let lines = result.outputText.split(separator: "\n")
        let hosts = try lines.map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(
            hosts.map { $0["host"] as? String } == ["shop.example.com", "*.shop.example.com"])
    }

    @Test func `asks no server to reload a configuration that it can see is broken`() throws {
        let result = try run(["reload", "-c", "broken.yaml"])
        #expect(result.exitCode == 1)
        #expect(
            result.errorText.hasSuffix(
                "error: the running server was not asked to reload this [reload-not-asked]\n"
                    + "  hint: what it serves stays; name its address with --admin to ask "
                    + "nevertheless\n"))
    }

    private func run(_ arguments: [String]) throws -> CommandResult {
        try CommandRunner.run(RunningServer.program, arguments, directory: directory.path)
    }

    @Test(arguments: ["hosts", "render shop.example.com", "diff sound.yaml nobody.yaml", "import"])
    func `says that its output could not be written`(command: String) throws {
        let words = command == "import" ? "import good.json --host a.example.com" : command
        let config = words.hasPrefix("hosts") || words.hasPrefix("render") ? "-c sound.yaml" : ""
        let result = try CommandRunner.run(
            "/bin/sh", ["-c", "exec '\(RunningServer.program)' \(words) \(config) >/dev/full"],
            directory: directory.path)
        #expect(result.exitCode == 3)
        #expect(
            result.errorText == """
                error: cannot write standard output: no space left on device [output-unwritable]

                """)
    }
}
