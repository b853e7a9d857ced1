import Diagnostics

/// Finds variables inside the values of variables.
enum VariableInValue: LintRule {
    static let id = "variable-in-value"
    static let severity = Severity.warning
    static let summary = "a value that names a variable is dropped"
    static let example = #""food": ["$(drink)", "pizza"]"#
    static let fix = #""food": ["water", "pizza"]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.variables.flatMap { variable in
            variable.values.filter(\.containsVariable).map { value in
                finding(
                    "the value \(quoted(value)) of \(quoted(variable.name)) names a variable",
                    at: variable.location,
                    hint: "write its values out; others are not replaced here")
            }
        }
    }
}
