/// How reports are written.
package enum ReportFormat: String, Sendable, CaseIterable {
    case text
    case json
    case sarif
    case junit

    /// Returns what writes reports in this form.
    ///
    /// - Parameter hosts: How many there will be.
    /// - Returns: The writer.
    package func writer(hosts: Int) -> any ReportWriter {
        switch self {
        case .text: hosts == 1 ? TextReport() : BriefReport()
        case .json: JSONReport(hasSummary: hosts != 1)
        case .sarif: SARIFReport()
        case .junit: JUnitReport()
        }
    }
}

/// Writes reports one after the other, as they come.
package protocol ReportWriter: Sendable {
    /// What stands before the first report.
    var opening: String { get }
    /// Returns a report.
    mutating func text(for report: HostReport) -> String
    /// Returns what stands behind the last report.
    func closing(_ summary: ReportSummary) -> String
}

extension TextReport: ReportWriter {
    /// Nothing.
    package var opening: String { "" }
    /// Returns nothing.
    package func closing(_ summary: ReportSummary) -> String { "" }
}

/// Writes a line for each host and each finding that matters, and a table at the end.
struct BriefReport: ReportWriter {
    var opening: String { "" }

    func text(for report: HostReport) -> String {
        var text = "\(report.seen.target.name): \(TextReport.headline(report))\n"
        if let obstacle = report.obstacle { text += "  \(obstacle)\n" }
        for finding in report.findings where finding.level < .note {
            text += "  \(finding.level.noun): \(finding.message) [\(finding.rule.id)]\n"
        }
        return text
    }

    func closing(_ summary: ReportSummary) -> String {
        let counts = Verdict.allCases.compactMap { verdict in
            summary.verdicts[verdict].map { "\($0) \(verdict.rawValue)" }
        }
        var text = "\n\(Words.counted(summary.hosts, "host")): "
        text += counts.joined(separator: ", ") + "\n"
        let width = summary.rows.map(\.id.count).max() ?? 0
        for row in summary.rows {
            let pad = String(repeating: " ", count: width - row.id.count)
            let level = row.level.noun
            let gap = String(repeating: " ", count: 7 - level.count)
            text += "  \(level)\(gap)  \(row.id)\(pad)  \(Words.counted(row.hosts, "host"))\n"
        }
        return text
    }
}
