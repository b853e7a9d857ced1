import Diagnostics
import SiteAssociation

/// Makes the document of an environment, as it stands there or as overrides change it.
struct DocumentResolution {
    /// What an environment comes to.
    struct Compiled {
        var item: Definitions<EnvironmentDraft>.Item
        var uses: [AppResolution.Use]
        var document: Association
        /// The least size of the document in bytes.
        var leastBytes: Int
    }

    let variables: VariableUse
    let rules: RuleResolution
    private let decoder: NodeDecoder
    private let apps: AppResolution

    init(draft: Draft, decoder: NodeDecoder, variables: VariableUse) {
        self.decoder = decoder
        self.variables = variables
        rules = RuleResolution(draft: draft, decoder: decoder, variables: variables)
        apps = AppResolution(draft: draft, decoder: decoder)
    }

    /// Reports names of environments that apps list and nobody defines.
    func checkEnvironmentNames() { apps.checkEnvironmentNames() }

    /// Returns the apps and the document of an environment.
    func compiled(_ environment: Definitions<EnvironmentDraft>.Item) -> Compiled {
        var uses = apps.uses(in: environment)
        for (index, use) in uses.enumerated() where use.app.services.contains(.appLinks) {
            uses[index].expansion = rules.expansion(of: use.app, in: use.reference)
        }
        return compiled(uses, environment)
    }

    /// Returns the document of apps whose rules are known.
    func compiled(
        _ uses: [AppResolution.Use], _ environment: Definitions<EnvironmentDraft>.Item
    ) -> Compiled {
        let (document, leastBytes) = document(uses, environment)
        return Compiled(
            item: environment, uses: uses, document: document, leastBytes: leastBytes)
    }

    // MARK: One environment

    private func document(
        _ uses: [AppResolution.Use], _ environment: Definitions<EnvironmentDraft>.Item
    ) -> (document: Association, leastBytes: Int) {
        var document = Association()
        var leastBytes = 0
        if uses.contains(where: { $0.app.services.contains(.appLinks) }) {
            (document.appLinks, leastBytes) = appLinks(uses, environment)
        }
        for service in Service.allCases where service != .appLinks {
            let ids = apps.identifiers(of: service, in: uses)
            if !ids.isEmpty { document.services.append(ServiceApps(service, appIDs: ids)) }
        }
        return (document, leastBytes)
    }

    private struct EntryKey: Hashable {
        var rules: Int
        var defaults: Defaults
    }

    /// Each app's list is read by itself, so that apps with equal lists share an entry
    /// wherever they stand; legacy paths need an entry for each app.
    private func appLinks(
        _ uses: [AppResolution.Use], _ environment: Definitions<EnvironmentDraft>.Item
    ) -> (links: AppLinks, leastBytes: Int) {
        let isLegacy = environment.value.hasLegacyPaths
        var links = AppLinks(defaults: environment.value.defaults, hasLegacyPaths: isLegacy)
        var entries: [EntryKey: Int] = [:]
        var used: Set<Int> = []
        var leastBytes = 0
        for use in uses {
            guard let expansion = use.expansion else { continue }
            leastBytes += use.id.utf8.count
            let key = EntryKey(rules: expansion.identity, defaults: use.app.defaults)
            if !isLegacy, let index = entries[key] {
                links.details[index].appIDs.append(use.id)
                continue
            }
            leastBytes += expansion.leastBytes
            guard leastBytes <= ResolutionLimits.documentBytes else {
                reportTooLarge(environment)
                return (AppLinks(), 0)
            }
            entries[key] = links.details.count
            used.formUnion(expansion.variables)
            let entry = Details(
                appIDs: [use.id], components: expansion.components, defaults: use.app.defaults)
            links.details.append(entry)
            if isLegacy { reportLegacyPaths(expansion, entry, links) }
        }
        links.substitutionVariables = used.sorted().map { variables.all[$0] }
        return (links, leastBytes)
    }

    private func reportTooLarge(_ environment: Definitions<EnvironmentDraft>.Item) {
        decoder.error(
            "document-too-large",
            "the document of \(quoted(environment.name)) is larger than "
                + "\(ResolutionLimits.documentBytes) bytes", at: environment.location,
            hint: "Apple's devices stop reading after \(Association.sizeLimitBytes) bytes")
    }

    private func reportLegacyPaths(
        _ expansion: RuleExpansion, _ entry: Details, _ links: AppLinks
    ) {
        for pattern in expansion.patterns {
            rules.report(links.legacyPath(of: pattern.component, in: entry), of: pattern)
        }
    }
}
