/// The rules of a document that never decide, each with the rule that takes its URLs.
enum ShadowedRules {
    /// A rule and its cause.
    struct Pair {
        var rule: LintSubject.Rule
        var cause: LintSubject.Rule
        var isByCatchAll: Bool

        /// Whether the two say the same, so that nothing is lost.
        var isSameVerdict: Bool { rule.component.isExcluded == cause.component.isExcluded }
    }

    static func all(in subject: LintSubject) -> [Pair] {
        subject.entries.flatMap { entry -> [Pair] in
            guard let rules = entry.rules, !entry.shadowings.isEmpty else { return [] }
            return entry.shadowings.map {
                Pair(
                    rule: rules[$0.rule], cause: rules[$0.cause], isByCatchAll: $0.isByCatchAll)
            }
        }
    }
}
