import Configuration
import Diagnostics
package import SiteAssociation

/// The answer to "which apps get this URL, and why", for people and for machines.
package struct LinkReport: Sendable {
    /// What is known of one app.
    package struct App: Sendable {
        /// The name that the configuration gives the app, or `nil` for a document alone.
        package var name: String?
        /// The decision, with the places of the rules.
        package var decision: AppDecision
        /// What it comes to.
        package var verdict: Verdict
        /// The named lists of its rules, by the rule's index.
        package var lists: [String?]
    }

    /// The URL as it was asked for.
    package let url: String
    /// Where the answer comes from, and what stands in its way, in phrases.
    package let remarks: [String]
    /// The host and the environment that answer, or `nil` for a document alone.
    package let place: (host: String, environment: String)?
    /// The apps, in the order of the document.
    package let apps: [App]
    /// The apps of the services that know no patterns, so that no URL decides about them.
    package let services: [ServiceApps]

    /// What all apps together come to.
    package var verdict: Verdict { Verdict.combined(apps.map(\.verdict)) }

    /// Reports what a configuration says.
    ///
    /// - Parameters:
    ///   - answer: The answer of the URL's host.
    ///   - appID: The name or the identifier of the only app to report, or `nil` for all.
    package init(_ answer: LinkAnswer, appID: String? = nil) {
        url = answer.url.text
        place = (answer.host.pattern, answer.environment.name)
        let isEnabled = answer.environment.isEnabled
        var remarks: [String] = []
        if !isEnabled { remarks.append("the environment is not enabled, so no app gets any URL") }
        apps = answer.apps.filter { appID == nil || $0.app.name == appID || $0.app.id == appID }
            .map { app in
                App(
                    name: app.app.name, decision: app.decision, verdict: app.verdict,
                    lists: app.app.rules.map(\.list))
            }
        if let appID, apps.isEmpty {
            let app = Diagnostic.quoted(appID)
            remarks.append("the environment does not list the app \(app)")
        }
        let ids = apps.map(\.decision.appID) + (appID.map { [$0] } ?? [])
        services = isEnabled ? Self.services(answer.services, appID == nil ? nil : ids) : []
        self.remarks = remarks
    }

    /// Reports what a document says.
    ///
    /// - Parameters:
    ///   - matcher: The document.
    ///   - url: The URL.
    ///   - services: The apps of the document's other services.
    ///   - appID: The only app to report, or `nil` for all.
    ///   - domain: The domain that the document is for, or `nil` to look at no host.
    package init(
        _ matcher: LinkMatcher, _ url: LinkURL, services: [ServiceApps] = [], appID: String?,
        domain: String?
    ) {
        self.url = url.text
        place = nil
        let isCovered = domain.map { AssociatedDomain($0).covers(host: url.host) } ?? true
        let decisions =
            appID.map { [matcher.decision(for: url, appID: $0)] } ?? matcher.decisions(for: url)
        apps = decisions.map {
            App(name: nil, decision: $0, verdict: isCovered ? $0.verdict : .none, lists: [])
        }
        var remarks: [String] = []
        if let domain, !isCovered { remarks.append(Self.uncovered(url, domain)) }
        if apps.isEmpty { remarks.append("the document lists no app under 'applinks'") }
        self.services = Self.services(services, appID.map { [$0] })
        self.remarks = remarks
    }

    /// Reports a URL for which no configured host answers.
    init(unanswered url: LinkURL, host: String) {
        self.init(url, "the host \(Diagnostic.quoted(host)) is not configured")
    }

    /// Reports a URL that a domain has nothing to do with.
    init(uncovered url: LinkURL, domain: String) {
        self.init(url, Self.uncovered(url, domain))
    }

    private init(_ url: LinkURL, _ remark: String) {
        self.url = url.text
        place = nil
        apps = []
        services = []
        remarks = [remark]
    }

    /// Returns the services with some apps only, or with all for `nil`.
    private static func services(_ all: [ServiceApps], _ appIDs: [String]?) -> [ServiceApps] {
        guard let appIDs else { return all }
        let asked = Set(appIDs.map(AppIdentifier.init))
        return all.compactMap { entry in
            let appIDs = entry.appIDs.filter { asked.contains(AppIdentifier($0)) }
            return appIDs.isEmpty ? nil : ServiceApps(entry.service, appIDs: appIDs)
        }
    }

    private static func uncovered(_ url: LinkURL, _ domain: String) -> String {
        "the domain \(Diagnostic.quoted(domain)) does not cover the host "
            + Diagnostic.quoted(url.host)
    }
}

extension Verdict {
    /// How far a verdict is from a match, for the one that stands for several URLs.
    private var distance: Int {
        switch self {
        case .match: 0
        case .exclude: 1
        case .none: 2
        }
    }

    /// Returns the verdict that stands for several URLs: the one that is farthest from a match,
    /// where an exclude is nearer than no rule at all.
    package static func worst(_ verdicts: some Sequence<Verdict>) -> Verdict {
        verdicts.max { $0.distance < $1.distance } ?? .none
    }
}
