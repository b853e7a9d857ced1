package import Diagnostics

/// The places at which the parts of a configured association were written.
package struct AssociationPlaces: Sendable {
    /// The places of one rule.
    package struct Rule: Sendable, Hashable {
        /// Where the rule begins.
        package var location: Location
        /// Its patterns: path, query or query items, fragment, as far as it has them.
        package var patterns: [Location]

        /// Creates the places of a rule.
        package init(_ location: Location, patterns: [Location]) {
            self.location = location
            self.patterns = patterns
        }
    }

    /// The places of one entry of `details`.
    package struct Entry: Sendable {
        /// The apps, in order.
        package var apps: [Location]
        /// The rules, in order.
        package var rules: [Rule]
        /// Whether the same rules have been looked at in another document.
        package var isKnown: Bool

        /// Creates the places of an entry.
        package init(apps: [Location], rules: [Rule], isKnown: Bool = false) {
            self.apps = apps
            self.rules = rules
            self.isKnown = isKnown
        }
    }

    /// The place that stands for the whole.
    package var location: Location?
    /// The entries, in order; one whose rules are known already has `isKnown`.
    package var entries: [Entry]
    /// The apps of each service, in order.
    package var services: [Service: [Location]]
    /// The variables, by name.
    package var variables: [String: Location]
    /// The hosts that serve the document.
    package var hosts: [LintSubject.Host]

    /// Creates places; what is not known is left out.
    package init(
        location: Location? = nil, entries: [Entry] = [], services: [Service: [Location]] = [:],
        variables: [String: Location] = [:], hosts: [LintSubject.Host] = []
    ) {
        self.location = location
        self.entries = entries
        self.services = services
        self.variables = variables
        self.hosts = hosts
    }
}

extension LintSubject {
    /// Creates the subject of a configured association.
    ///
    /// - Parameters:
    ///   - association: The document as it will be published.
    ///   - places: Where its parts were written.
    ///   - budget: The steps that proofs may still take.
    package init(
        _ association: Association, places: AssociationPlaces, budget: inout ProofBudget
    ) {
        let links = association.appLinks
        let entries = (links?.details ?? []).enumerated().map { index, details in
            Self.entry(
                details, links?.defaults ?? Defaults(),
                places.entries.indices.contains(index) ? places.entries[index] : nil)
        }
        let services = association.services.map { list in
            let locations = places.services[list.service] ?? []
            return ServiceList(
                service: list.service, apps: Self.apps(list.appIDs, locations),
                location: locations.first ?? places.location)
        }
        let variables = (links?.substitutionVariables ?? []).map {
            Variable(name: $0.name, values: $0.values, location: places.variables[$0.name])
        }
        self.init(
            root: nil, sizeBytes: 0, location: places.location,
            entries: entries, services: services, variables: variables, hosts: places.hosts,
            budget: &budget)
    }

    /// Creates the subject of a configured association that stands alone.
    package init(_ association: Association, places: AssociationPlaces) {
        var budget = ProofBudget()
        self.init(association, places: places, budget: &budget)
    }

    private static func apps(_ ids: [String], _ locations: [Location]) -> [App] {
        ids.enumerated().map { index, id in
            App(id: id, location: locations.indices.contains(index) ? locations[index] : nil)
        }
    }

    private static func entry(
        _ details: Details, _ defaults: Defaults, _ places: AssociationPlaces.Entry?
    ) -> Entry {
        let known = places?.rules ?? []
        let rules = details.components.enumerated().map { index, component in
            return rule(
                component, details.defaults, defaults,
                known.indices.contains(index) ? known[index] : nil)
        }
        return Entry(
            apps: apps(details.appIDs, places?.apps ?? []),
            rules: places?.isKnown == true ? nil : rules,
            location: places?.apps.first)
    }

    private static func rule(
        _ component: Component, _ near: Defaults, _ far: Defaults, _ places: AssociationPlaces.Rule?
    ) -> Rule {
        var effective = component
        effective.caseSensitive =
            component.caseSensitive ?? near.caseSensitive ?? far.caseSensitive ?? true
        effective.percentEncoded =
            component.percentEncoded ?? near.percentEncoded ?? far.percentEncoded ?? true
        var patterns: [PatternText] = []
        if let path = component.path { patterns.append(PatternText(part: .path, text: path)) }
        switch component.query {
        case nil: break
        case .string(let text): patterns.append(PatternText(part: .query, text: text))
        case .items(let items):
            patterns += items.map { PatternText(part: .queryItem($0.name), text: $0.pattern) }
        }
        if let text = component.fragment {
            patterns.append(PatternText(part: .fragment, text: text))
        }
        let known = places?.patterns ?? []
        for index in patterns.indices {
            patterns[index].location =
                known.indices.contains(index) ? known[index] : places?.location
        }
        return Rule(component: effective, patterns: patterns, location: places?.location)
    }
}
