import Diagnostics

/// Finds variables without their closing bracket.
enum VariableUnterminated: LintRule {
    static let id = "variable-unterminated"
    static let severity = Severity.error
    static let summary = "a pattern with '$(' and no ')' never matches"
    static let example = #"{"/": "/$(food/*"}"#
    static let fix = #"{"/": "/$(food)/*"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            guard VariableNames(in: pattern.text).isUnterminated else { return nil }
            return finding(
                "'$(' has no ')' after it", at: pattern.location,
                hint: "write a variable as $(name)")
        }
    }
}
