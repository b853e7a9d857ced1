import Diagnostics
import SiteAssociation

/// Looks up every name of a draft and puts the configuration together.
///
/// A pure function of the draft, but for the token's file and the names of certificates.
struct Resolution {
    private let draft: Draft
    private let tables: [TenantTable?]
    private let decoder: NodeDecoder
    private let files: any ConfigurationFiles
    private let limits: LoaderLimits

    init(
        draft: Draft, tables: [TenantTable?], decoder: NodeDecoder,
        files: any ConfigurationFiles, limits: LoaderLimits
    ) {
        self.draft = draft
        self.tables = tables
        self.decoder = decoder
        self.files = files
        self.limits = limits
    }

    /// Returns the configuration; findings go to the decoder.
    func configuration(_ sources: [SourceFile]) -> Configuration? {
        guard let main = sources.first else { return nil }
        let variables = VariableUse(draft: draft, decoder: decoder)
        variables.check()
        var resolution = SiteResolution(
            draft: draft, tables: tables, decoder: decoder, variables: variables)
        let site = resolution.resolve()
        let hasHosts = draft.environments.items.contains { !$0.value.hosts.isEmpty }
        if !hasHosts, !decoder.findings.containsError {
            decoder.error(
                "no-hosts", "no environment has a host", at: Location(file: main),
                hint: "list the names to serve under environments: NAME: hosts:")
        }
        return Configuration(
            sources: sources, listeners: listeners(main), tls: tls(),
            environments: site.environments, documents: site.documents, hosts: site.hosts,
            log: draft.log,
            admin: AdminResolution(decoder: decoder, files: files, limits: limits)
                .admin(draft.admin),
            limits: draft.limits, user: draft.user, isWatched: draft.isWatched,
            expectations: expectations(), guardPolicy: draft.guardPolicy, state: draft.state,
            tables: tables.compactMap(\.self))
    }

    /// The default is TLS on every address, IPv6 and IPv4, at the port that Apple asks.
    private func listeners(_ main: SourceFile) -> [ListenerConfiguration] {
        guard draft.listeners.isEmpty else { return draft.listeners }
        return [
            ListenerConfiguration(
                name: "[::]:443", address: .internet(host: "::", port: 443), kind: .tls,
                location: Location(file: main))
        ]
    }

    // MARK: TLS

    private func tls() -> TLSConfiguration {
        let certificates = CertificateResolution(draft: draft.tls, files: files, decoder: decoder)
            .certificates()
        return TLSConfiguration(
            certificates: certificates.list, fallback: certificates.fallback,
            minimumVersion: draft.tls.minimumVersion, selfSigned: draft.tls.selfSigned,
            authorityDirectory: draft.tls.authority?.value,
            authorityLocation: draft.tls.authority?.location)
    }

    // MARK: Expectations

    private func expectations() -> [Expectation] {
        draft.expectations.map { test in
            for app in test.opens where draft.apps[app.value] == nil {
                decoder.error(
                    "unknown-app", "there is no app \(quoted(app.value))", at: app.location,
                    hint: decoder.didYouMean(app.value, among: draft.apps.names + ["nothing"]))
            }
            if let because = test.because { checkRule(because) }
            return Expectation(
                url: test.url.value, opens: test.opens.map(\.value),
                because: test.because?.value, location: test.url.location)
        }
    }

    /// What looks like a path names a rule by it; everything else must name a list.
    private func checkRule(_ name: Located<String>) {
        let isPath = ["/", "*", "$(", RuleDecoding.exclusionPrefix]
            .contains(where: name.value.hasPrefix)
        guard !isPath, draft.rules[name.value] == nil else { return }
        decoder.error(
            "unknown-rules", "there is no rule list \(quoted(name.value))", at: name.location,
            hint: decoder.didYouMean(name.value, among: draft.rules.names)
                ?? "'because' names the rule that must decide; a remark begins with '#'")
    }
}
