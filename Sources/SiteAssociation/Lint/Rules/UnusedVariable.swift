import Diagnostics

/// Finds variables that no pattern names.
enum UnusedVariable: LintRule {
    static let id = "unused-variable"
    static let severity = Severity.note
    static let summary = "a variable that no pattern names only costs bytes"
    static let example = #""substitutionVariables": {"food": […]}, no $(food)"#
    static let fix = "remove it, or use $(food)"

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        guard subject.root != nil else { return [] }
        let used = Set(
            subject.rules.flatMap(\.usedPatterns).flatMap { VariableNames(in: $0).names })
        return subject.variables.filter { !used.contains($0.name) }.map { variable in
            finding("no pattern uses the variable \(quoted(variable.name))", at: variable.location)
        }
    }
}
