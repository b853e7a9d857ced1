import Diagnostics
import POSIX
import SiteAssociation

extension Command {
    static let version = Command(
        name: "version", summary: "Shows the version", options: [.json],
        example: "aasa-origin version --json"
    ) { invocation in
        if invocation.has(.json) {
            Findings.show(["name": .string(Version.name), "version": .string(Version.number)])
        } else {
            ProcessContext.printOutput("\(Version.name) \(Version.number)\n")
        }
        return .done
    }

    private static let manual = Option(name: "--man", summary: "print the manual page")

    static let help = Command(
        name: "help", summary: "Shows the help of a command", operands: "[COMMAND]",
        operandCount: 0...1, options: [manual],
        details: [
            "With --man it is the manual page, in the language of man(1)."
        ],
        example: "aasa-origin help serve"
    ) { (invocation: Invocation) throws(UsageError) -> ExitCode in
        if invocation.has(manual) {
            ProcessContext.printOutput(ManualPage.text)
            return .done
        }
        let word = invocation.operands.first
        let command = Program.commands.first { $0.name == word }
        if let word, command == nil {
            let names = Program.commands.map(\.name)
            throw UsageError(
                "unknown-command", "unknown command \(Diagnostic.quoted(word))",
                hint: NearestWord.nearest(to: word, among: names).map { "did you mean '\($0)'?" },
                for: nil)
        }
        ProcessContext.printOutput(UsageText.text(for: command))
        return .done
    }
}
