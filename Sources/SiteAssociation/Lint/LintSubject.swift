package import Diagnostics

/// What the linter looks at: a document from a file or a configuration, with its places.
package struct LintSubject: Sendable {
    /// An app where it is listed.
    package struct App: Sendable {
        /// The identifier as written.
        package var id: String
        /// Its place.
        package var location: Location?
    }

    /// One pattern of a rule.
    package struct PatternText: Sendable {
        /// A part of a rule that takes a pattern.
        package enum Part: Sendable, Hashable {
            case path
            case query
            case queryItem(String)
            case fragment
        }
        /// What the pattern is compared with.
        package var part: Part
        /// The pattern, without the `NOT ` of a legacy path.
        package var text: String
        /// Its place.
        package var location: Location?
    }

    /// One component, or one element of `paths`.
    package struct Rule: Sendable {
        /// What it means, with defaults filled in.
        package var component: Component
        /// The patterns that it states itself.
        package var patterns: [PatternText]
        /// Whether it is an element of `paths`.
        package var isLegacy = false
        /// Whether only callers with an entitlement see it, or the client cannot read it.
        package var isOutsideReasoning = false
        /// Where it begins.
        package var location: Location?

        /// How a message names it: by its path, if it has one.
        var title: String {
            guard let path = component.path else { return "the rule" }
            let bare = component.query == nil && component.fragment == nil
            return bare ? "the rule \(quoted(path))" : "the rule with the path \(quoted(path))"
        }
    }

    /// One entry of `details`.
    package struct Entry: Sendable {
        /// The apps.
        package var apps: [App]
        /// The rules, or `nil` when the apps get every URL.
        package var rules: [Rule]?
        /// Where it begins.
        package var location: Location?
        /// The entry as it stands in a file.
        package var node: JSONNode?
        /// The rules that an earlier one hides.
        package private(set) var shadowings: [Shadowing] = []
        /// The first rule that takes every URL.
        package private(set) var catchAll: Int?

        mutating func compareRules(_ variables: inout VariableTable, _ budget: inout ProofBudget) {
            (catchAll, shadowings) = Shadowing.all(
                in: rules ?? [], variables: &variables, budget: &budget)
        }
    }

    /// The apps of a service other than universal links.
    package struct ServiceList: Sendable {
        /// The service.
        package var service: Service
        /// The apps.
        package var apps: [App]
        /// Where the service begins.
        package var location: Location?
    }

    /// A substitution variable.
    package struct Variable: Sendable {
        /// The name.
        package var name: String
        /// The values as written.
        package var values: [String]
        /// The place of the name.
        package var location: Location?
    }

    /// A host of a configuration.
    package struct Host: Sendable {
        /// The name, with `*.` for a wildcard.
        package var pattern: String
        /// Its place.
        package var location: Location?

        /// Creates a host.
        package init(_ pattern: String, at location: Location?) {
            self.pattern = pattern
            self.location = location
        }
    }

    /// The file's value, or `nil` for a configuration.
    package private(set) var root: JSONNode?
    /// The size in bytes as it is served.
    package private(set) var sizeBytes: Int
    /// The place that stands for the whole document.
    package private(set) var location: Location?
    /// The entries for universal links.
    package private(set) var entries: [Entry]
    /// The other services.
    package private(set) var services: [ServiceList]
    /// The substitution variables.
    package private(set) var variables: [Variable]
    /// The hosts; empty for a file, which knows none.
    package private(set) var hosts: [Host]

    /// Where a pattern stands, in numbers.
    private struct PatternPlace {
        var entry: Int
        var rule: Int
        var pattern: Int
    }

    /// The patterns that are no plain paths, in the order of the document.
    private var unusualPatterns: [PatternPlace] = []

    init(
        root: JSONNode?, sizeBytes: Int, location: Location?, entries: [Entry],
        services: [ServiceList], variables: [Variable], hosts: [Host] = [],
        budget: inout ProofBudget
    ) {
        self.root = root
        self.sizeBytes = sizeBytes
        self.location = location
        self.entries = entries
        self.services = services
        self.variables = variables
        self.hosts = hosts
        var table = VariableTable(
            variables.map { SubstitutionVariable(name: $0.name, values: $0.values) })
        for index in entries.indices {
            self.entries[index].compareRules(&table, &budget)
            notePatterns(index)
        }
    }

    private mutating func notePatterns(_ entry: Int) {
        for (index, rule) in (entries[entry].rules ?? []).enumerated() {
            for (number, pattern) in rule.patterns.enumerated()
            where pattern.part != .path || !PlainPath.isPlain(pattern.text) {
                unusualPatterns.append(
                    PatternPlace(entry: entry, rule: index, pattern: number))
            }
        }
    }

    /// Returns a key as the subject's author spells it.
    func spelling(of key: String) -> String {
        guard root == nil else { return key }
        let names = [
            "/": "path", "?": "query", "#": "fragment", "caseSensitive": "case_sensitive",
            "percentEncoded": "percent_encoded", "substitutionVariables": "variables",
        ]
        return names[key] ?? key
    }

    /// Every place at which an app is listed.
    var listedApps: [App] { entries.flatMap(\.apps) + services.flatMap(\.apps) }

    /// Every rule of every entry.
    var rules: [Rule] { entries.flatMap { $0.rules ?? [] } }

    /// Returns the apps of a service.
    func apps(of service: Service) -> [App] {
        if service == .appLinks { return entries.flatMap(\.apps) }
        return services.filter { $0.service == service }.flatMap(\.apps)
    }

    /// Returns a finding for each pattern for which there is a message.
    ///
    /// Plain paths are left out: no rule has anything to say about the text of one.
    func findings(_ finding: (Rule, PatternText) -> Diagnostic?) -> [Diagnostic] {
        unusualPatterns.compactMap { place in
            guard let rule = entries[place.entry].rules?[place.rule] else { return nil }
            return finding(rule, rule.patterns[place.pattern])
        }
    }
}
