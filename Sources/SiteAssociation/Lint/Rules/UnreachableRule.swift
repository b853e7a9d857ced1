import Diagnostics

/// Finds rules that an earlier one hides and contradicts.
enum UnreachableRule: LintRule {
    static let id = "unreachable-rule"
    static let severity = Severity.warning
    static let summary =
        "the first rule that matches decides; a later one for the same URLs is never asked"
    static let example = #"[{"/": "/a/*"}, {"/": "/a/b/*", "exclude": true}]"#
    static let fix = #"[{"/": "/a/b/*", "exclude": true}, {"/": "/a/*"}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        ShadowedRules.all(in: subject).compactMap { shadowed in
            guard !shadowed.isSameVerdict, !ExcludeAfterCatchAll.concerns(shadowed) else {
                return nil
            }
            return finding(
                "\(shadowed.rule.title) never decides; an earlier one takes all its URLs",
                at: shadowed.rule.location, hint: "move it before that rule",
                notes: [.init("\(shadowed.cause.title) comes first", at: shadowed.cause.location)])
        }
    }
}
