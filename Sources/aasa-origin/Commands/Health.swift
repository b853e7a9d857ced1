import Configuration
import Diagnostics
import HTTP
import HTTPClient
import Origin
import POSIX

extension Command {
    static let health = Command(
        name: "health", summary: "Says whether a running server lives, for probes",
        options: [.config, AdminClient.admin, Health.ready],
        details: [
            "Asks the admin listener of the configuration, or where there is none the first",
            "listener that speaks TLS or HTTP without a PROXY header. With --admin no",
            "configuration is read, so that a broken file does not matter to the probe. Ends with",
            "0 when the server lives, 1 when it answers that it does not, 3 when it cannot be",
            "reached.",
        ],
        example: "aasa-origin health --config /etc/aasa-origin/aasa-origin.yaml",
        run: Health.run)
}

/// The command `health`.
private enum Health {
    static let ready = Option(
        name: "--ready", summary: "ask whether it takes requests, which it denies while it ends")

    /// How long an answer may take.
    static let timeoutMilliseconds = 5_000

    @Sendable static func run(_ invocation: Invocation) -> ExitCode {
        do throws(AdminFailure) {
            let subject = try HealthSubject(invocation)
            let status = try subject.status(
                isReadiness: invocation.has(ready), timeoutMilliseconds: timeoutMilliseconds)
            guard subject.isHealthy(status) else {
                throw AdminFailure(
                    findings: [
                        Diagnostic(
                            .error, "unhealthy",
                            "\(Diagnostic.quoted(subject.name)) answered \(status)")
                    ], code: .refused)
            }
            ProcessContext.printOutput("healthy: \(subject.name) answered \(status)\n")
            return .done
        } catch {
            Findings.show(error.findings)
            return error.code
        }
    }
}
