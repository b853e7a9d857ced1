import Diagnostics

/// What is different for some tenants or hosts, before names are looked up.
struct OverrideDraft: Sendable {
    /// The rules of an app that the environment lists already.
    struct Rules: Sendable {
        var app: Located<String>
        var entries: [RuleEntry]
        var location: Location
    }

    /// Whose documents it changes: the names of tenants, or host names.
    var tenants: [Located<String>] = []
    var hosts: [Located<String>] = []
    /// The only environments in which it counts, or `nil` for all.
    var environments: [Located<String>]?
    var isOff: Located<Bool>?
    var maxAgeSeconds: Located<Int64>?
    /// The apps in place of the environment's.
    var apps: Located<[EnvironmentDraft.App]>?
    /// Rules in place of those that an app has here.
    var rules: [Rules] = []
    /// Apps behind those that are listed.
    var addedApps: Located<[EnvironmentDraft.App]>?
    /// Rules in front of those that an app has here.
    var addedRules: [Rules] = []
    var location: Location

    /// The keys that it sets, and where, for finding two overrides that contradict.
    var keys: [(name: String, location: Location)] {
        var keys: [(String, Location)] = []
        if let isOff { keys.append(("off", isOff.location)) }
        if let maxAgeSeconds { keys.append(("max_age", maxAgeSeconds.location)) }
        if let apps { keys.append(("apps", apps.location)) }
        keys += rules.map { ("rules of \($0.app.value)", $0.app.location) }
        if let addedApps { keys.append(("add apps", addedApps.location)) }
        keys += addedRules.map { ("add rules of \($0.app.value)", $0.app.location) }
        return keys
    }

    /// Every list of rules in it.
    var ruleEntries: [[RuleEntry]] {
        rules.map(\.entries) + addedRules.map(\.entries)
            + ((apps?.value ?? []) + (addedApps?.value ?? [])).compactMap(\.rules)
    }
}
