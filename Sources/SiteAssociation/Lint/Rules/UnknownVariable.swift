import Diagnostics

/// Finds patterns with variables that nothing defines.
enum UnknownVariable: LintRule {
    static let id = "unknown-variable"
    static let severity = Severity.error
    static let summary = "a pattern with an unknown variable never matches"
    static let example = #"{"/": "/$(fod)/*"}, defined is "food""#
    static let fix = #"{"/": "/$(food)/*"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        let known = subject.variables.map(\.name) + BuiltInVariables.names
        let names = Set(known)
        return subject.rules.flatMap(\.patterns).flatMap { pattern in
            VariableNames(in: pattern.text).names.filter { !names.contains($0) }.map { name in
                finding(
                    "there is no variable \(quoted(name))", at: pattern.location,
                    hint: NearestWord.nearest(to: name, among: known)
                        .map { "did you mean '\($0)'?" }
                        ?? "define it under "
                        + quoted(subject.spelling(of: "substitutionVariables"))
                )
            }
        }
    }
}
