package import FetchRecord
package import HTTP
package import Origin
import SiteAssociation

/// Answers the requests of the admin listener, by the table of ``AdminRoute``.
///
/// Understands GET, HEAD and POST with `Host`, `Authorization`, `Cookie`, `Origin` and
/// `If-Match`. All answers but those for assets have `Cache-Control: no-store`. Besides the
/// statuses of the routes: 400 for a body that is not taken, 401 with `WWW-Authenticate`, 403
/// for a foreign host or page, 404, 405 with `Allow`, and 429 with `Retry-After`.
package struct AdminHandler: Handler {
    let reloader: Reloader
    let state: ServingState
    let record: FetchRecorder
    let recent: RecentRequests
    let traffic: TrafficMetrics
    let version: String
    let nowMilliseconds: @Sendable () -> Int64
    let doorkeeper: Doorkeeper
    let catalogues = CatalogueCache()

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - reloader: What is served, and the way to load it anew.
    ///   - state: Whether requests are taken, and counts.
    ///   - record: Who fetched which version of which host's document.
    ///   - recent: The latest requests.
    ///   - traffic: The counters of requests and reloads.
    ///   - version: The version of the program.
    ///   - nowMilliseconds: The clock.
    package init(
        reloader: Reloader, state: ServingState, record: FetchRecorder, recent: RecentRequests,
        traffic: TrafficMetrics, version: String,
        nowMilliseconds: @escaping @Sendable () -> Int64
    ) {
        self.reloader = reloader
        self.state = state
        self.record = record
        self.recent = recent
        self.traffic = traffic
        self.version = version
        self.nowMilliseconds = nowMilliseconds
        doorkeeper = Doorkeeper(nowMilliseconds: nowMilliseconds)
    }

    /// Returns the answer, or work for a thread that may block: loading, and what may be long.
    package func handling(of request: Request) -> Handling {
        switch entry(of: request) {
        case .refused(let reply): return .reply(reply)
        case .admitted(let visit): return handling(visit)
        }
    }

    private func handling(_ visit: Visit) -> Handling {
        let fields = FormFields(query: visit.request.query)
        switch visit.route {
        case .health: return .reply(.json(200, ["status": "ok"]))
        case .readiness: return .reply(readiness)
        case .status: return .reply(.json(200, status))
        case .host: return .reply(host(visit.parameters[0]))
        case .document: return .deferred { document(visit.parameters[0]) }
        case .versions: return .deferred { past.versions(visit.parameters[0]) }
        case .version: return .deferred { past.version(visit.parameters[0], visit.parameters[1]) }
        case .comparison:
            return .deferred { comparisonAnswer(visit.parameters[0], fields) }
        case .fetches: return .deferred { past.fetches(fields) }
        case .rules: return .deferred { rules(visit.parameters[0]) }
        case .hosts: return hosts(visit.request)
        case .links: return .deferred { links(fields) }
        case .recentRequests: return .reply(recentRequests(fields))
        case .metrics: return .deferred { metrics }
        case .description: return .deferred { .json(200, OpenAPIDocument.json) }
        case .reload: return reload(visit.request)
        case .hostsPage: return .deferred { hostsPage(visit, fields) }
        case .hostPage: return .deferred { hostPage(visit) }
        case .comparePage: return .deferred { comparePage(visit, fields) }
        case .linksPage: return .deferred { linksPage(visit, fields) }
        case .requestsPage: return .reply(requestsPage(visit, fields))
        case .reloadPage: return .reply(reloadPage(visit))
        case .reloadForm: return reloadForm(visit)
        case .signInPage: return .reply(signInPage(visit.request, 200, next: fields.text("next")))
        case .signIn: return .reply(signIn(visit))
        case .signOut: return .reply(signOut(visit))
        case .styleSheet: return .reply(Asset.styleSheet.reply(to: visit.request))
        case .script: return .reply(Asset.script.reply(to: visit.request))
        case .icon: return .reply(Asset.icon.reply(to: visit.request))
        }
    }
}
