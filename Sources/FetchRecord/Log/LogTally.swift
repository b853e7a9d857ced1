/// Counts the fetches that logs tell of, bounded however many hosts they name.
package struct LogTally: Sendable {
    /// What a line without a host counts for.
    package static let noHost = "-"

    private var hosts: [String: [FetchCount]] = [:]
    private var countTotal = 0
    private var lastMilliseconds: Int64?
    /// The only host that is counted, which lines without a host belong to; `nil` for all.
    private let only: String?
    /// Fetches that no place was left for.
    package private(set) var dropped = 0
    /// Fetches by lines that name no host.
    package private(set) var hostless = 0

    /// Creates an empty tally.
    ///
    /// - Parameter only: The only host that is counted, or `nil` for all.
    package init(only: String? = nil) { self.only = only?.lowercased() }

    /// Counts a request, if it asked for an association file.
    package mutating func add(_ entry: LogEntry) {
        lastMilliseconds = max(lastMilliseconds ?? .min, entry.timeMilliseconds)
        guard let fetch = entry.fetch(orHost: only ?? Self.noHost) else { return }
        if let only, fetch.host != only { return }
        if fetch.host == Self.noHost { hostless += 1 }
        let count = FetchCount(fetch)
        guard var counts = hosts[fetch.host] else {
            guard hosts.count < LogLimits.hosts, countTotal < LogLimits.counts else {
                dropped += 1
                return
            }
            hosts[fetch.host] = [count]
            countTotal += 1
            return
        }
        // ORDER: without this, the change below would copy the counts.
        hosts[fetch.host] = []
        merge(count, into: &counts)
        hosts[fetch.host] = counts
    }

    private mutating func merge(_ count: FetchCount, into counts: inout [FetchCount]) {
        if let index = counts.firstIndex(where: { $0.isAlike(count) }) {
            counts[index].add(count)
            return
        }
        guard counts.count < LogLimits.countsPerHost, countTotal < LogLimits.counts else {
            dropped += 1
            return
        }
        counts.append(count)
        countTotal += 1
    }

    /// Returns the hosts in the order of their names, as of the last line.
    ///
    /// - Parameter quietAfterMilliseconds: How long without a fetch is quiet.
    /// - Returns: Each host; its pickup state only where the lines tell enough.
    package func fetches(quietAfterMilliseconds: Int64) -> [HostFetches] {
        let now = lastMilliseconds ?? 0
        return hosts.sorted { $0.key < $1.key }.map { host, counts in
            HostFetches(
                host: host, environment: nil,
                pickup: Self.pickup(counts, quietAfterMilliseconds, now),
                counts: counts.sorted { $0.lastMilliseconds > $1.lastMilliseconds })
        }
    }

    /// The state; what was served last, to whomever, counts as published.
    private static func pickup(
        _ counts: [FetchCount], _ quiet: Int64, _ now: Int64
    ) -> PickupState? {
        let taken = counts.filter { $0.document != nil }
        let latest = taken.max { $0.lastMilliseconds < $1.lastMilliseconds }
        let published = latest.map { latest in
            let first = taken.filter { $0.document == latest.document }.map(\.firstMilliseconds)
            return Publication(
                digest: latest.document ?? "", sizeBytes: 0, configuration: "", maxAgeSeconds: 0,
                liveMilliseconds: first.min() ?? 0)
        }
        var state = PickupState(
            counts: counts, published: published, quietAfterMilliseconds: quiet,
            nowMilliseconds: now)
        let apple = counts.filter { $0.fetcher == .appleCDN }
        let last = apple.max { $0.lastMilliseconds < $1.lastMilliseconds }
        guard let last else {
            if published == nil { state.explanation = "Apple's CDN has not come" }
            return state
        }
        // Without versions only a refusal is certain.
        let isKnown = last.status >= 400 || apple.contains { $0.document != nil }
        return isKnown ? state : nil
    }
}
