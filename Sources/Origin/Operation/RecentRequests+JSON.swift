import FetchRecord
import HTTP
package import SiteAssociation

extension RecentRequests.Part {
    /// The requests as JSON: `last`, `missed`, `requests`.
    package var json: JSONValue {
        [
            "last": JSONValue(last), "missed": JSONValue(missed),
            "requests": .array(entries.map(\.json)),
        ]
    }
}

extension RecentRequests.Entry {
    fileprivate var json: JSONValue {
        JSONValue(present: [
            "number": JSONValue(number),
            "time": .string(LogTime(milliseconds: exchange.timeMilliseconds).rfc3339),
            "listener": .string(exchange.connection.listener),
            "client": .string(exchange.client),
            "host": (exchange.host ?? exchange.connection.serverName).map { .string($0) },
            "method": exchange.method.map { .string($0) },
            "target": exchange.target.map { .string($0) },
            "status": JSONValue(exchange.status),
            "bytes": JSONValue(exchange.bodyBytes),
            "user_agent": exchange.userAgent.map { .string($0) },
            "fetcher": .string(fetcher.rawValue),
            "environment": exchange.environment.map { .string($0) },
            "document": exchange.document.map { .string($0) },
            "outcome": .string(exchange.outcome.rawValue),
            "detail": exchange.detail.map { .string($0) },
        ])
    }
}
