package import SiteAssociation

/// Who fetched the document of a host, as far as a server, its file or a log tells.
package struct HostFetches: Sendable, Hashable {
    /// The host as configured, or as it was asked for.
    package var host: String
    /// The environment's name, or `nil` where nobody knows it.
    package var environment: String?
    /// How far Apple's CDN has come, or `nil` where versions are not known.
    package var pickup: PickupState?
    /// The fetches, the latest first.
    package var counts: [FetchCount]

    /// Creates what is known of a host.
    package init(
        host: String, environment: String?, pickup: PickupState?, counts: [FetchCount]
    ) {
        self.host = host
        self.environment = environment
        self.pickup = pickup
        self.counts = counts
    }

    /// Takes what the record knows.
    package init(_ record: HostRecord) {
        self.init(
            host: record.host, environment: record.environment, pickup: record.pickup,
            counts: record.counts)
    }

    /// Reads what a server answers; `nil` for anything else.
    package init?(_ node: JSONNode) {
        guard let host = node["host"]?.string, let fetches = node["fetches"]?.elements else {
            return nil
        }
        let counts = fetches.compactMap { FetchCount($0) }
        guard counts.count == fetches.count else { return nil }
        self.init(
            host: host, environment: node["environment"]?.string,
            pickup: node["pickup"].flatMap { PickupState($0) }, counts: counts)
    }

    /// The host with its pickup state and its fetches as JSON.
    package var json: JSONValue {
        [
            "host": .string(host),
            "environment": environment.map { .string($0) } ?? .null,
            "pickup": pickup?.json ?? .null, "fetches": .array(counts.map(\.json)),
        ]
    }
}

/// A version of a host's document, and when Apple's CDN took it first.
package struct HostVersion: Sendable, Hashable {
    /// The version with its times.
    package var publication: Publication
    /// When Apple's CDN took it first, in milliseconds since 1970, or `nil`.
    package var takenMilliseconds: Int64?

    /// Finds out when a version was taken.
    ///
    /// - Parameters:
    ///   - publication: The version.
    ///   - counts: The fetches of the host.
    package init(_ publication: Publication, _ counts: [FetchCount]) {
        self.publication = publication
        takenMilliseconds = counts.lazy
            .filter { $0.fetcher == .appleCDN && $0.document == publication.document }
            .map(\.firstMilliseconds).min()
    }

    /// Reads what a server answers; `nil` for anything else.
    package init?(_ node: JSONNode) {
        guard let publication = Publication(node) else { return nil }
        self.publication = publication
        takenMilliseconds = node["taken"]?.moment
    }

    /// The version as JSON.
    package var json: JSONValue {
        func time(_ milliseconds: Int64?) -> JSONValue {
            milliseconds.map { .string(RecordTime.exact($0)) } ?? .null
        }
        return [
            "digest": .string(publication.digest), "bytes": JSONValue(publication.sizeBytes),
            "live": time(publication.liveMilliseconds),
            "replaced": time(publication.replacedMilliseconds), "taken": time(takenMilliseconds),
            "configuration": .string(publication.configuration),
            "max_age_seconds": JSONValue(publication.maxAgeSeconds),
        ]
    }
}
