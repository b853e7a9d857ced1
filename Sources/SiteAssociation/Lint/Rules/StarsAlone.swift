import Diagnostics

/// Finds paths of several stars and nothing else.
enum StarsAlone: LintRule {
    static let id = "stars-alone"
    static let severity = Severity.warning
    static let summary = "'**' is read as '/*/', which misses the root"
    static let example = #"{"/": "**"}"#
    static let fix = #"{"/": "*"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            guard pattern.part == .path, pattern.text.utf8.count > 1,
                pattern.text.utf8.allSatisfy({ $0 == UInt8(ascii: "*") })
            else { return nil }
            return finding(
                "the path \(quoted(pattern.text)) is read as '/*/', which misses the root '/'",
                at: pattern.location, hint: "write '*'")
        }
    }
}
