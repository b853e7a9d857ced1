package import Configuration
package import SiteAssociation

/// What a configuration says about URLs: which apps of the URL's host are offered them.
///
/// - Threads: A value; the matchers that it keeps are made at the first question.
package struct ConfiguredLinks: Sendable {
    private let configuration: Configuration
    private var matchers: [Int: LinkMatcher] = [:]

    /// Creates the rules of a configuration.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Returns the index of the host that answers for a URL, or `nil` when none is configured.
    package func hostIndex(for url: LinkURL) -> Int? {
        hostIndex(named: url.host)
    }

    private func hostIndex(named host: String) -> Int? {
        HostSpelling.name(ofURLHost: host).flatMap(
            configuration.hosts.patterns.number(answering:))
    }

    /// Returns what the host of a URL says about it, or `nil` when it is not configured.
    package mutating func answer(for url: LinkURL) -> LinkAnswer? {
        guard let index = hostIndex(for: url) else { return nil }
        return answer(for: url, host: index)
    }

    /// Returns what one of the configuration's hosts says about a URL.
    package mutating func answer(for url: LinkURL, host index: Int) -> LinkAnswer {
        let host = configuration.hosts[index]
        let environment = configuration.environments[host.environment]
        let matcher = matcher(ofDocument: host.document)
        let known = Dictionary(
            matcher.decisions(for: url).map { ($0.appID, $0) },
            uniquingKeysWith: { first, _ in
                first
            })
        let apps = configuration.apps(of: host).map { app in
            let decision = known[app.id] ?? matcher.decision(for: url, appID: app.id)
            return LinkAnswer.App(app, decision, isServed: environment.isEnabled)
        }
        return LinkAnswer(
            url: url, host: host, environment: environment, apps: apps,
            services: configuration.documents[host.document].services)
    }

    /// Returns the names of the apps that are offered a URL, without reasons.
    mutating func openingApps(_ url: LinkURL, host index: Int) -> [String] {
        let host = configuration.hosts[index]
        let environment = configuration.environments[host.environment]
        guard environment.isEnabled else { return [] }
        let matcher = matcher(ofDocument: host.document)
        return configuration.apps(of: host).filter {
            matcher.verdict(for: url, appID: $0.id) == .match
        }
        .map(\.name)
    }

    /// Lets go of the matchers, so that many documents need no memory at once.
    mutating func forgetMatchers() { matchers = [:] }

    private mutating func matcher(ofDocument index: Int) -> LinkMatcher {
        if let matcher = matchers[index] { return matcher }
        let matcher = LinkMatcher(configuration.documents[index])
        matchers[index] = matcher
        return matcher
    }
}

/// What the host of a URL says about it, for each app that is listed for the host.
package struct LinkAnswer: Sendable {
    /// One app, the decision about it, and where the deciding rule was written.
    package struct App: Sendable {
        /// The app as the environment lists it.
        package let app: ListedApp
        /// The decision of the document.
        package let decision: AppDecision
        /// What the decision comes to: `none` where the host serves no document.
        package let verdict: Verdict
        /// Where the rule that decided was written.
        package var source: RuleSource? { decision.rule.flatMap(source) }

        /// Takes a decision of the document, and says of each rule where it was written.
        init(_ app: ListedApp, _ decision: AppDecision, isServed: Bool) {
            var decision = decision
            func place(_ rule: inout AppDecision.Rule) {
                guard app.rules.indices.contains(rule.index) else { return }
                rule.source.location = app.rules[rule.index].location
            }
            if var rule = decision.rule {
                place(&rule)
                decision.rule = rule
            }
            for index in decision.passedOver.indices {
                place(&decision.passedOver[index].rule)
            }
            self.app = app
            self.decision = decision
            verdict = isServed ? decision.verdict : .none
        }

        /// Returns where a rule was written.
        package func source(_ rule: AppDecision.Rule) -> RuleSource? {
            app.rules.indices.contains(rule.index) ? app.rules[rule.index] : nil
        }
    }

    /// The URL.
    package let url: LinkURL
    /// The host that answers for it.
    package let host: HostConfiguration
    /// The environment of the host.
    package let environment: EnvironmentConfiguration
    /// The apps, in the order of the environment.
    package let apps: [App]
    /// The apps of the services that know no patterns.
    package let services: [ServiceApps]

    /// What all apps together come to: `match` before `exclude` before `none`.
    package var verdict: Verdict { Verdict.combined(apps.map(\.verdict)) }
}

extension Verdict {
    /// Returns what several apps come to: `match` when any matches, else `exclude` when any is
    /// excluded, else `none`.
    package static func combined(_ verdicts: some Sequence<Verdict>) -> Verdict {
        var combined = Verdict.none
        for verdict in verdicts {
            if verdict == .match { return .match }
            if verdict == .exclude { combined = .exclude }
        }
        return combined
    }
}

extension ConfiguredLinks {
    /// Reports which apps get a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - domain: The associated domain whose file decides, as an entitlement names it: of
    ///     `*.example.com` it is that of `example.com`; `nil` for the URL's own host.
    ///   - appID: The name or the identifier of the only app to report, or `nil` for all.
    /// - Returns: The report; one without apps when the host is not configured.
    package mutating func report(
        _ url: LinkURL, domain: String? = nil, appID: String? = nil
    ) -> LinkReport {
        guard let domain else {
            return answer(for: url).map { LinkReport($0, appID: appID) }
                ?? LinkReport(unanswered: url, host: url.host)
        }
        let associated = AssociatedDomain(domain)
        guard associated.covers(host: url.host) else {
            return LinkReport(uncovered: url, domain: domain)
        }
        let host = String(associated.text.drop { $0 == "*" }.drop { $0 == "." })
        guard let index = hostIndex(named: host) else {
            return LinkReport(unanswered: url, host: host)
        }
        return LinkReport(answer(for: url, host: index), appID: appID)
    }
}
