import Diagnostics

/// Finds variables with the name of a built-in one.
enum VariableShadowsBuiltIn: LintRule {
    static let id = "variable-shadows-built-in"
    static let severity = Severity.warning
    static let summary = "the own definition hides the one that every document has"
    static let example = #""substitutionVariables": {"lang": ["en"]}"#
    static let fix = #""substitutionVariables": {"languages": ["en"]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.variables.filter { BuiltInVariables.names.contains($0.name) }.map { variable in
            finding(
                "the variable \(quoted(variable.name)) replaces the one that Apple defines",
                at: variable.location, hint: "give it a name of its own")
        }
    }
}
