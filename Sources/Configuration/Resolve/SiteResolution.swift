import Diagnostics
import SiteAssociation

/// Works out which host serves which document: environments, their tenants, and overrides.
struct SiteResolution {
    /// What comes of it.
    struct Outcome {
        var environments: [EnvironmentConfiguration] = []
        var documents = DocumentTable()
        var hosts = HostList()
    }

    private struct VariantKey: Hashable {
        var environment: Int
        var overrides: [Int]
    }

    private let draft: Draft
    private let decoder: NodeDecoder
    private let tables: [TenantTable?]
    private let resolution: DocumentResolution
    private let overrides: OverrideIndex
    private let merge: OverrideMerge
    private var store: DocumentStore
    private var collection: HostCollection
    private let owners: RowOwnership
    private var outcome = Outcome()
    /// Whether all rows were looked at, so that what is missing is missing.
    private var isComplete = true
    private var variants: [VariantKey: (environment: Int, document: Int)?] = [:]

    init(draft: Draft, tables: [TenantTable?], decoder: NodeDecoder, variables: VariableUse) {
        self.draft = draft
        self.decoder = decoder
        self.tables = tables
        resolution = DocumentResolution(draft: draft, decoder: decoder, variables: variables)
        overrides = OverrideIndex(draft: draft, decoder: decoder)
        merge = OverrideMerge(draft: draft, decoder: decoder)
        let known = tables.compactMap(\.self)
        isComplete = known.count == tables.count && known.allSatisfy(\.isWhole)
        store = DocumentStore(tables: known, decoder: decoder, variables: variables)
        let ownership = Ownership(draft.claims, decoder)
        ownership.checkApps(draft, decoder)
        collection = HostCollection(decoder: decoder, tables: known, ownership: ownership)
        owners = RowOwnership(ownership: ownership, paths: PathOwnership(draft, decoder))
    }

    /// Returns environments, documents and hosts, in the order of the files.
    mutating func resolve() -> Outcome {
        resolution.checkEnvironmentNames()
        owners.paths.check()
        // ORDER: environments that overrides make stand behind all that have a name.
        outcome.environments = draft.environments.items.map { Self.environment($0, apps: []) }
        for index in draft.environments.items.indices { addEnvironment(index) }
        TemplateUse(draft: draft, decoder: decoder).check()
        collection.checkParents()
        collection.rowFindings.report(to: decoder)
        if isComplete {
            overrides.reportUnused(tables.compactMap(\.self), hosts: collection.hosts)
        }
        store.reportFindings()
        outcome.documents = store.documents
        outcome.hosts = collection.hosts
        return outcome
    }

    /// Returns an environment as requests see it.
    static func environment(
        _ compiled: DocumentResolution.Compiled, base: Int
    ) -> EnvironmentConfiguration {
        environment(compiled.item, apps: compiled.uses.map(\.listed), base: base)
    }

    private static func environment(
        _ item: Definitions<EnvironmentDraft>.Item, apps: [ListedApp], base: Int? = nil
    ) -> EnvironmentConfiguration {
        let draft = item.value
        let maxAge = draft.maxAgeSeconds ?? (draft.mode == .developer ? nil : 3600)
        return EnvironmentConfiguration(
            name: item.name, mode: draft.mode, isEnabled: draft.isEnabled,
            cacheControl: maxAge.map { "public, max-age=\($0)" } ?? "no-store",
            location: item.location, apps: apps, maxAgeSeconds: maxAge ?? 0, base: base)
    }

    /// Adds what an environment comes to; what that took is gone before the next one's turn.
    private mutating func addEnvironment(_ index: Int) {
        let compiled = resolution.compiled(draft.environments.items[index])
        outcome.environments[index].apps = compiled.uses.map(\.listed)
        if compiled.item.value.tenants == nil {
            addHosts(index, compiled)
        } else {
            addTenants(index, compiled)
        }
    }

    // MARK: Hosts that are written out

    private mutating func addHosts(_ index: Int, _ compiled: DocumentResolution.Compiled) {
        guard let document = store.add(compiled) else { return }
        let environment = compiled.item
        collection.reserve(environment.value.hosts.count)
        for text in environment.value.hosts {
            guard let name = collection.name(text, environment.value.mode == .developer) else {
                continue
            }
            var host = HostConfiguration(
                name: name.name, isWildcard: name.isWildcard, environment: index,
                document: document, location: text.location)
            let changes = overrides.overrides(host: host.pattern, in: environment.name)
            if !changes.isEmpty {
                let key = VariantKey(environment: index, overrides: changes)
                guard let variant = variant(key, environment) else { continue }
                host.environment = variant.environment
                host.document = variant.document
            }
            collection.add(
                host, template: text.location,
                overrides: changes.map { draft.overrides[$0].location })
        }
    }

    private mutating func variant(
        _ key: VariantKey, _ environment: Definitions<EnvironmentDraft>.Item
    ) -> (environment: Int, document: Int)? {
        if let known = variants[key] { return known }
        let compiled = self.compiled(key.overrides, environment)
        let variant = store.add(compiled).map { document in
            (addVariant(compiled, of: key.environment), document)
        }
        variants[key] = .some(variant)
        return variant
    }

    private func compiled(
        _ changes: [Int], _ environment: Definitions<EnvironmentDraft>.Item
    ) -> DocumentResolution.Compiled {
        resolution.compiled(merge.merged(environment, changes.map { draft.overrides[$0] }))
    }

    /// Adds an environment as overrides change it, and returns its number.
    private mutating func addVariant(
        _ compiled: DocumentResolution.Compiled, of base: Int
    ) -> Int {
        outcome.environments.append(Self.environment(compiled, base: base))
        return outcome.environments.count - 1
    }

    // MARK: Tenants

    private mutating func addTenants(_ index: Int, _ compiled: DocumentResolution.Compiled) {
        guard let name = compiled.item.value.tenants else { return }
        guard let number = draft.tenants.index(of: name.value) else {
            isComplete = false
            return decoder.error(
                "unknown-tenants", "there is no table of tenants \(quoted(name.value))",
                at: name.location,
                hint: decoder.didYouMean(name.value, among: draft.tenants.names)
                    ?? "define it under 'tenants'")
        }
        guard number < tables.count, let table = tables[number], table.rowCount > 0 else { return }
        var tenants = TenantResolution(
            draft: draft, decoder: decoder, resolution: resolution, overrides: overrides,
            merge: merge, owners: owners, table: table,
            number: tables[..<number].count { $0 != nil })
        let isWhole = tenants.add(
            index, compiled, to: &collection, &store, environments: &outcome.environments)
        isComplete = isComplete && isWhole
    }
}
