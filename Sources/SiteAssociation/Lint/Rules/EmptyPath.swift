import Diagnostics

/// Finds empty path patterns.
enum EmptyPath: LintRule {
    static let id = "empty-path"
    static let severity = Severity.warning
    static let summary = "an empty path is read as the root and matches nothing else"
    static let example = #"{"/": ""}"#
    static let fix = #"{"/": "*"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            guard pattern.part == .path, pattern.text.isEmpty else { return nil }
            return finding(
                "an empty path matches the root only", at: pattern.location,
                hint: "write '/' for the root, '*' for every path")
        }
    }
}
