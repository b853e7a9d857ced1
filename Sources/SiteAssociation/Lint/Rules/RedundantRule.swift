import Diagnostics

/// Finds rules whose URLs an earlier one takes with the same verdict.
enum RedundantRule: LintRule {
    static let id = "redundant-rule"
    static let severity = Severity.note
    static let summary = "a rule that an earlier one includes changes nothing"
    static let example = #"[{"/": "/a/*"}, {"/": "/a/b"}]"#
    static let fix = #"[{"/": "/a/*"}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        ShadowedRules.all(in: subject).filter(\.isSameVerdict).map { shadowed in
            finding(
                "\(shadowed.rule.title) changes nothing; an earlier one includes it",
                at: shadowed.rule.location, hint: "remove it",
                notes: [.init("\(shadowed.cause.title) comes first", at: shadowed.cause.location)])
        }
    }
}
