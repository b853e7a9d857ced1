import Diagnostics

/// Finds backslashes in patterns.
enum BackslashInPattern: LintRule {
    static let id = "backslash-in-pattern"
    static let severity = Severity.warning
    static let summary =
        "what a backslash does is not documented; there is no way to escape a wildcard"
    static let example = #"{"/": "/a\*"}"#
    static let fix = #"{"/": "/a*"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            guard pattern.text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
            return finding(
                "the pattern \(quoted(pattern.text)) holds a backslash, which escapes nothing",
                at: pattern.location, hint: "remove it; '*' and '?' cannot be escaped")
        }
    }
}
