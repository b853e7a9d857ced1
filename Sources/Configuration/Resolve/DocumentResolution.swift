import Diagnostics
import SiteAssociation

/// Makes one document of each environment, and keeps equal ones once.
struct DocumentResolution {
    /// The documents, and the index of each environment's in them.
    struct Outcome {
        var documents: [Association] = []
        var indices: [Int] = []
    }

    private let draft: Draft
    private let decoder: NodeDecoder
    private let variables: VariableUse
    private let rules: RuleResolution

    init(draft: Draft, decoder: NodeDecoder, variables: VariableUse) {
        self.draft = draft
        self.decoder = decoder
        self.variables = variables
        rules = RuleResolution(draft: draft, decoder: decoder)
    }

    /// Returns the documents of all environments.
    func documents() -> Outcome {
        checkEnvironmentNames()
        var outcome = Outcome()
        var known: [Association: Int] = [:]
        for environment in draft.environments.items {
            let document = document(environment)
            if let index = known[document] {
                outcome.indices.append(index)
                continue
            }
            known[document] = outcome.documents.count
            outcome.indices.append(outcome.documents.count)
            outcome.documents.append(document)
        }
        return outcome
    }

    private func checkEnvironmentNames() {
        let names = draft.environments.names
        for app in draft.apps.items {
            for name in app.value.environments ?? [] where !names.contains(name.value) {
                decoder.error(
                    "unknown-environment", "there is no environment \(quoted(name.value))",
                    at: name.location, hint: decoder.didYouMean(name.value, among: names))
            }
        }
    }

    // MARK: One environment

    private typealias Use = (app: AppDraft, id: String, reference: EnvironmentDraft.App)

    private func document(_ environment: Definitions<EnvironmentDraft>.Item) -> Association {
        let uses = uses(environment)
        var document = Association()
        if uses.contains(where: { $0.app.services.contains(.appLinks) }) {
            document.appLinks = appLinks(uses, environment.value)
        }
        for service in Service.allCases where service != .appLinks {
            var ids: [String] = []
            for use in uses {
                let added =
                    service == .appClips
                    ? use.app.clips.map(\.value)
                    : use.app.services.contains(service) ? [use.id] : []
                ids += added.filter { !ids.contains($0) }
            }
            if !ids.isEmpty { document.services.append(ServiceApps(service, appIDs: ids)) }
        }
        return document
    }

    /// The environment's apps, each known, allowed here and listed once.
    private func uses(_ environment: Definitions<EnvironmentDraft>.Item) -> [Use] {
        var uses: [Use] = []
        var places: [String: Location] = [:]
        for reference in environment.value.apps ?? [] {
            guard let app = app(reference.name, in: environment.name), let id = app.id?.value
            else { continue }
            let place = reference.name.location
            if let first = places[id] {
                decoder.error(
                    "duplicate-app",
                    "the app identifier \(quoted(id)) stands twice in "
                        + quoted(environment.name), at: place,
                    hint: "Apple's devices read only the first; put all rules there",
                    notes: [Diagnostic.Note("the first is here", at: first)])
                continue
            }
            places[id] = place
            uses.append((app, id, reference))
        }
        return uses
    }

    private func app(_ name: Located<String>, in environment: String) -> AppDraft? {
        guard let item = draft.apps[name.value] else {
            decoder.error(
                "unknown-app", "there is no app \(quoted(name.value))", at: name.location,
                hint: decoder.didYouMean(name.value, among: draft.apps.names)
                    ?? "define it under 'apps'")
            return nil
        }
        let allowed = item.value.environments
        guard allowed?.contains(where: { $0.value == environment }) ?? true else {
            decoder.error(
                "app-not-for-environment",
                "the app \(quoted(name.value)) may not be listed in \(quoted(environment))",
                at: name.location, hint: "remove it here, or add the environment to the app",
                notes: [
                    Diagnostic.Note(
                        "the app's environments are listed here",
                        at: allowed?.first?.location ?? item.location)
                ])
            return nil
        }
        return item.value
    }

    private func appLinks(_ uses: [Use], _ environment: EnvironmentDraft) -> AppLinks {
        var links = AppLinks(
            defaults: environment.defaults, hasLegacyPaths: environment.hasLegacyPaths)
        for use in uses where use.app.services.contains(.appLinks) {
            guard let patterns = rules.patterns(of: use.app, in: use.reference) else { continue }
            let entry = Details(
                appIDs: [use.id], components: patterns.map(\.component),
                defaults: use.app.defaults)
            add(entry, to: &links.details, shares: !links.hasLegacyPaths)
            guard links.hasLegacyPaths else { continue }
            for pattern in patterns {
                rules.report(links.legacyPath(of: pattern.component, in: entry), of: pattern)
            }
        }
        links.substitutionVariables = variables.used(
            by: links.details.lazy.flatMap(\.components))
        return links
    }

    /// Adds an entry, or its app to an equal one: each app's list is read by itself, so that
    /// the order of entries does not matter.
    private func add(_ entry: Details, to details: inout [Details], shares: Bool) {
        let equal = details.firstIndex {
            $0.components == entry.components && $0.defaults == entry.defaults
        }
        guard shares, let equal else {
            details.append(entry)
            return
        }
        details[equal].appIDs += entry.appIDs
    }
}
