import Diagnostics
import POSIX

extension Command {
    static let completion = Command(
        name: "completion", summary: "Prints the completions for a shell",
        operands: "(bash | zsh | fish)", operandCount: 1...1,
        details: [
            "For bash, read it with 'source' or keep it as aasa-origin in",
            "/usr/share/bash-completion/completions; for zsh, as _aasa-origin in a directory of",
            "fpath; for fish, as aasa-origin.fish in ~/.config/fish/completions.",
        ],
        example: "aasa-origin completion bash"
    ) { (invocation: Invocation) throws(UsageError) -> ExitCode in
        let word = invocation.operands.first ?? ""
        guard let shell = Shell(rawValue: word) else {
            let names = Shell.allCases.map(\.rawValue)
            let hint =
                NearestWord.nearest(to: word, among: names).map { "did you mean '\($0)'?" }
                ?? "one of \(names.joined(separator: ", "))"
            throw UsageError(
                "unknown-shell", "unknown shell \(Diagnostic.quoted(word))", hint: hint,
                for: invocation.command)
        }
        ProcessContext.printOutput(shell.script)
        return .done
    }
}
