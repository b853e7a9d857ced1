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

    init(old: [CompiledRule], new: [CompiledRule], host: String) {
        // Rules that match nothing would only hide what the search finds.
        let old = old.filter(\.canMatch)
        let new = new.filter(\.canMatch)
        guard !Self.areEqual(old, new) else { return }
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

    /// Whether two lists are the same but for comments, other spellings of a path and other
    /// names of variables.
    private static func areEqual(_ old: [CompiledRule], _ new: [CompiledRule]) -> Bool {
        old.count == new.count && zip(old, new).allSatisfy { $0.isSame(as: $1) }
    }
}

extension CompiledRule {
    /// Whether no part of the rule stands in the way of every URL.
    fileprivate var canMatch: Bool {
        var patterns = [path, fragment].compactMap(\.self)
        switch query {
        case nil: break
        case .string(let pattern): patterns.append(pattern)
        case .items(let items): patterns += items.map(\.pattern)
        }
        return rule.requiredEntitlement == nil && patterns.allSatisfy { $0.defect == nil }
    }

    /// Whether two rules read the same form of a URL and ask the same of it.
    fileprivate func isSame(as other: CompiledRule) -> Bool {
        form == other.form && rule.effective.isExcluded == other.rule.effective.isExcluded
            && Self.areSame(path, other.path) && Self.areSame(fragment, other.fragment)
            && hasSameQuery(as: other)
    }

    private func hasSameQuery(as other: CompiledRule) -> Bool {
        switch (query, other.query) {
        case (nil, nil): true
        case (.string(let left), .string(let right)): Self.areSame(left, right)
        case (.items(let left), .items(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy {
                    $0.name == $1.name && Self.areSame($0.pattern, $1.pattern)
                }
        case (.items(let items), nil), (nil, .items(let items)): items.isEmpty
        default: false
        }
    }

    /// Whether two patterns, of which none has a defect, have the same steps; no pattern is as
    /// `*`.
    private static func areSame(_ left: Pattern?, _ right: Pattern?) -> Bool {
        (left?.tokens ?? [.any]) == (right?.tokens ?? [.any])
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
