/// Finds URLs on which two lists of rules decide differently.
///
/// Path, query and fragment are independent, so each is searched alone for texts that reach
/// every set of rules that can match together; then all combinations are decided.
struct RuleComparison {
    /// How many combinations of path, query and fragment are decided.
    static let combinationLimit = 1_000_000
    /// How many URLs are kept.
    static let urlLimit = 50

    /// The URLs, one for each pair of rules that decide.
    private(set) var urls: [String] = []
    /// Whether there may be differences beside those.
    private(set) var isIncomplete = false

    private struct Pair: Hashable {
        var old: Int
        var new: Int
    }

    init(
        old: [CompiledRule], new: [CompiledRule], haveSameVariables: Bool, host: String
    ) {
        guard !Self.areEqual(old, new, haveSameVariables) else { return }
        let candidates = URLCandidates(old + new)
        isIncomplete = !candidates.isComplete
        let sides = [old, new].map { RuleTable($0, candidates) }
        var seen: Set<Pair> = []
        var left = Self.combinationLimit
        for fragment in candidates.fragments.indices {
            for query in candidates.queries.indices {
                left -= candidates.paths.count
                guard left >= 0, urls.count < Self.urlLimit else {
                    isIncomplete = true
                    return
                }
                for path in candidates.paths.indices {
                    let rules = sides.map { $0.deciding(path, query, fragment) }
                    let pair = Pair(old: rules[0] ?? -1, new: rules[1] ?? -1)
                    guard sides[0].verdict(rules[0]) != sides[1].verdict(rules[1]),
                        seen.insert(pair).inserted
                    else { continue }
                    urls.append(candidates.url(host, path, query, fragment))
                }
            }
        }
    }

    /// Whether two lists are the same but for comments and other spellings of a path.
    private static func areEqual(
        _ old: [CompiledRule], _ new: [CompiledRule], _ haveSameVariables: Bool
    ) -> Bool {
        guard old.count == new.count else { return false }
        return zip(old, new).allSatisfy { left, right in
            let pair = (plain(left.rule.effective), plain(right.rule.effective))
            return pair.0 == pair.1 && (haveSameVariables || !left.namesVariables)
                && left.rule.requiredEntitlement == right.rule.requiredEntitlement
        }
    }
}

extension RuleComparison {
    /// A component without its comment, its path as the client completes it.
    private static func plain(_ component: Component) -> Component {
        var component = component
        component.comment = nil
        component.path = MatchText.text(
            MatchText.pathForm(MatchText.units(of: component.path ?? "*")))
        if component.query == .items([]) { component.query = nil }
        return component
    }
}

/// Which rules of a list match each candidate, as bits.
private struct RuleTable {
    private let rules: [CompiledRule]
    private let paths: [[UInt64]]
    private let queries: [[UInt64]]
    private let fragments: [[UInt64]]

    init(_ rules: [CompiledRule], _ candidates: URLCandidates) {
        self.rules = rules
        func bits(
            _ texts: [String], _ prefix: String, _ test: (CompiledRule, URLForm) -> Bool
        ) -> [[UInt64]] {
            texts.map { text in
                var words = [UInt64](repeating: 0, count: (rules.count + 63) / 64)
                guard let url = try? LinkURL(prefix + text) else { return words }
                var forms = URLForms(url)
                for (index, rule) in rules.enumerated() {
                    let form = forms.form(isFolded: rule.isFolded, isDecoded: rule.isDecoded)
                    guard rule.rule.requiredEntitlement == nil, test(rule, form) else { continue }
                    words[index / 64] |= 1 << UInt64(index % 64)
                }
                return words
            }
        }
        paths = bits(candidates.paths, "https://h") { $0.matchesPath($1) }
        queries = bits(candidates.queries, "https://h/?") { $0.matchesQuery($1) }
        fragments = bits(candidates.fragments, "https://h/#") { $0.matchesFragment($1) }
    }

    /// Returns the first rule that matches a combination of candidates.
    func deciding(_ path: Int, _ query: Int, _ fragment: Int) -> Int? {
        for word in paths[path].indices {
            let all = paths[path][word] & queries[query][word] & fragments[fragment][word]
            if all != 0 { return word * 64 + all.trailingZeroBitCount }
        }
        return nil
    }

    func verdict(_ rule: Int?) -> Verdict {
        rule.map { rules[$0].rule.effective.isExcluded ? .exclude : .match } ?? .none
    }
}
