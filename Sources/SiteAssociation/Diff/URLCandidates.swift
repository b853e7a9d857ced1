/// Paths, queries and fragments that together reach every way in which rules can decide.
struct URLCandidates {
    /// How many queries are made of the values of several items.
    static let queryLimit = 2_000

    private(set) var paths: [String] = []
    private(set) var queries: [String] = []
    private(set) var fragments: [String] = []
    /// Whether every way is reached.
    private(set) var isComplete = true

    init(_ rules: [CompiledRule]) {
        var path = PatternMachine()
        var fragment = PatternMachine()
        var query = PatternMachine()
        for rule in rules {
            if let pattern = rule.path { path.add(pattern, form: rule.form) }
            if let pattern = rule.fragment { fragment.add(pattern, form: rule.form) }
            if case .string(let pattern) = rule.query { query.add(pattern, form: rule.form) }
        }
        paths = take(TextExplorer.paths(path))
        fragments = take(TextExplorer.texts(fragment, forbidden: ""))
        let whole = take(TextExplorer.texts(query, forbidden: "#"))
        let items = itemQueries(rules)
        // Where one rule looks at the whole query and another at items, they depend on each
        // other, and trying both kinds of texts may miss something.
        if whole.count > 1, items.count > 1 { isComplete = false }
        queries = [""] + (items + whole).filter { !$0.isEmpty }
    }

    /// Returns the URL of a combination.
    func url(_ host: String, _ path: Int, _ query: Int, _ fragment: Int) -> String {
        "https://" + host + paths[path] + (queries[query].isEmpty ? "" : "?" + queries[query])
            + (fragments[fragment].isEmpty ? "" : "#" + fragments[fragment])
    }

    private mutating func take(_ result: TextExplorer.Result) -> [String] {
        isComplete = isComplete && result.isComplete
        return result.texts
    }

    // MARK: Query items

    private mutating func itemQueries(_ rules: [CompiledRule]) -> [String] {
        var names: [String] = []
        var machines: [String: PatternMachine] = [:]
        for rule in rules {
            guard case .items(let items) = rule.query else { continue }
            for item in items {
                if machines[item.item.name] == nil { names.append(item.item.name) }
                machines[item.item.name, default: PatternMachine()]
                    .add(item.pattern, form: rule.form)
            }
        }
        var queries = [""]
        for name in names {
            guard let machine = machines[name] else { continue }
            let values = take(TextExplorer.texts(machine, forbidden: "&#"))
            queries = combined(queries, name: Self.written(name), values: values)
        }
        return queries
    }

    /// Adds to each query the item, once with each value and twice with each pair of values.
    private mutating func combined(
        _ queries: [String], name: String, values: [String]
    ) -> [String] {
        var items = values.map { $0.isEmpty ? "" : "\(name)=\($0)" }
        for (index, first) in values.enumerated() {
            for second in values[(index + 1)...] where items.count < Self.queryLimit {
                items.append("\(name)=\(second)&\(name)=\(first)")
            }
        }
        var all: [String] = []
        for item in items {
            for query in queries {
                guard all.count < Self.queryLimit else {
                    isComplete = false
                    return all
                }
                all.append([query, item].filter { !$0.isEmpty }.joined(separator: "&"))
            }
        }
        return all
    }

    private static func written(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            "&=#%".unicodeScalars.contains(scalar)
                ? TextAlphabet.escaped(String(scalar)) : String(scalar)
        }.joined()
    }
}

extension CompiledRule {
    /// The number of the form in which the rule reads a URL.
    var form: PatternMachine.Form { (isFolded ? 1 : 0) + (isDecoded ? 2 : 0) }
}
