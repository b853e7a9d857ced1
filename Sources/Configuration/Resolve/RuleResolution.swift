import Diagnostics
import SiteAssociation

/// Looks up the rules of apps.
///
/// - Threads: One thread at a time.
final class RuleResolution {
    private let draft: Draft
    private let decoder: NodeDecoder
    private let variables: VariableUse
    /// What has been reported, so that a list that many environments use is reported once.
    private var reported: Set<Location> = []
    /// The rules of apps by the apps' names, so that they are looked up once.
    private var expansions: [String: RuleExpansion] = [:]
    private var identities: [Hashed<[Component]>: Int] = [:]
    private var ruleCount = 0

    init(draft: Draft, decoder: NodeDecoder, variables: VariableUse) {
        self.draft = draft
        self.decoder = decoder
        self.variables = variables
    }

    /// Returns the rules of an app in an environment, or `nil` when it has none.
    func expansion(
        of app: AppDraft, in reference: EnvironmentDraft.App
    ) -> RuleExpansion? {
        if let rules = reference.rules {
            return expansion(rules, reference, at: reference.rulesLocation)
        }
        if let known = expansions[reference.name.value] { return known }
        guard let rules = app.rules else {
            decoder.error(
                "app-without-rules",
                "the app \(quoted(reference.name.value)) has no rules for applinks",
                at: reference.name.location,
                hint: "add rules to it; rules: [\"*\"] opens every URL, rules: [] none")
            return nil
        }
        let expansion = expansion(rules, reference, at: app.rulesLocation)
        expansions[reference.name.value] = expansion
        return expansion
    }

    private func expansion(
        _ entries: [RuleEntry], _ reference: EnvironmentDraft.App, at location: Location?
    ) -> RuleExpansion? {
        let place = location ?? reference.name.location
        if entries.isEmpty { reportNoRules(reference, at: place) }
        let lists = entries.map(patterns)
        ruleCount += lists.reduce(0) { $0 + $1.count }
        guard ruleCount <= ResolutionLimits.rules else {
            reportLimit(at: place)
            return nil
        }
        let names = zip(entries, lists).flatMap { entry, patterns in
            [String?](repeating: entry.listName, count: patterns.count)
        }
        return RuleExpansion(
            Array(lists.joined()), lists: names, variables: variables, identity: identity)
    }

    private func identity(_ components: [Component]) -> Int {
        let key = Hashed(components)
        if let known = identities[key] { return known }
        identities[key] = identities.count
        return identities.count - 1
    }

    /// Returns rules with their texts changed, without those that lose one.
    func filled(_ expansion: RuleExpansion, _ change: TextChange) -> RuleExpansion {
        var patterns: [Pattern] = []
        var lists: [String?] = []
        for (pattern, source) in zip(expansion.patterns, expansion.sources) {
            guard let component = change.applied(to: pattern.component) else { continue }
            var pattern = pattern
            pattern.component = component
            patterns.append(pattern)
            lists.append(source.list)
        }
        return RuleExpansion(
            patterns, lists: lists, variables: variables, identity: identity)
    }

    private func patterns(_ entry: RuleEntry) -> [Pattern] {
        switch entry {
        case .pattern(let pattern): return [pattern]
        case .list(let name):
            if let list = draft.rules[name.value] { return list.value }
            guard reported.insert(name.location).inserted else { return [] }
            decoder.error(
                "unknown-rules", "there is no rule list \(quoted(name.value))",
                at: name.location,
                hint: decoder.didYouMean(name.value, among: draft.rules.names)
                    ?? "define it under 'rules'; a pattern starts with '/'")
            return []
        }
    }

    private func reportLimit(at location: Location) {
        guard reported.insert(location).inserted else { return }
        decoder.error(
            "rules-too-many",
            "all apps and environments have more than \(ResolutionLimits.rules) rules",
            at: location, hint: "a named list counts wherever it is used")
    }

    private func reportNoRules(_ reference: EnvironmentDraft.App, at location: Location) {
        guard reported.insert(location).inserted else { return }
        decoder.report(
            Diagnostic(
                .note, "app-claims-nothing",
                "the app \(quoted(reference.name.value)) claims no URL", at: location))
    }

    // MARK: Legacy paths

    /// Warns, once for each rule, that the paths of iOS 12 and older say less than it does.
    func report(_ path: LegacyPath, of pattern: Pattern) {
        let hint: String
        switch path {
        case .exact: return
        case .approximate(let text): hint = "devices before iOS 13 get \(quoted(text)) instead"
        case .absent: hint = "devices before iOS 13 get no path for it"
        }
        guard reported.insert(pattern.location).inserted else { return }
        decoder.warning(
            "legacy-paths-differ",
            "legacy paths cannot express \(legacyFault(pattern.component))",
            at: pattern.location, hint: hint)
    }

    private func legacyFault(_ component: Component) -> String {
        if component.query != nil { return "'query'" }
        if component.fragment != nil { return "'fragment'" }
        if component.caseSensitive == false { return "'case_sensitive'" }
        if component.percentEncoded == false { return "'percent_encoded'" }
        let usesVariable = VariableUse.patterns(of: component).contains {
            !VariableUse.names(in: $0).isEmpty
        }
        return usesVariable ? "a variable" : "the 'defaults' of this rule"
    }
}
