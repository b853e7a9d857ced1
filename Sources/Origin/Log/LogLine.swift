package import Diagnostics

/// One line of the operational log, before it has a time.
package struct LogLine: Sendable {
    /// How much a line matters.
    package enum Level: String, Sendable, Hashable, CaseIterable {
        case info
        case warn
        case error
    }

    private let level: Level
    private let message: String
    private let fields: [(key: String, value: String)]

    /// Creates a line.
    package init(
        _ level: Level, _ message: String, _ fields: [(key: String, value: String)] = []
    ) {
        self.level = level
        self.message = message
        self.fields = fields
    }

    /// Creates the line of a finding.
    package init(_ finding: Diagnostic) {
        var fields = [(key: "id", value: finding.id)]
        if let hint = finding.hint { fields.append((key: "hint", value: hint)) }
        for note in finding.notes {
            fields.append((key: "note", value: Self.placed(note.message, at: note.location)))
        }
        let level: Level =
            switch finding.severity {
            case .error: .error
            case .warning: .warn
            case .note: .info
            }
        self.init(level, Self.placed(finding.message, at: finding.location), fields)
    }

    /// Creates the line of a reload.
    package init(_ verdict: ReloadVerdict) {
        let isGood = verdict.outcome == .reloaded || verdict.outcome == .unchanged
        var fields = [
            (key: "outcome", value: verdict.outcome.rawValue),
            (key: "trigger", value: verdict.trigger.rawValue),
            (key: "old_digest", value: verdict.oldDigest),
        ]
        if let digest = verdict.newDigest { fields.append((key: "new_digest", value: digest)) }
        self.init(isGood ? .info : .error, verdict.description, fields)
    }

    /// Creates the line of a certificate that is served from now on.
    package init(_ certificate: CertificateSummary) {
        self.init(
            .info, "serving certificate \(Diagnostic.quoted(certificate.name))",
            [
                (key: "names", value: certificate.dnsNames.prefix(10).joined(separator: ",")),
                (key: "serial", value: certificate.serial),
                (key: "not_after", value: certificate.endText),
            ])
    }

    /// Creates the line of hosts that change in the same way, or would.
    private init(_ group: HostGroup, isServed: Bool) {
        self.init(
            .info, (isServed ? "" : "not served: ") + group.summary,
            [(key: "hosts", value: group.hosts.text())])
    }

    /// How many groups of hosts the lines of a reload tell.
    private static let groupLimit = 10

    /// Returns the lines of a reload: the verdict, what changes, new certificates, findings.
    package static func lines(of verdict: ReloadVerdict) -> [LogLine] {
        let isServed = verdict.outcome == .reloaded && !verdict.isDryRun
        let certificates = isServed ? verdict.changes.addedCertificates : []
        let groups = verdict.changes.groups.prefix(groupLimit)
        return [LogLine(verdict)] + groups.map { LogLine($0, isServed: isServed) }
            + certificates.prefix(DiagnosticText.findingLimit).map(LogLine.init)
            + verdict.findings.prefix(DiagnosticText.findingLimit).map(LogLine.init)
    }

    /// Returns the line as text, ended by a line feed; nothing in it can end it earlier.
    package func text(at time: LogTime) -> String {
        var text = "time=\(time.rfc3339) level=\(level.rawValue) msg=\(Self.quoted(message))"
        for field in fields { text += " \(field.key)=\(Self.quoted(field.value))" }
        return text + "\n"
    }

    private static func placed(_ message: String, at location: Location?) -> String {
        location.map { "\($0): \(message)" } ?? message
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in Diagnostic.printable(value).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}
