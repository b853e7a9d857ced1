import Configuration
import Diagnostics
import Origin
import POSIX
import SiteAssociation

extension Command {
    static let hosts = Command(
        name: "hosts", summary: "Lists what every host of the configuration serves",
        options: [.config, Hosts.environment, Hosts.tenant, Hosts.app, Hosts.state, Hosts.json],
        details: [
            "Shows the configuration, not a running server: see GET /hosts of the admin",
            "listener for that. With several filters a host must pass all of them. Ends with 1",
            "when no host does.",
        ],
        example: "aasa-origin hosts --environment production --config config/aasa-origin.yaml",
        run: Hosts.run)
}

/// The command `hosts`.
private enum Hosts {
    static let environment = Option(
        name: "--environment", value: "NAME", summary: "only hosts of this environment")
    static let tenant = Option(
        name: "--tenant", value: "NAME", summary: "only hosts of this tenant")
    static let app = Option(
        name: "--app", value: "APP", summary: "only hosts with this app: its name or identifier")
    static let state = Option(
        name: "--state", value: "STATE", summary: "only hosts that are 'served' or 'disabled'")
    static let json = Option(name: "--json", summary: "print a JSON object in a line for each host")

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        let filter = try filter(invocation)
        let progress = invocation.progress(unless: json)
        let build = ConfigurationFile.build(invocation, certificates: .readOnly, progress)
        progress.end()
        Findings.show(build.findings)
        guard let snapshot = build.snapshot else { return .refused }
        let summaries = snapshot.hostSummaries(filter)
        guard !summaries.isEmpty else {
            Findings.show([nothing(filter, snapshot.configuration)])
            return .refused
        }
        if invocation.has(json) {
            ProcessContext.printOutput(lines(summaries))
        } else {
            ProcessContext.printOutput(table(summaries))
        }
        return .done
    }

    private static func filter(_ invocation: Invocation) throws(UsageError) -> HostFilter {
        var filter = HostFilter()
        filter.environment = invocation.value(environment)
        filter.tenant = invocation.value(tenant)
        filter.app = invocation.value(app)
        if let word = invocation.value(state) {
            filter.state = HostFilter.State(rawValue: word)
            let words = HostFilter.State.allCases.map { "'\($0.rawValue)'" }
            guard filter.state != nil else {
                throw UsageError(
                    "unknown-state",
                    "a host is \(words.joined(separator: " or ")), not "
                        + Diagnostic.quoted(word), for: invocation.command)
            }
        }
        return filter
    }

    private static func nothing(
        _ filter: HostFilter, _ configuration: Configuration
    ) -> Diagnostic {
        let names = configuration.environments.map(\.name)
        if let name = filter.environment, !names.contains(name) {
            return Diagnostic(
                .error, "unknown-environment",
                "there is no environment \(Diagnostic.quoted(name))",
                hint: NearestWord.nearest(to: name, among: names).map { "did you mean '\($0)'?" })
        }
        if let name = filter.tenant, !configuration.tenantNames.contains(name) {
            return Diagnostic(
                .error, "unknown-tenant", "there is no tenant \(Diagnostic.quoted(name))",
                hint: NearestWord.nearest(to: name, among: configuration.tenantNames)
                    .map { "did you mean '\($0)'?" })
        }
        if let name = filter.app,
            !configuration.hosts.contains(where: { configuration.lists(name, on: $0) })
        {
            let names = configuration.appNames
            return Diagnostic(
                .error, "unknown-app", "no host lists the app \(Diagnostic.quoted(name))",
                hint: NearestWord.nearest(to: name, among: names).map { "did you mean '\($0)'?" })
        }
        return Diagnostic(.error, "no-host-matches", "no host passes these filters")
    }

    /// One object a line, so that a hundred thousand of them can be read one by one.
    private static func lines(_ summaries: [HostSummary]) -> [UInt8] {
        var bytes: [UInt8] = []
        for summary in summaries {
            bytes += summary.json.encoded()
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
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
        var widths = rows[0].map(\.utf8.count)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], cell.utf8.count)
            }
        }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.utf8.count)
            }
            var line = cells.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }
        return lines.joined()
    }
}
