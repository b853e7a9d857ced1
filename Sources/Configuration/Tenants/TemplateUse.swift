import Diagnostics
import SiteAssociation

/// Finds apps whose identifiers have placeholders where no table fills them in.
struct TemplateUse {
    let draft: Draft
    let decoder: NodeDecoder

    /// Reports apps with placeholders that an environment without tenants lists, and judges the
    /// identifiers of those that no environment with tenants lists as they stand.
    func check() {
        let templates = draft.apps.items.filter(\.value.isTemplate)
        guard !templates.isEmpty else { return }
        var filled: Set<String> = []
        var plain: [String: Located<String>] = [:]
        for environment in draft.environments.items {
            let listed = (environment.value.apps ?? []).map(\.name) + added(to: environment)
            for name in listed {
                if environment.value.tenants != nil {
                    filled.insert(name.value)
                } else if plain[name.value] == nil {
                    plain[name.value] = name
                }
            }
        }
        for app in templates {
            guard filled.contains(app.name) else {
                let check = AppIdentifierCheck(decoder: decoder)
                for id in [app.value.id].compactMap(\.self) + app.value.clips
                where TemplateText.isNeeded(for: id.value) {
                    _ = check.checked(id)
                }
                continue
            }
            guard let place = plain[app.name] else { continue }
            decoder.error(
                "placeholder-without-tenants",
                "the app \(quoted(app.name)) has placeholders, and no tenants fill them in here",
                at: place.location, hint: "add 'tenants: TABLE' to the environment",
                notes: [Diagnostic.Note("the app is defined here", at: app.location)])
        }
    }

    /// The apps that overrides may list in an environment: those of tenants where there are
    /// any, and those of hosts where these may come from rows or stand there.
    private func added(
        to environment: Definitions<EnvironmentDraft>.Item
    ) -> [Located<String>] {
        let hosts = Set(environment.value.hosts.map { $0.value.lowercased() })
        return draft.overrides.filter { override in
            if let names = override.environments,
                !names.contains(where: { $0.value == environment.name })
            {
                return false
            }
            return environment.value.tenants != nil
                || override.hosts.contains { hosts.contains($0.value.lowercased()) }
        }.flatMap { ($0.apps?.value ?? []) + ($0.addedApps?.value ?? []) }.map(\.name)
    }
}
