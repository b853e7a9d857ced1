import Diagnostics
import Origin
import POSIX
import SiteAssociation

extension Command {
    static let hosts = Command(
        name: "hosts", summary: "Lists what every host of the configuration serves",
        options: [.config, .json],
        details: [
            "Shows the configuration, not a running server: see GET /hosts of the admin",
            "listener for that.",
        ],
        example: "aasa-origin hosts --config config/aasa-origin.yaml",
        run: Hosts.run)
}

/// The command `hosts`.
private enum Hosts {
    @Sendable static func run(_ invocation: Invocation) -> ExitCode {
        let build = SnapshotBuilder(
            certificates: .readOnly, nowMilliseconds: Clock.nowMilliseconds
        ).build(ConfigurationFile.load(invocation))
        let summaries = build.snapshot?.hostSummaries ?? []
        if invocation.has(.json) {
            Findings.show([
                "count": JSONValue(summaries.count), "hosts": .array(summaries.map(\.json)),
                "diagnostics": .array(build.findings.map(\.json)),
            ])
        } else {
            Findings.show(build.findings)
            if build.snapshot != nil { ProcessContext.printOutput(table(summaries)) }
        }
        return build.snapshot == nil ? .refused : .done
    }

    private static func table(_ summaries: [HostSummary]) -> String {
        let rows =
            [["HOST", "ENVIRONMENT", "DOCUMENT", "BYTES", "CERTIFICATE"]]
            + summaries.map { host in
                [
                    host.pattern, host.environment + (host.isEnabled ? "" : " (disabled)"),
                    String(host.digest.prefix(12)), String(host.sizeBytes),
                    host.certificates.isEmpty ? "-" : host.certificates.joined(separator: ","),
                ]
            }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            var line = cells.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }
        return lines.joined()
    }
}
