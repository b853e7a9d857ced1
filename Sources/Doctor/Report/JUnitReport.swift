/// Writes reports in the XML of JUnit: a suite for each host, a case for each finding.
///
/// What is broken or stale is a failure, what could not be found out an error; warnings and
/// notes are cases that pass.
struct JUnitReport: ReportWriter {
    var opening: String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"aasa-origin doctor\">\n"
    }

    func text(for report: HostReport) -> String {
        let host = Self.escaped(report.seen.target.name)
        let failures = report.findings.count { $0.level <= .stale }
        let cases = max(1, report.findings.count)
        var text = "<testsuite name=\"\(host)\" tests=\"\(cases)\" failures=\"\(failures)\""
        text += " errors=\"\(report.obstacle == nil ? 0 : 1)\">\n"
        if report.findings.isEmpty || report.obstacle != nil {
            text += Self.testCase("host", host, report.obstacle.map { ("error", $0, $0) })
        }
        for finding in report.findings {
            let lines = finding.details + ["why: \(finding.rule.why)", "fix: \(finding.rule.fix)"]
            let outcome =
                finding.level <= .stale
                ? ("failure", finding.message, lines.joined(separator: "\n")) : nil
            text += Self.testCase(finding.rule.id, host, outcome)
        }
        return text + "</testsuite>\n"
    }

    func closing(_ summary: ReportSummary) -> String { "</testsuites>\n" }

    private static func testCase(
        _ name: String, _ host: String, _ outcome: (kind: String, message: String, text: String)?
    ) -> String {
        let head = "<testcase name=\"\(escaped(name))\" classname=\"\(host)\""
        guard let outcome else { return head + "/>\n" }
        return head + "><\(outcome.kind) message=\"\(escaped(outcome.message))\">"
            + escaped(outcome.text) + "</\(outcome.kind)></testcase>\n"
    }

    /// Returns a text for XML, without the characters that XML 1.0 does not know.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            default:
                let isForbidden = scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE
                result.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }
}
