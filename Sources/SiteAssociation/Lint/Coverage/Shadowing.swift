/// A rule that never decides, since an earlier one of the entry takes all its URLs.
package struct Shadowing: Sendable, Hashable {
    /// How many pairs of rules of one entry are compared.
    static let comparisonLimit = 100_000

    /// The rule that never decides.
    package var rule: Int
    /// The first rule that takes all its URLs.
    package var cause: Int
    /// Whether that rule takes every URL there is.
    package var isByCatchAll: Bool

    static func all(
        in rules: [LintSubject.Rule], variables: inout VariableTable
    ) -> (catchAll: Int?, shadowings: [Shadowing]) {
        let coverages = rules.map { RuleCoverage($0, variables: &variables) }
        let catchAll = coverages.firstIndex { $0?.isCatchAll ?? false }
        var shadowings: [Shadowing] = []
        var comparisons = 0
        for (index, coverage) in coverages.enumerated() {
            guard let coverage else { continue }
            if let catchAll, catchAll < index {
                shadowings.append(Shadowing(rule: index, cause: catchAll, isByCatchAll: true))
                continue
            }
            comparisons += index
            guard comparisons <= comparisonLimit else { break }
            if let cause = coverages[..<index].firstIndex(where: { $0?.covers(coverage) ?? false })
            {
                shadowings.append(Shadowing(rule: index, cause: cause, isByCatchAll: false))
            }
        }
        return (catchAll, shadowings)
    }
}
