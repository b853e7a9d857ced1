/// A rule that never decides, since an earlier one of the entry takes all its URLs.
package struct Shadowing: Sendable, Hashable {
    /// How many pairs of rules are compared in one run; what is over goes without proof.
    package static let comparisonLimit = 100_000

    /// The rule that never decides.
    package var rule: Int
    /// The first rule that takes all its URLs.
    package var cause: Int
    /// Whether that rule takes every URL there is.
    package var isByCatchAll: Bool

    static func all(
        in rules: [LintSubject.Rule], variables: inout VariableTable, budget: inout Int
    ) -> (catchAll: Int?, shadowings: [Shadowing]) {
        let coverages = rules.map { RuleCoverage($0, variables: &variables) }
        let catchAll = coverages.firstIndex { $0?.isCatchAll ?? false }
        var shadowings: [Shadowing] = []
        for (index, coverage) in coverages.enumerated() {
            guard let coverage else { continue }
            if let catchAll, catchAll < index {
                shadowings.append(Shadowing(rule: index, cause: catchAll, isByCatchAll: true))
                continue
            }
            budget -= index
            guard budget >= 0 else { break }
            if let cause = coverages[..<index].firstIndex(where: { $0?.covers(coverage) ?? false })
            {
                shadowings.append(Shadowing(rule: index, cause: cause, isByCatchAll: false))
            }
        }
        return (catchAll, shadowings)
    }
}
