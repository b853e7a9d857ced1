import Foundation
import TestSupport
import Testing

/// The commands of the program with their options, as its help shows them.
private struct HelpTable {
    let commands: [(name: String, options: [String])]

    init() throws {
        let help = try CommandRunner.output(RunningServer.program, ["--help"])
        let section = try #require(help.firstMatch(of: /(?s)\ncommands:\n(.*?)\n\n/)?.1)
        commands = try section.split(separator: "\n").map { line in
            let name = String(try #require(line.split(separator: " ").first))
            let text = try CommandRunner.output(RunningServer.program, ["help", name])
            let options = try #require(text.firstMatch(of: /(?s)\noptions:\n(.*?)\n\n/)?.1)
            return (name, options.matches(of: /--[a-z-]+/).map { String($0.0) })
        }
        #expect(commands.count > 10)
    }
}

struct `The manual page` {
    @Test(.enabled(if: Requirement.has("mandoc"), "requires mandoc"))
    func `is one that its formatter has nothing to say against`() throws {
        let page = try CommandRunner.output(RunningServer.program, ["help", "--man"])
        let lint = try CommandRunner.run("mandoc", ["-Tlint"], input: Array(page.utf8))
        #expect(lint.outputText + lint.errorText == "")
        #expect(lint.exitCode == 0)
    }

    @Test(.enabled(if: Requirement.has("mandoc"), "requires mandoc"))
    func `names every command, option and exit code of the help`() throws {
        let page = try CommandRunner.output(RunningServer.program, ["help", "--man"])
        let shown = try CommandRunner.output(
            "mandoc", ["-Tutf8", "-Owidth=120"], input: Array(page.utf8)
        ).replacing(/.\u{8}/, with: "")
        for command in try HelpTable().commands {
            #expect(shown.contains("\n     aasa-origin \(command.name)"), "\(command.name)")
            for option in command.options { #expect(shown.contains(option), "\(option)") }
        }
        let help = try CommandRunner.output(RunningServer.program, ["--help"])
        for match in help.matches(of: /\n  ([0-9])  ([^\n]+)/) {
            let text = match.2.prefix(1).uppercased() + match.2.dropFirst()
            #expect(shown.contains("\n     \(match.1)  "), "\(match.1)")
            #expect(shown.contains(text.prefix(60)), "\(text)")
        }
    }
}

/// A command line that is to be completed, and what bash offers for its last word.
struct CompletionCase: Sendable, CustomTestStringConvertible {
    var words: [String]
    var offers: [String]
    var testDescription: String { words.joined(separator: " ") + "⇥" }

    static let all = [
        CompletionCase(words: ["rel"], offers: ["reload"]),
        CompletionCase(words: ["reload", "--al"], offers: ["--allow-shrink"]),
        CompletionCase(words: ["reload", "--dry-run", "--tok"], offers: ["--token-file"]),
        CompletionCase(
            words: ["check", "--config", "so"], offers: ["some file.yaml", "sound.yaml"]),
        CompletionCase(words: ["check", "--config", "=", "sou"], offers: ["sound.yaml"]),
        CompletionCase(words: ["--config", "x", "che"], offers: ["check"]),
        CompletionCase(words: ["render", "--all", "d"], offers: ["directory"]),
        CompletionCase(words: ["reload", "--admin", "s"], offers: []),
        CompletionCase(words: ["render", "s"], offers: []),
        CompletionCase(words: ["lint", "sou"], offers: ["sound.yaml"]),
        CompletionCase(words: ["completion", ""], offers: ["bash", "zsh", "fish"]),
        CompletionCase(words: ["help", "ho"], offers: ["hosts"]),
        CompletionCase(words: ["nonsense", "-"], offers: []),
    ]
}

struct `The completions for bash` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["sound.yaml", "some file.yaml", "directory/x", "dust"] {
            try directory.write("", to: name)
        }
        try directory.write(
            try CommandRunner.output(RunningServer.program, ["completion", "bash"]),
            to: ".completion")
    }

    @Test(arguments: CompletionCase.all)
    func `offer what may stand there`(row: CompletionCase) throws {
        let script = """
            . ./.completion
            COMP_WORDS=(aasa-origin "$@")
            COMP_CWORD=$#
            _aasa_origin
            for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
            """
        let result = try CommandRunner.run(
            "bash", ["-uc", script, "bash"] + row.words, directory: directory.path)
        #expect(result.exitCode == 0)
        #expect(result.errorText == "")
        #expect(
            result.outputText.split(separator: "\n").map(String.init).sorted()
                == row.offers.sorted())
    }

    @Test func `offer every command and option of the help`() throws {
        let script = try directory.text(of: ".completion")
        for command in try HelpTable().commands {
            let line = try #require(
                script.split(separator: "\n").first { $0.contains(" \(command.name)) words=") })
            for option in command.options { #expect(line.contains(option)) }
        }
    }
}

struct `The completions for other shells` {
    @Test func `are read by zsh`() throws {
        let script = try CommandRunner.output(RunningServer.program, ["completion", "zsh"])
        for command in try HelpTable().commands {
            #expect(script.contains("\n        '\(command.name):"))
            #expect(script.contains("\n                \(command.name)) _arguments \\\n"))
        }
        guard Requirement.has("zsh") else { return }
        let result = try CommandRunner.run("zsh", ["-n"], input: Array(script.utf8))
        #expect(result.exitCode == 0, "\(result.errorText)")
    }

    @Test(.enabled(if: Requirement.has("fish"), "requires fish"))
    func `are read by fish, which offers what may stand there`() throws {
        let directory = try TemporaryDirectory()
        let script = try CommandRunner.output(RunningServer.program, ["completion", "fish"])
        let file = try directory.write(script, to: "aasa-origin.fish")
        let lines = [
            ("aasa-origin rel", "reload"), ("aasa-origin reload --al", "--allow-shrink"),
            ("aasa-origin completion z", "zsh"),
        ]
        for (line, offer) in lines {
            let result = try CommandRunner.run(
                "fish", ["--no-config", "-c", "source \(file); complete -C '\(line)'"],
                environment: ["HOME": directory.path])
            let offers = result.outputText.split(separator: "\n").map { line in
                line.prefix { $0 != "\t" }
            }
            #expect(offers == [Substring(offer)], "\(result.errorText)")
        }
    }

    @Test func `are not there for a shell that is not known`() throws {
        let result = try CommandRunner.run(RunningServer.program, ["completion", "bsh"])
        #expect(result.exitCode == 2)
        #expect(
            result.errorText == """
                error: unknown shell 'bsh' [unknown-shell]
                  hint: did you mean 'bash'?
                  usage: aasa-origin completion (bash | zsh | fish)

                """)
    }
}
