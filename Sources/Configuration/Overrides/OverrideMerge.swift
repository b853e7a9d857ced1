import Diagnostics

/// Puts overrides on top of an environment.
///
/// What is closer to the host wins: the environment, then the override of the tenant, then that
/// of the host. A key replaces what was there before it; what stands under `add` is added:
/// apps behind the others, rules in front of the app's, since the first match wins.
struct OverrideMerge {
    let draft: Draft
    let decoder: NodeDecoder

    /// Returns the environment as some hosts see it.
    func merged(
        _ environment: Definitions<EnvironmentDraft>.Item, _ overrides: [OverrideDraft]
    ) -> Definitions<EnvironmentDraft>.Item {
        var merged = environment
        for override in overrides { apply(override, to: &merged) }
        return merged
    }

    private func apply(
        _ override: OverrideDraft, to environment: inout Definitions<EnvironmentDraft>.Item
    ) {
        if let isOff = override.isOff?.value {
            environment.value.isEnabled = environment.value.isEnabled && !isOff
        }
        if let seconds = override.maxAgeSeconds?.value { environment.value.maxAgeSeconds = seconds }
        if let apps = override.apps?.value { environment.value.apps = apps }
        for rules in override.rules {
            change(rules, in: &environment) { app in
                app.rules = rules.entries
                app.rulesLocation = rules.location
            }
        }
        for rules in override.addedRules {
            change(rules, in: &environment) { app in
                app.rules =
                    rules.entries + (app.rules ?? draft.apps[app.name.value]?.value.rules ?? [])
                app.rulesLocation = rules.location
            }
        }
        if let added = override.addedApps?.value {
            environment.value.apps?.append(contentsOf: added)
        }
    }

    private func change(
        _ rules: OverrideDraft.Rules, in environment: inout Definitions<EnvironmentDraft>.Item,
        _ change: (inout EnvironmentDraft.App) -> Void
    ) {
        var apps = environment.value.apps ?? []
        guard let index = apps.firstIndex(where: { $0.name.value == rules.app.value }) else {
            return decoder.error(
                "override-app-not-listed",
                "the environment \(quoted(environment.name)) does not list the app "
                    + quoted(rules.app.value),
                at: rules.app.location,
                hint: decoder.didYouMean(rules.app.value, among: apps.map(\.name.value))
                    ?? "add it with 'add: {apps: [NAME]}'")
        }
        change(&apps[index])
        environment.value.apps = apps
    }
}
