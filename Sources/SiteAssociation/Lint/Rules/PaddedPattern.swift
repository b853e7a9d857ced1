import Diagnostics

/// Finds white space around patterns.
enum PaddedPattern: LintRule {
    static let id = "padded-pattern"
    static let severity = Severity.warning
    static let summary = "no URL holds a blank, so a pattern with one at its end matches nothing"
    static let example = #"{"/": "/buy/* "}"#
    static let fix = #"{"/": "/buy/*"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            guard let first = pattern.text.first, let last = pattern.text.last,
                first.isWhitespace || last.isWhitespace
            else { return nil }
            return finding(
                "the pattern \(quoted(pattern.text)) has white space at an end",
                at: pattern.location, hint: "remove it")
        }
    }
}
