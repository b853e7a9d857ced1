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

    init(draft: Draft, decoder: NodeDecoder) {
        self.draft = draft
        self.decoder = decoder
    }

    /// Returns the patterns of an app in an environment, or `nil` when it has no rules.
    func patterns(of app: AppDraft, in reference: EnvironmentDraft.App) -> [Pattern]? {
        guard let entries = reference.rules ?? app.rules else {
            decoder.error(
                "app-without-rules",
                "the app \(quoted(reference.name.value)) has no rules for applinks",
                at: reference.name.location,
                hint: "add rules to it; rules: [\"*\"] opens every URL, rules: [] none")
            return nil
        }
        if entries.isEmpty { reportNoRules(app, reference) }
        return entries.flatMap(patterns)
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
