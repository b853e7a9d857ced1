import Diagnostics
import SiteAssociation

/// Findings on what the file does not say although it should.
enum WishChecks {
    /// How many identifiers of the file are shown.
    static let shownApps = 5

    static func findings(_ seen: HostObservations, _ wishes: Wishes) -> [Finding] {
        guard let document = seen.document else { return [] }
        let listing = Listing(document)
        var findings = wishes.appIDs.compactMap { app -> Finding? in
            guard !Service.allCases.contains(where: { listing.lists(app, $0) }) else { return nil }
            return missing("the file lists \(Words.shown(app)) under no service", app, listing, nil)
        }
        for claim in wishes.claims {
            if let finding = finding(claim, wishes, listing) { findings.append(finding) }
        }
        let matcher = LinkMatcher(document)
        findings += wishes.expectations.compactMap { expectation($0, matcher) }
        return findings
    }

    // MARK: Apps

    private static func finding(
        _ claim: DomainClaim, _ wishes: Wishes, _ listing: Listing
    ) -> Finding? {
        guard let service = Service(rawValue: claim.service) else { return nil }
        let entry = Words.shown(claim.text)
        guard let app = wishes.claimingApp else {
            guard listing.apps(service).isEmpty else { return nil }
            return FindingRules.serviceEmpty.finding(
                "\(claim.service) lists no app, and the app asks for '\(entry)'")
        }
        guard !listing.lists(app, service) else { return nil }
        return missing(
            "\(claim.service) does not list \(Words.shown(app)), which asks for '\(entry)'", app,
            listing, service)
    }

    private static func missing(
        _ message: String, _ app: String, _ listing: Listing, _ service: Service?
    ) -> Finding {
        let services = service.map { [$0] } ?? Service.allCases
        var listed: [String] = []
        for app in services.flatMap(listing.apps) where !listed.contains(app) { listed.append(app) }
        let bundle = app.drop { $0 != "." }
        let others = listed.filter { $0.drop { $0 != "." } == bundle && !bundle.isEmpty }
        let details =
            others.isEmpty
            ? ["it lists " + (listed.isEmpty ? "no app" : Words.list(listed, limit: shownApps))]
            : ["it lists the bundle with another prefix: \(Words.list(others))"]
        return FindingRules.appMissing.finding(message, details: details)
    }

    /// The apps that a document lists, by service.
    private struct Listing {
        private var known: [Service: Set<AppIdentifier>] = [:]
        private var written: [Service: [String]] = [:]

        init(_ document: Document) {
            for service in Service.allCases {
                let apps =
                    service == .appLinks
                    ? document.entries.flatMap(\.appIDs) : document.apps(of: service)
                written[service] = apps
                known[service] = Set(apps.map(AppIdentifier.init))
            }
        }

        func apps(_ service: Service) -> [String] { written[service] ?? [] }

        func lists(_ app: String, _ service: Service) -> Bool {
            known[service]?.contains(AppIdentifier(app)) ?? false
        }
    }

    // MARK: Tests

    private static func expectation(
        _ test: LiveExpectation, _ matcher: LinkMatcher
    ) -> Finding? {
        let url: LinkURL
        do {
            url = try LinkURL(test.url)
        } catch {
            return FindingRules.expectationFailed.finding(error.message, details: [place(test)])
        }
        let decisions = matcher.decisions(for: url)
        let opening = decisions.filter { $0.verdict == .match }
        let opened = Set(opening.map { AppIdentifier($0.appID) })
        let shown = Diagnostic.quoted(test.url)
        guard opened == Set(test.appIDs.map(AppIdentifier.init)) else {
            return FindingRules.expectationFailed.finding(
                "\(shown) opens \(names(opening.map(\.appID))), expected is \(names(test.appIDs))",
                details: [place(test)] + reasons(decisions, test, opened))
        }
        guard let because = test.because, let first = because.first, "/*".contains(first) else {
            return nil
        }
        let deciding = decisions.filter { $0.verdict == (opening.isEmpty ? .exclude : .match) }
        guard !deciding.contains(where: { $0.rule?.source["/"]?.string == because }) else {
            return nil
        }
        return FindingRules.expectationFailed.finding(
            "\(shown) is not decided by \(Diagnostic.quoted(because))",
            details: [place(test)] + reasons(deciding, test, []))
    }

    /// Why the apps that are too much or too few are where they are.
    private static func reasons(
        _ decisions: [AppDecision], _ test: LiveExpectation, _ opened: Set<AppIdentifier>
    ) -> [String] {
        let expected = Set(test.appIDs.map(AppIdentifier.init))
        let listed = Set(decisions.map { AppIdentifier($0.appID) })
        let absent = test.appIDs.filter { !listed.contains(AppIdentifier($0)) }
        return decisions.filter {
            let app = AppIdentifier($0.appID)
            return opened.isEmpty && expected.isEmpty
                || opened.contains(app) != expected.contains(app)
        }.prefix(shownApps).map { "\(Words.shown($0.appID)): \(Words.shown($0.reason))" }
            + absent.prefix(shownApps).map { "\(Words.shown($0)): not listed under applinks" }
    }

    private static func place(_ test: LiveExpectation) -> String { "\(test.location)" }

    private static func names(_ apps: [String]) -> String {
        apps.isEmpty ? "nothing" : Words.list(apps, limit: shownApps)
    }
}

extension HostObservations {
    /// The file as it is served now, if it can be read.
    var document: Document? {
        guard let file, file.fault == nil else { return nil }
        return Document.read(SourceFile(name: ProbeTarget.wellKnown, bytes: file.bytes)).document
    }
}
