/// A rule with its patterns compiled for both treatments of letter case, to compare with others.
struct RuleCoverage {
    private struct Part {
        var exact: Pattern
        var folded: Pattern

        init(_ text: String, isPath: Bool = false, _ variables: inout VariableTable) {
            exact = Pattern(text, isPath: isPath, isFolded: false, variables: &variables)
            folded = Pattern(text, isPath: isPath, isFolded: true, variables: &variables)
        }

        /// Whether letter case cannot matter to the pattern.
        var isCaseless: Bool {
            exact.tokens.allSatisfy { token in
                switch token {
                case .any, .one: true
                case .values: false
                case .text(let units):
                    units.allSatisfy { $0 < 0x80 && !(0x61...0x7A).contains($0 | 0x20) }
                }
            }
        }
    }

    private enum QueryParts {
        case string(Part)
        case items([(name: [MatchText.Unit], part: Part)])
    }

    private let path: Part?
    private let query: QueryParts?
    private let fragment: Part?
    private let isFolded: Bool
    private let isDecoded: Bool

    /// Creates the coverage of a rule, or nothing for one that cannot be reasoned about.
    init?(_ rule: LintSubject.Rule, variables: inout VariableTable) {
        guard !rule.isOutsideReasoning else { return nil }
        let component = rule.component
        path = component.path.map { Part($0, isPath: true, &variables) }
        fragment = component.fragment.map { Part($0, &variables) }
        switch component.query {
        case nil: query = nil
        case .string(let text): query = .string(Part(text, &variables))
        case .items(let items):
            query = .items(
                items.map { (MatchText.units(of: $0.name), Part($0.pattern, &variables)) })
        }
        isFolded = component.caseSensitive == false
        isDecoded = component.percentEncoded == false
        guard parts.allSatisfy({ $0.exact.defect == nil }) else { return nil }
    }

    private var parts: [Part] {
        let parts = [path, fragment].compactMap(\.self)
        switch query {
        case nil: return parts
        case .string(let part): return parts + [part]
        case .items(let items): return parts + items.map(\.part)
        }
    }

    /// Whether the rule matches every URL.
    func isCatchAll(_ budget: inout ProofBudget) -> Bool {
        isUniversal(path, isPath: true, &budget) && isUniversal(fragment, &budget)
            && accepts(nil, nil, &budget)
    }

    /// Whether the rule provably matches every URL that another one matches.
    func covers(_ other: RuleCoverage, _ budget: inout ProofBudget) -> Bool {
        covers(path, other.path, other, isPath: true, &budget)
            && covers(fragment, other.fragment, other, &budget)
            && accepts(other.query, other, &budget)
    }

    private func accepts(
        _ inner: QueryParts?, _ other: RuleCoverage?, _ budget: inout ProofBudget
    ) -> Bool {
        switch query {
        case nil: return true
        case .string(let part):
            guard case .string(let innerPart) = inner, let other else {
                return isUniversal(part, &budget)
            }
            return covers(part, innerPart, other, &budget)
        case .items(let items):
            for item in items {
                guard let other, case .items(let inner) = inner,
                    let same = inner.first(where: { $0.name == item.name })
                else {
                    guard isUniversal(item.part, &budget) else { return false }
                    continue
                }
                guard covers(item.part, same.part, other, &budget) else { return false }
            }
            return true
        }
    }

    private func isUniversal(
        _ part: Part?, isPath: Bool = false, _ budget: inout ProofBudget
    ) -> Bool {
        guard let part else { return true }
        return PatternContainment.isProven(
            [.any], in: part.exact.tokens, isPath: isPath, budget: &budget)
    }

    private func covers(
        _ part: Part?, _ inner: Part?, _ other: RuleCoverage, isPath: Bool = false,
        _ budget: inout ProofBudget
    ) -> Bool {
        guard let part else { return true }
        guard let inner, isDecoded == other.isDecoded else {
            return isUniversal(part, isPath: isPath, &budget)
        }
        let comparesFolded = isFolded || other.isFolded
        guard isFolded || !other.isFolded || part.isCaseless else { return false }
        return PatternContainment.isProven(
            comparesFolded ? inner.folded.tokens : inner.exact.tokens,
            in: comparesFolded ? part.folded.tokens : part.exact.tokens, isPath: isPath,
            budget: &budget)
    }
}
