package import SiteAssociation

// The inverse of what `FetchRecord+JSON` writes: answers of a running server become values.

extension PickupState {
    /// Reads a state; `nil` for anything that is none.
    package init?(_ node: JSONNode) {
        guard let kind = node["state"]?.string.flatMap({ Kind(rawValue: $0) }),
            let explanation = node["explanation"]?.string
        else { return nil }
        self.kind = kind
        self.explanation = explanation
        if case .bool(let isCurrent) = node["has_current"]?.content { hasCurrent = isCurrent }
        published = node["published"]?.string
        fetchedMilliseconds = node["fetched"]?.moment
        status = node["status"]?.integer.map { Int($0) }
        taken = node["taken"]?.string
        expectedMilliseconds = node["expected"]?.moment
    }
}

extension FetchCount {
    /// Reads a count; `nil` for anything that is none.
    package init?(_ node: JSONNode) {
        guard let fetcher = node["fetcher"]?.string.flatMap({ Fetcher(rawValue: $0) }),
            let status = node["status"]?.integer, let count = node["count"]?.integer,
            let first = node["first"]?.moment, let last = node["last"]?.moment,
            let client = node["last_client"]?.string
        else { return nil }
        self.init(
            Fetch(
                host: "", fetcher: fetcher, status: Int(status),
                document: node["document"]?.string, outcome: node["outcome"]?.string ?? "",
                timeMilliseconds: last, client: client,
                userAgent: node["last_user_agent"]?.string))
        self.count = count
        firstMilliseconds = first
    }
}

extension Publication {
    /// Reads a version; `nil` for anything that is none.
    package init?(_ node: JSONNode) {
        guard let digest = node["digest"]?.string, let size = node["bytes"]?.integer,
            let live = node["live"]?.moment, let configuration = node["configuration"]?.string,
            let maxAge = node["max_age_seconds"]?.integer
        else { return nil }
        self.init(
            digest: digest, sizeBytes: Int(size), configuration: configuration,
            maxAgeSeconds: maxAge, liveMilliseconds: live,
            replacedMilliseconds: node["replaced"]?.moment)
    }
}

extension JSONNode {
    /// A whole number, or `nil`.
    var integer: Int64? {
        guard case .number(let text) = content else { return nil }
        return Int64(text)
    }

    /// A moment in RFC 3339 in milliseconds since 1970, or `nil`.
    var moment: Int64? { string.flatMap { RecordTime.milliseconds(rfc3339: $0) } }
}
