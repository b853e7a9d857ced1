import Diagnostics
import SiteAssociation

/// Looks up the apps of environments.
struct AppResolution {
    /// An app that an environment lists.
    struct Use {
        var app: AppDraft
        var id: String
        var reference: EnvironmentDraft.App
        /// Its rules, where it has universal links.
        var expansion: RuleExpansion?

        /// The app as the environment lists it.
        var listed: ListedApp {
            ListedApp(
                name: reference.name.value, id: id, rules: expansion?.sources ?? [],
                location: reference.name.location)
        }
    }

    private let draft: Draft
    private let decoder: NodeDecoder
    /// The environments that may list an app, by the app's name, where it says so.
    private let allowed: [String: Set<String>]

    init(draft: Draft, decoder: NodeDecoder) {
        self.draft = draft
        self.decoder = decoder
        var allowed: [String: Set<String>] = [:]
        for app in draft.apps.items {
            guard let names = app.value.environments else { continue }
            allowed[app.name] = Set(names.map(\.value))
        }
        self.allowed = allowed
    }

    /// Reports names of environments that apps list and nobody defines.
    func checkEnvironmentNames() {
        for app in draft.apps.items {
            for name in app.value.environments ?? []
            where draft.environments.index(of: name.value) == nil {
                decoder.error(
                    "unknown-environment", "there is no environment \(quoted(name.value))",
                    at: name.location,
                    hint: decoder.didYouMean(name.value, among: draft.environments.names))
            }
        }
    }

    /// Returns an environment's apps: each known, allowed there and listed once.
    func uses(in environment: Definitions<EnvironmentDraft>.Item) -> [Use] {
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
            uses.append(Use(app: app, id: id, reference: reference))
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
        guard allowed[name.value]?.contains(environment) ?? true else {
            let place = item.value.environments?.first?.location ?? item.location
            decoder.error(
                "app-not-for-environment",
                "the app \(quoted(name.value)) may not be listed in \(quoted(environment))",
                at: name.location, hint: "remove it here, or add the environment to the app",
                notes: [
                    Diagnostic.Note("the app's environments are listed here", at: place)
                ])
            return nil
        }
        return item.value
    }

    /// Returns what a service other than `applinks` lists, each identifier once.
    func identifiers(of service: Service, in uses: [Use]) -> [String] {
        var ids: [String] = []
        for use in uses {
            if service == .appClips {
                ids += use.app.clips.map(\.value)
            } else if use.app.services.contains(service) {
                ids.append(use.id)
            }
        }
        guard ids.count > 1 else { return ids }
        var known: Set<String> = []
        return ids.filter { known.insert($0).inserted }
    }
}
