import Diagnostics
import FetchRecord
import HTTP
import Origin
import SiteAssociation

// The answers for programs.
extension AdminHandler {
    var readiness: Reply {
        state.isDraining
            ? .json(503, ["status": "draining"]) : .json(200, ["status": "ready"])
    }

    func reload(_ request: Request) -> Handling {
        let lines = request.fields.values("if-match")
        let expected = lines.isEmpty ? nil : EntityTags(lines)
        // A misspelt dry run must not become a real one.
        guard let query = ReloadQuery(request.query ?? "") else {
            return .reply(
                .error(400, "the parameters are \(ReloadQuery.names)"))
        }
        return .deferred { [reloader] in
            let verdict = reloader.reload(
                .admin, isDryRun: query.isDryRun, expected: expected,
                reviewed: query.reviewed, allowsShrinking: query.allowsShrinking)
            return .json(verdict.status, verdict.json)
        }
    }

    /// Lists all hosts, or some of them: a list of all is too long for some clients.
    func hosts(_ request: Request) -> Handling {
        guard let query = HostsQuery(request.query ?? "") else {
            return .reply(.error(400, "the parameters are \(HostsQuery.names)"))
        }
        return .deferred {
            let snapshot = reloader.status.snapshot
            let found = hostIndices(query.hosts, query.state, snapshot)
            let part = found.dropFirst(query.offset).prefix(query.limit ?? found.count)
            let hosts = snapshot.hostSummaries(of: Array(part)).map {
                query.isBrief ? $0.briefJSON : json($0)
            }
            return .json(
                200,
                [
                    "count": JSONValue(found.count), "offset": JSONValue(part.startIndex),
                    "digest": .string(snapshot.digest), "hosts": .array(hosts),
                ])
        }
    }

    func host(_ parameter: String) -> Reply {
        let name = Self.hostName(parameter)
        guard let summary = reloader.status.snapshot.hostSummary(for: name) else {
            return .error(404, "host not configured")
        }
        return .json(200, json(summary))
    }

    func document(_ parameter: String) -> Reply {
        let snapshot = reloader.status.snapshot
        guard let index = snapshot.hostIndex(named: Self.hostName(parameter)) else {
            return .error(404, "host not configured")
        }
        let tag = Field("ETag", snapshot.site(ofHost: index).entityTag)
        return .bytes(snapshot.document(ofHost: index), [tag])
    }

    func rules(_ parameter: String) -> Reply {
        let snapshot = reloader.status.snapshot
        guard let index = snapshot.hostIndex(named: Self.hostName(parameter)) else {
            return .error(404, "host not configured")
        }
        return .json(200, HostRules(snapshot, host: index).json)
    }

    func links(_ fields: FormFields) -> Reply {
        guard let text = fields.text("url") else {
            return .error(400, "the parameter is url, such as https://shop.example.com/products/42")
        }
        do {
            return .json(200, Self.json(try linkReport(text)))
        } catch {
            return .error(400, error.message)
        }
    }

    /// The report with the services that no URL decides about.
    private static func json(_ report: LinkReport) -> JSONValue {
        guard case .object(let members) = report.json else { return .null }
        let services = report.services.map { entry -> JSONValue in
            ["service": .string(entry.service.rawValue), "apps": JSONValue(entry.appIDs)]
        }
        return .object(members + [JSONValue.Member("services", .array(services))])
    }

    func recentRequests(_ fields: FormFields) -> Reply {
        guard let number = Int(fields["after"] ?? "0") else {
            return .error(400, "the parameter after is the number of a request")
        }
        guard let filter = RequestsQuery(fields).strict else {
            return .error(400, "the parameters are \(RequestsQuery.names)")
        }
        return .json(200, recent.after(number, filter).json)
    }

    static func hostName(_ parameter: String) -> String {
        parameter.replacing("%2A", with: "*").replacing("%2a", with: "*")
    }

    var past: RecordAnswers { RecordAnswers(record, reloader.status.snapshot) }

    func json(_ summary: HostSummary) -> JSONValue {
        summary.json(record.record(of: summary.pattern))
    }

    var metrics: Reply {
        var text = MetricsText()
        text.add(reloader.status, state, record.totals(), version: version)
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

    var status: JSONValue {
        StatusDocument(
            status: reloader.status, state: state, version: version,
            nowMilliseconds: nowMilliseconds()
        ).json
    }
}

extension ReloadVerdict {
    /// The HTTP status that says the same.
    var status: Int {
        switch outcome {
        case .reloaded, .unchanged: 200
        case .refused: 422
        case .preconditionFailed: 412
        }
    }
}
