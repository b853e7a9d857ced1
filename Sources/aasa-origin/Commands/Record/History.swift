import Diagnostics
import FetchRecord
import POSIX
import SiteAssociation

extension Command {
    static let history = Command(
        name: "history", summary: "Lists the versions that a host served, the latest first",
        operands: "HOST", operandCount: 1...1, options: RecordSource.options + [.json],
        details: [
            "Shows when each version went live and was replaced, and when Apple's network took",
            "it first. 'render HOST --version DIGEST' prints one, 'diff HOST@OLD HOST@NEW' says",
            "what two of them differ in. Ends with 1 when no version of the host is known.",
        ] + RecordSource.details,
        example: "aasa-origin history shop.example.com --config config/aasa-origin.yaml",
        run: History.run)
}

/// The command `history`.
private enum History {
    @Sendable static func run(_ invocation: Invocation) -> ExitCode {
        let host = invocation.operands[0]
        do throws(AdminFailure) {
            guard let versions = try RecordSource(invocation).versions(of: host) else {
                Findings.show([
                    Diagnostic(
                        .error, "host-unknown",
                        "the record knows no version of host \(Diagnostic.quoted(host))")
                ])
                return .refused
            }
            if invocation.has(.json) {
                Findings.show([
                    "host": .string(versions.host), "versions": .array(versions.list.map(\.json)),
                ])
            } else {
                ProcessContext.printOutput(RecordText.history(versions.list))
            }
            return .done
        } catch {
            Findings.show(error.findings)
            return error.code
        }
    }
}
