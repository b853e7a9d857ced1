/// A rule that never decides, since an earlier one of the entry takes all its URLs.
package struct Shadowing: Sendable, Hashable {
    /// The rule that never decides.
    package var rule: Int
    /// The first rule that takes all its URLs.
    package var cause: Int
    /// Whether that rule takes every URL there is.
    package var isByCatchAll: Bool

    static func all(
        in rules: [LintSubject.Rule], variables: inout VariableTable, budget: inout ProofBudget
    ) -> (catchAll: Int?, shadowings: [Shadowing]) {
        let coverages = rules.map { RuleCoverage($0, variables: &variables) }
        let catchAll = coverages.firstIndex { $0?.isCatchAll(&budget) ?? false }
        var shadowings: [Shadowing] = []
        for (index, coverage) in coverages.enumerated() {
            guard let coverage else { continue }
            if let catchAll, catchAll < index {
                shadowings.append(Shadowing(rule: index, cause: catchAll, isByCatchAll: true))
                continue
            }
            guard budget.left > 0 else { continue }
            let cause = coverages[..<index].firstIndex { $0?.covers(coverage, &budget) ?? false }
            if let cause {
                shadowings.append(Shadowing(rule: index, cause: cause, isByCatchAll: false))
            }
        }
        return (catchAll, shadowings)
    }
}
