import Configuration
import Diagnostics
import Origin
import SiteAssociation

/// What the command `match` asks: a configuration, a document, or components alone.
struct MatchSubject {
    private enum Kind {
        case configuration(ConfiguredLinks)
        case document(LinkMatcher, [ServiceApps])
        case component(LinkMatcher)
    }

    private var kind: Kind
    private let appID: String?
    private let domain: String?

    /// Reads what the options name.
    init(_ invocation: Invocation) throws(InputFailure) {
        appID = invocation.value(Match.app)
        domain = invocation.value(Match.domain)
        if let text = invocation.value(Match.component) {
            let component = try InputFile.json(text, option: Match.component)
            let document = Document(
                components: component, appID: appID ?? Document.componentAppID,
                variables: try InputFile.json(invocation, Match.variables),
                defaults: try InputFile.json(invocation, Match.defaults))
            kind = .component(LinkMatcher(document))
        } else if let path = invocation.value(Match.document) {
            let document = try InputFile.document(path)
            kind = .document(LinkMatcher(document), document.services)
        } else {
            let loaded = ConfigurationFile.load(invocation)
            guard let configuration = loaded.configuration else {
                throw InputFailure(findings: loaded.findings)
            }
            kind = .configuration(ConfiguredLinks(configuration))
        }
    }

    /// Answers for one URL.
    mutating func report(_ url: LinkURL) -> LinkReport {
        switch kind {
        case .document(let matcher, let services):
            return LinkReport(matcher, url, services: services, appID: appID, domain: domain)
        case .component(let matcher):
            return LinkReport(matcher, url, appID: appID, domain: domain)
        case .configuration(var links):
            let report = links.report(url, domain: domain, appID: appID)
            kind = .configuration(links)
            return report
        }
    }

    /// Answers in the words of `swcutil match` for components, of `swcutil verify` otherwise.
    func swcutilText(_ report: LinkReport, _ url: LinkURL) -> String {
        let decisions = report.apps.map(\.decision)
        if case .component = kind, let decision = decisions.first {
            return SwcutilText.match(decision)
        }
        return SwcutilText.verify(
            decisions, services: report.services, url: url, domain: domain)
    }
}
