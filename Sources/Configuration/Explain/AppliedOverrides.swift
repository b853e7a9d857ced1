import Diagnostics

/// The overrides of one host, in the order in which they apply, and what they brought.
struct AppliedOverrides {
    struct Applied {
        var override: OverrideDraft
        /// Whose it is, such as `the override of the tenant 'north'`.
        var words: String
    }

    private(set) var list: [Applied] = []
    private var sources: [Location: String] = [:]

    init(
        _ draft: Draft, _ decoder: NodeDecoder, _ host: HostConfiguration, _ tenant: String?,
        _ environment: String
    ) {
        guard !draft.overrides.isEmpty else { return }
        let index = OverrideIndex(draft: draft, decoder: decoder)
        if let tenant {
            list += index.overrides(tenant: tenant, in: environment).map {
                Applied(
                    override: draft.overrides[$0],
                    words: "the override of the tenant \(quoted(tenant))")
            }
        }
        list += index.overrides(host: host.pattern, in: environment).map {
            Applied(
                override: draft.overrides[$0],
                words: "the override of the host \(quoted(host.pattern))")
        }
        for applied in list {
            let override = applied.override
            let apps = (override.apps?.value ?? []) + (override.addedApps?.value ?? [])
            for app in apps { sources[app.name.location] = applied.words }
            for entry in override.ruleEntries.joined() {
                switch entry {
                case .pattern(let pattern): sources[pattern.location] = applied.words
                case .list(let name): sources[name.location] = applied.words
                }
            }
        }
    }

    /// Returns whose override wrote something, or `nil` when none did.
    func source(of location: Location) -> String? { sources[location] }

    /// Returns ` by the override of …` for what an override wrote, and nothing otherwise.
    func by(_ location: Location) -> String { sources[location].map { " by \($0)" } ?? "" }
}
