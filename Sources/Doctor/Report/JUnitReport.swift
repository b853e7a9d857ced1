/// Writes reports in the XML of JUnit: a suite for each host, a case for each finding.
///
/// What is broken or stale is a failure, what could not be found out an error; warnings and
/// notes are cases that pass.
struct JUnitReport: ReportWriter {
    var opening: String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"aasa-origin doctor\">\n"
    }

    /// A case; without an outcome it has passed.
    private struct Case {
        var name: String
        var outcome: (kind: String, type: String, message: String, text: String)?
    }

    func text(for report: HostReport) -> String {
        let host = Self.escaped(report.seen.target.name)
        let cases = Self.cases(report)
        let failures = cases.count { $0.outcome?.kind == "failure" }
        let errors = cases.count { $0.outcome?.kind == "error" }
        let head =
            "<testsuite name=\"\(host)\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
            + "errors=\"\(errors)\">\n"
        return head + cases.map { Self.text($0, host) }.joined() + "</testsuite>\n"
    }

    private static func cases(_ report: HostReport) -> [Case] {
        var cases: [Case] = []
        if let obstacle = report.obstacle {
            cases.append(Case(name: "host", outcome: ("error", "unknown", obstacle, obstacle)))
        } else if report.findings.isEmpty {
            cases.append(Case(name: "host"))
        }
        for finding in report.findings {
            let lines = finding.details + ["why: \(finding.rule.why)", "fix: \(finding.rule.fix)"]
            var item = Case(name: finding.rule.id)
            if finding.level <= .stale {
                item.outcome = (
                    "failure", finding.level.noun, finding.message, lines.joined(separator: "\n")
                )
            }
            cases.append(item)
        }
        return cases
    }

    func closing(_ summary: ReportSummary) -> String { "</testsuites>\n" }

    private static func text(_ item: Case, _ host: String) -> String {
        let head = "<testcase name=\"\(escaped(item.name))\" classname=\"\(host)\""
        guard let outcome = item.outcome else { return head + "/>\n" }
        return head + "><\(outcome.kind) type=\"\(outcome.type)\" "
            + "message=\"\(escaped(outcome.message))\">"
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
