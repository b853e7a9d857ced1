import Diagnostics

/// Finds patterns with more wildcards than the client follows.
enum TooManyWildcards: LintRule {
    static let id = "too-many-wildcards"
    static let severity = Severity.error
    static let summary =
        "after 64 wildcards and variables the client gives a pattern up; it then matches nothing"
    static let example = #"{"/": "*a*b*c … 65 stars"}"#
    static let fix = #"{"/": "*a*c"}"#

    /// How many wildcards are fine.
    static let warningLimit = 32

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            let steps = VariableNames(in: pattern.text).steps
            guard steps > warningLimit else { return nil }
            let isOver = steps > Pattern.stepLimit
            return finding(
                isOver
                    ? "\(steps) wildcards are more than the \(Pattern.stepLimit) that are followed"
                    : "\(steps) wildcards are close to the \(Pattern.stepLimit) that are followed",
                at: pattern.location, hint: "use fewer; one '*' spans any text, slashes included",
                severity: isOver ? .error : .warning)
        }
    }
}
