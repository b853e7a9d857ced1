import Diagnostics
import POSIX

/// The program: finds the command in the arguments and runs it.
enum Program {
    /// The commands, in the order of the help.
    static let commands: [Command] = [
        .serve, .check, .match, .diff, .importing, .lint, .render, .hosts, .fetches, .history,
        .pickup, .doctor, .reload, .health, .completion, .version, .help,
    ]

    /// Runs the command line and returns how it ended; output that is not whole is a failure.
    static func run(_ arguments: [String]) -> ExitCode {
        let code = outcome(of: arguments)
        guard let failure = ProcessContext.outputFailure else { return code }
        Findings.show([
            Diagnostic(
                .error, "output-unwritable",
                "cannot write standard output: \(failure.reason)")
        ])
        return .failed
    }

    private static func outcome(of arguments: [String]) -> ExitCode {
        do {
            switch try ArgumentParser(commands).parse(arguments) {
            case .help(let command):
                ProcessContext.printOutput(UsageText.text(for: command))
                return .done
            case .version:
                ProcessContext.printOutput("\(Version.name) \(Version.number)\n")
                return .done
            case .run(let command, let invocation):
                return try command.run(invocation)
            }
        } catch {
            Findings.show([error.diagnostic])
            ProcessContext.printError("  usage: \(UsageText.synopsis(of: error.command))\n")
            return .wrongUsage
        }
    }
}
