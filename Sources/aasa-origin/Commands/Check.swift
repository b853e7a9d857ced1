import Configuration
import Diagnostics
import Origin
import POSIX
import SiteAssociation

extension Command {
    static let check = Command(
        name: "check", summary: "Says whether the configuration is sound, without serving it",
        options: [.config, Check.strict, .json],
        details: [
            "Reads the configuration and the certificates and builds every document. Binds no",
            "port and writes nothing. Ends with 1 when there is any error.",
        ],
        example: "aasa-origin check --strict --config config/aasa-origin.yaml",
        run: Check.run)
}

/// The command `check`.
private enum Check {
    static let strict = Option(name: "--strict", summary: "count warnings as errors")

    @Sendable static func run(_ invocation: Invocation) -> ExitCode {
        let progress = invocation.progress(unless: .json)
        let build = ConfigurationFile.build(invocation, certificates: .readOnly, progress)
        progress.end()
        let findings = invocation.has(strict) ? build.findings.strict() : build.findings
        if invocation.has(.json) {
            Findings.show(report(build, findings))
        } else {
            Findings.show(findings)
            printSummary(build, findings, ConfigurationFile.displayName(invocation))
        }
        return findings.containsError ? .refused : .done
    }

    private static func printSummary(
        _ build: SnapshotBuild, _ findings: [Diagnostic], _ name: String?
    ) {
        let count = Findings.count(findings)
        let rest = count.isEmpty ? "" : "; \(count)"
        guard let snapshot = build.snapshot, !findings.containsError else {
            if let name { ProcessContext.printError("\(name): not sound: \(count)\n") }
            return
        }
        ProcessContext.printOutput(
            "\(name ?? ""): sound: \(snapshot.description)\(rest)\n")
    }

    private static func report(_ build: SnapshotBuild, _ findings: [Diagnostic]) -> JSONValue {
        JSONValue(present: [
            "outcome": findings.containsError ? "refused" : "ok",
            "digest": build.snapshot.map { .string($0.digest) },
            "hosts": build.snapshot.map { JSONValue($0.hostCount) },
            "documents": build.snapshot.map { JSONValue($0.siteCount) },
            "errors": JSONValue(findings.count { $0.severity == .error }),
            "warnings": JSONValue(findings.count { $0.severity == .warning }),
            "diagnostics": .array(findings.map(\.json)),
        ])
    }
}
