import Diagnostics

/// Finds excludes behind a rule that takes every URL.
enum ExcludeAfterCatchAll: LintRule {
    static let id = "exclude-after-catch-all"
    static let severity = Severity.warning
    static let summary = "an exclude behind a rule that matches everything protects nothing"
    static let example = #"[{"/": "*"}, {"/": "/help/*", "exclude": true}]"#
    static let fix = #"[{"/": "/help/*", "exclude": true}, {"/": "*"}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        ShadowedRules.all(in: subject).filter(concerns).map { shadowed in
            finding(
                "the exclude \(quoted(shadowed.rule.component.path ?? "*")) stands behind a rule "
                    + "that takes every URL", at: shadowed.rule.location,
                hint: "put excludes first",
                notes: [.init("every URL is taken here", at: shadowed.cause.location)])
        }
    }

    static func concerns(_ shadowed: ShadowedRules.Pair) -> Bool {
        shadowed.isByCatchAll && shadowed.rule.component.isExcluded
            && !shadowed.cause.component.isExcluded
    }
}
