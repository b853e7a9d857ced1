import SiteAssociation

/// Writes reports as one run of SARIF 2.1.0, result by result.
struct SARIFReport: ReportWriter {
    private var isFirst = true

    var opening: String {
        let rules = FindingRules.all.map { rule -> JSONValue in
            [
                "id": .string(rule.id), "shortDescription": ["text": .string(rule.summary)],
                "fullDescription": ["text": .string(rule.why)],
                "help": ["text": .string(rule.fix)],
                "defaultConfiguration": ["level": .string(Self.level(rule.level))],
            ]
        }
        let driver: JSONValue = ["name": "aasa-origin doctor", "rules": .array(rules)]
        return #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","#
            + #""runs":[{"tool":{"driver":"# + driver.text() + #"},"results":["# + "\n"
    }

    mutating func text(for report: HostReport) -> String {
        var text = ""
        let uri = report.seen.target.url(ProbeTarget.wellKnown)
        let location: JSONValue = [
            ["physicalLocation": ["artifactLocation": ["uri": .string(uri)]]]
        ]
        for result in Self.results(report) {
            let value: JSONValue = [
                "ruleId": .string(result.id), "level": .string(result.level),
                "message": ["text": .string("\(report.seen.target.name): \(result.text)")],
                "locations": location,
            ]
            text += (isFirst ? "" : ",\n") + value.text()
            isFirst = false
        }
        return text
    }

    func closing(_ summary: ReportSummary) -> String { "\n]}]}\n" }

    private static func results(
        _ report: HostReport
    ) -> [(id: String, level: String, text: String)] {
        let obstacles = report.obstacle.map { [("unknown", "warning", $0)] } ?? []
        return obstacles
            + report.findings.map { finding in
                let text = [finding.message] + finding.details + ["fix: \(finding.rule.fix)"]
                return (finding.rule.id, level(finding.level), text.joined(separator: "\n"))
            }
    }

    private static func level(_ level: FindingLevel) -> String {
        switch level {
        case .broken: "error"
        case .stale, .warning: "warning"
        case .note: "note"
        }
    }
}
