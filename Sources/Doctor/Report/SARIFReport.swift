import SiteAssociation

/// Writes reports as one run of SARIF 2.1.0, result by result.
struct SARIFReport: ReportWriter {
    private var isFirst = true

    /// The id of the result on a host that could not be looked at.
    static let obstacleID = "not-looked-at"

    var opening: String {
        let own = FindingRules.all.map {
            Self.rule($0.id, $0.summary, why: $0.why, fix: $0.fix, Self.level($0.level))
        }
        let mistakes = LintRules.all.map { lint in
            Self.rule(
                lint.id, lint.summary, why: lint.summary, fix: lint.fix,
                Self.level(FindingLevel(lint.severity)))
        }
        let obstacle = Self.rule(
            Self.obstacleID, "the host could not be looked at",
            why: "nothing is known of it, neither good nor bad",
            fix: "look from a machine that reaches the host, or allow private addresses", "warning")
        let rules = own + mistakes + [obstacle]
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
        let obstacles = report.obstacle.map { [(obstacleID, "warning", $0)] } ?? []
        return obstacles
            + report.findings.map { finding in
                let text = [finding.message] + finding.details + ["fix: \(finding.rule.fix)"]
                return (finding.rule.id, level(finding.level), text.joined(separator: "\n"))
            }
    }

    private static func rule(
        _ id: String, _ summary: String, why: String, fix: String, _ level: String
    ) -> JSONValue {
        [
            "id": .string(id), "shortDescription": ["text": .string(summary)],
            "fullDescription": ["text": .string(why)], "help": ["text": .string(fix)],
            "defaultConfiguration": ["level": .string(level)],
        ]
    }

    private static func level(_ level: FindingLevel) -> String {
        switch level {
        case .broken: "error"
        case .stale, .warning: "warning"
        case .note: "note"
        }
    }
}
