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
        if areApart(rules) { return (nil, []) }
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

    /// Whether all rules are plain paths, none of which begins as another one does: then none
    /// can take a URL of another, and that needs no proof.
    private static func areApart(_ rules: [LintSubject.Rule]) -> Bool {
        var stems: [String] = []
        for rule in rules {
            let component = rule.component
            guard let path = component.path, component.query == nil, component.fragment == nil,
                path.utf8.count > 2, PlainPath.isPlain(path)
            else { return false }
            stems.append(PlainPath.stem(path).lowercased())
        }
        stems.sort()
        // What begins like another text stands right behind it, or behind one that does, too.
        return !zip(stems, stems.dropFirst()).contains { $1.hasPrefix($0) }
    }
}
