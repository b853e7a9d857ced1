import Diagnostics

/// Finds values of a type that the client cannot use.
enum WrongType: LintRule {
    static let id = "wrong-type"
    static let severity = Severity.error
    static let summary = "most values of a wrong type are dropped, which widens what an app gets"
    static let example = #"{"/": 5}"#
    static let fix = #"{"/": "/5"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.root.map { TypeCheck.mistakes(in: $0) }?.map { mistake in
            finding(
                "\(mistake.what) is \(mistake.kind), so \(mistake.effect)",
                at: mistake.location, hint: "it must be \(mistake.expected)",
                severity: mistake.isHarmless ? .warning : nil)
        } ?? []
    }
}
