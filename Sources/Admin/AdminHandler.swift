package import HTTP
package import Origin
import SiteAssociation

/// Answers the requests of the admin listener, by the table of ``AdminRoute``.
///
/// Understands GET, HEAD and POST with `Host`, `Authorization`, `Origin` and `If-Match`. All
/// answers are JSON with `Cache-Control: no-store`. Besides the statuses of the routes: 401
/// with `WWW-Authenticate`, 403 for a foreign host or page, 404, and 405 with `Allow`.
package struct AdminHandler: Handler {
    private let reloader: Reloader
    private let state: ServingState
    private let fetches: FetchRecord
    private let traffic: TrafficMetrics
    private let version: String
    private let nowMilliseconds: @Sendable () -> Int64

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - reloader: What is served, and the way to load it anew.
    ///   - state: Whether requests are taken, and counts.
    ///   - fetches: Who fetched which host's document.
    ///   - traffic: The counters of requests and reloads.
    ///   - version: The version of the program.
    ///   - nowMilliseconds: The clock.
    package init(
        reloader: Reloader, state: ServingState, fetches: FetchRecord, traffic: TrafficMetrics,
        version: String,
        nowMilliseconds: @escaping @Sendable () -> Int64
    ) {
        self.reloader = reloader
        self.state = state
        self.fetches = fetches
        self.traffic = traffic
        self.version = version
        self.nowMilliseconds = nowMilliseconds
    }

    /// Returns the answer, or work for a thread that may block: loading and long lists.
    package func handling(of request: Request) -> Handling {
        let match = AdminRoute.match(request.path)
        if let refusal = refusal(of: request, match?.route) { return .reply(refusal) }
        guard let match else { return .reply(.error(404, "not found")) }
        let route = match.route
        guard request.method == route.method || (route.method == "GET" && request.method == "HEAD")
        else {
            return .reply(.error(405, "method not allowed", [Field("Allow", route.allow)]))
        }
        switch route {
        case .health: return .reply(.json(200, ["status": "ok"]))
        case .readiness: return .reply(readiness)
        case .status: return .reply(.json(200, status))
        case .host: return .reply(host(match.parameter))
        case .document: return .deferred { document(match.parameter) }
        case .hosts: return hosts(request)
        case .metrics: return .reply(metrics)
        case .reload: return reload(request)
        }
    }

    /// Returns the answer to who may not ask, or `nil` for those who may.
    private func refusal(of request: Request, _ route: AdminRoute?) -> Reply? {
        guard let access = reloader.adminAccess, access.admits(host: request.host) else {
            return .error(403, "host not allowed")
        }
        // A page that a browser shows could post here, though it could not read the answer.
        if request.method != "GET", request.method != "HEAD",
            request.fields.first("origin") != nil
        {
            return .error(403, "requests from web pages are not allowed")
        }
        guard route?.needsToken ?? true else { return nil }
        guard access.admits(authorization: request.fields.values("authorization")) else {
            let challenge = Field("WWW-Authenticate", "Bearer realm=\"aasa-origin\"")
            return .error(401, "token required", [challenge])
        }
        return nil
    }

    private var readiness: Reply {
        state.isDraining
            ? .json(503, ["status": "draining"]) : .json(200, ["status": "ready"])
    }

    private func reload(_ request: Request) -> Handling {
        let lines = request.fields.values("if-match")
        let expected = lines.isEmpty ? nil : EntityTags(lines)
        // A misspelt dry run must not become a real one.
        guard let query = ReloadQuery(request.query ?? "") else {
            return .reply(
                .error(400, "the parameters are \(ReloadQuery.names), with the value 1 or 0"))
        }
        return .deferred { [reloader] in
            let verdict = reloader.reload(
                .admin, isDryRun: query.isDryRun, expected: expected,
                allowsShrinking: query.allowsShrinking)
            return .json(verdict.status, verdict.json)
        }
    }

    /// Lists all hosts, or a part of them: a list of all is too long for some clients.
    private func hosts(_ request: Request) -> Handling {
        guard let query = HostsQuery(request.query ?? "") else {
            return .reply(.error(400, "the parameters are \(HostsQuery.names)"))
        }
        return .deferred {
            let snapshot = reloader.status.snapshot
            let part = snapshot.hostRange(from: query.offset, limit: query.limit)
            let hosts = snapshot.hostSummaries(part).map { query.isBrief ? $0.briefJSON : json($0) }
            return .json(
                200,
                [
                    "count": JSONValue(snapshot.hostCount), "offset": JSONValue(part.lowerBound),
                    "digest": .string(snapshot.digest), "hosts": .array(hosts),
                ])
        }
    }

    private func host(_ parameter: String) -> Reply {
        let name = Self.hostName(parameter)
        guard let summary = reloader.status.snapshot.hostSummary(for: name) else {
            return .error(404, "host not configured")
        }
        return .json(200, json(summary))
    }

    private func document(_ parameter: String) -> Reply {
        let snapshot = reloader.status.snapshot
        guard let index = snapshot.hostIndex(named: Self.hostName(parameter)) else {
            return .error(404, "host not configured")
        }
        let tag = Field("ETag", snapshot.site(ofHost: index).entityTag)
        return .bytes(snapshot.document(ofHost: index), [tag])
    }

    private static func hostName(_ parameter: String) -> String {
        parameter.replacing("%2A", with: "*").replacing("%2a", with: "*")
    }

    private func json(_ summary: HostSummary) -> JSONValue {
        summary.json(fetches: fetches.entries(of: summary.pattern))
    }

    private var metrics: Reply {
        var text = MetricsText()
        text.add(reloader.status, state, version: version)
        traffic.write(to: &text)
        return Reply(
            Response(
                status: 200,
                fields: [
                    Field("Content-Type", MetricsText.contentType),
                    Field("Cache-Control", "no-store"),
                    Field("X-Content-Type-Options", "nosniff"),
                ], body: text.bytes, isReusable: false))
    }

    private var status: JSONValue {
        StatusDocument(
            status: reloader.status, state: state, version: version,
            nowMilliseconds: nowMilliseconds()
        ).json
    }
}

extension ReloadVerdict {
    /// The HTTP status that says the same.
    fileprivate var status: Int {
        switch outcome {
        case .reloaded, .unchanged: 200
        case .refused: 422
        case .preconditionFailed: 412
        }
    }
}
