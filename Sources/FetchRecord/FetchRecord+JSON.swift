package import SiteAssociation

extension PickupState {
    /// The state as JSON, the same for the admin routes and the command line.
    package var json: JSONValue {
        [
            "state": .string(kind.rawValue), "explanation": .string(explanation),
            "has_current": .bool(hasCurrent),
            "published": published.map { .string($0) } ?? .null,
            "fetched": Self.time(fetchedMilliseconds),
            "status": status.map { JSONValue($0) } ?? .null,
            "taken": taken.map { .string($0) } ?? .null,
            "expected": Self.time(expectedMilliseconds),
        ]
    }

    private static func time(_ milliseconds: Int64?) -> JSONValue {
        milliseconds.map { .string(RecordTime.exact($0)) } ?? .null
    }
}

extension FetchCount {
    /// The fetches as JSON.
    package var json: JSONValue {
        [
            "fetcher": .string(fetcher.rawValue), "status": JSONValue(status),
            "document": document.map { .string($0) } ?? .null,
            "outcome": outcome.isEmpty ? .null : .string(outcome),
            "count": JSONValue(count),
            "first": .string(RecordTime.exact(firstMilliseconds)),
            "last": .string(RecordTime.exact(lastMilliseconds)),
            "last_client": .string(lastClient),
            "last_user_agent": lastUserAgent.map { .string($0) } ?? .null,
        ]
    }
}

extension HostRecord {
    /// The host with its pickup state and its fetches as JSON.
    package var json: JSONValue { HostFetches(self).json }
}
