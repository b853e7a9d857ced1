import Diagnostics
import SiteAssociation

/// Makes one document of each environment, and keeps equal ones once.
struct DocumentResolution {
    /// The documents, and the index of each environment's in them.
    struct Outcome {
        var documents: [Association] = []
        var indices: [Int] = []
        /// The apps of each environment.
        var apps: [[ListedApp]] = []
    }

    private let draft: Draft
    private let decoder: NodeDecoder
    private let variables: VariableUse
    private let rules: RuleResolution
    private let apps: AppResolution

    init(draft: Draft, decoder: NodeDecoder, variables: VariableUse) {
        self.draft = draft
        self.decoder = decoder
        self.variables = variables
        rules = RuleResolution(draft: draft, decoder: decoder, variables: variables)
        apps = AppResolution(draft: draft, decoder: decoder)
    }

    /// Returns the documents of all environments.
    func documents() -> Outcome {
        apps.checkEnvironmentNames()
        var outcome = Outcome()
        var known: [Association: Int] = [:]
        var totalBytes = 0
        var lint = DocumentLint()
        let places = variables.places
        for environment in draft.environments.items {
            var uses = apps.uses(in: environment)
            for (index, use) in uses.enumerated() where use.app.services.contains(.appLinks) {
                uses[index].expansion = rules.expansion(of: use.app, in: use.reference)
            }
            let (document, leastBytes) = document(uses, environment)
            outcome.apps.append(uses.map(listed))
            if let index = known[document] {
                outcome.indices.append(index)
                continue
            }
            totalBytes += leastBytes
            guard totalBytes <= ResolutionLimits.totalDocumentBytes else {
                decoder.error(
                    "documents-too-large",
                    "all documents together are larger than "
                        + "\(ResolutionLimits.totalDocumentBytes) bytes",
                    at: environment.location, hint: "split the hosts over several servers")
                break
            }
            known[document] = outcome.documents.count
            outcome.indices.append(outcome.documents.count)
            outcome.documents.append(document)
            lint.add(document, uses, environment, places)
        }
        lint.report(to: decoder)
        return outcome
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

    private func listed(_ use: AppResolution.Use) -> ListedApp {
        ListedApp(
            name: use.reference.name.value, id: use.id, rules: use.expansion?.sources ?? [],
            location: use.reference.name.location)
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
