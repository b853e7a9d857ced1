import Diagnostics
import SiteAssociation

/// Looks up the rules of apps.
///
/// - Threads: One thread at a time.
final class RuleResolution {
    private let draft: Draft
    private let decoder: NodeDecoder
    /// What has been reported, so that a list that many environments use is reported once.
    private var reported: Set<Location> = []
    private var legacyPatterns: [Pattern] = []

    init(draft: Draft, decoder: NodeDecoder) {
        self.draft = draft
        self.decoder = decoder
    }

    /// Returns the components of an app in an environment, or `nil` when it has no rules.
    func components(
        of app: AppDraft, in reference: EnvironmentDraft.App, isLegacy: Bool
    ) -> [Component]? {
        guard let entries = reference.rules ?? app.rules else {
            decoder.error(
                "app-without-rules",
                "the app \(quoted(reference.name.value)) has no rules for applinks",
                at: reference.name.location,
                hint: "add rules to it; rules: [\"*\"] opens every URL, rules: [] none")
            return nil
        }
        let patterns = entries.flatMap(patterns)
        if entries.isEmpty { reportNoRules(app, reference) }
        if isLegacy { legacyPatterns += patterns }
        return patterns.map(\.component)
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

    private func reportNoRules(_ app: AppDraft, _ reference: EnvironmentDraft.App) {
        let place = reference.rulesLocation ?? app.rulesLocation ?? reference.name.location
        guard reported.insert(place).inserted else { return }
        decoder.report(
            Diagnostic(
                .note, "app-claims-nothing",
                "the app \(quoted(reference.name.value)) claims no URL", at: place))
    }

    /// Warns once at each rule that the paths of iOS 12 and older cannot express.
    func reportLegacyPaths() {
        for pattern in legacyPatterns {
            guard let reason = legacyFault(pattern.component),
                reported.insert(pattern.location).inserted
            else { continue }
            decoder.warning(
                "legacy-paths-differ", "legacy paths cannot express \(reason)",
                at: pattern.location, hint: "devices before iOS 13 get the path alone or nothing")
        }
    }

    private func legacyFault(_ component: Component) -> String? {
        if component.query != nil { return "'query'" }
        if component.fragment != nil { return "'fragment'" }
        if component.caseSensitive != nil { return "'case_sensitive'" }
        if component.percentEncoded != nil { return "'percent_encoded'" }
        let usesVariable = VariableUse.patterns(of: component).contains {
            !VariableUse.names(in: $0).isEmpty
        }
        return usesVariable ? "a variable" : nil
    }
}
