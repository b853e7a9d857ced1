import Diagnostics
import SiteAssociation

/// Runs the linter's rules over the documents of a configuration.
///
/// Notes are left out: they are for files of which nobody knows how they were meant.
struct DocumentLint {
    /// What makes the rules of an entry the same as another's.
    private struct Known: Hashable {
        var rules: Int
        var near: Defaults
        var far: Defaults
    }

    /// A finding that needs to be said once, however many documents have it.
    private struct Said: Hashable {
        var id: String
        var location: Location?
    }

    /// The rules whose mistakes are found when the configuration is decoded.
    static let decoded: Set = [
        "app-id-with-space", "app-id-with-wildcard", "app-id-without-prefix",
        "app-id-placeholder", "app-id-bundle", "app-id-unusual-prefix", "same-app-twice",
        "unknown-variable", "variable-unterminated", "variable-shadows-built-in",
        "wildcard-without-parent", "document-too-large",
    ]

    private let linter = Linter(ignored: Self.decoded, hasNotes: false)
    private var budget = ProofBudget()
    private var known: Set<Known> = []
    private var findings: [Diagnostic] = []

    /// Looks at a document that no environment before had.
    mutating func add(
        _ document: Association, _ uses: [AppResolution.Use],
        _ environment: Definitions<EnvironmentDraft>.Item, _ variables: [String: Location]
    ) {
        var byID: [String: AppResolution.Use] = [:]
        for use in uses { byID[use.id] = use }
        let far = environment.value.defaults
        let entries = (document.appLinks?.details ?? []).map { details in
            entry(details.appIDs.compactMap { byID[$0] }, near: details.defaults, far: far)
        }
        var services: [Service: [Location]] = [:]
        let clips = uses.flatMap(\.app.clips)
        for list in document.services {
            services[list.service] = list.appIDs.map { id in
                byID[id].map(Self.place) ?? clips.first { $0.value == id }?.location
                    ?? environment.location
            }
        }
        let places = AssociationPlaces(
            location: environment.location, entries: entries, services: services,
            variables: variables)
        let subject = LintSubject(document, places: places, budget: &budget)
        findings += linter.findings(in: subject).filter { $0.severity != .note }
    }

    private mutating func entry(
        _ uses: [AppResolution.Use], near: Defaults, far: Defaults
    ) -> AssociationPlaces.Entry {
        let expansion = uses.first?.expansion
        let key = Known(rules: expansion?.identity ?? -1, near: near, far: far)
        let isKnown = !known.insert(key).inserted
        let rules = (isKnown ? [] : expansion?.patterns ?? []).map {
            AssociationPlaces.Rule($0.location, patterns: $0.texts.map(\.location))
        }
        return AssociationPlaces.Entry(
            apps: uses.map(Self.place), rules: rules, isKnown: isKnown)
    }

    private static func place(of use: AppResolution.Use) -> Location {
        use.app.id?.location ?? use.reference.name.location
    }

    /// Reports what has been found and not been said before.
    func report(to decoder: NodeDecoder) {
        var said: Set<Said> = []
        for finding in findings
        where said.insert(Said(id: finding.id, location: finding.location)).inserted {
            decoder.report(finding)
        }
    }
}
