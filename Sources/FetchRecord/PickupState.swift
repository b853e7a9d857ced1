/// How far Apple's CDN has come with what a host publishes, derived from its fetches.
///
/// A pure function of the record and the time; nothing asks Apple.
package struct PickupState: Sendable, Hashable {
    /// The word for the state, in tables, answers and metrics.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The CDN took the version that is published.
        case current
        /// The CDN took an earlier version.
        case stale
        /// The CDN has not come.
        case neverFetched = "never_fetched"
        /// The CDN's last fetch got an error.
        case refused
        /// The CDN has not come for longer than is usual.
        case quiet

        /// The word in sentences: `never fetched`.
        package var words: String { rawValue.replacing("_", with: " ") }
    }

    /// How long Apple's CDN was seen to keep an answer, in seconds.
    ///
    /// It is the `max-age` of what it gives to devices; it looks at the origin again once that
    /// is over and somebody asks.
    package static let cdnCacheSeconds: Int64 = 6 * 3600
    /// How long Apple's CDN was seen to keep an error.
    package static let cdnErrorCacheSeconds: Int64 = 3600

    /// The state.
    package var kind: Kind
    /// The state explained in one sentence, with its times.
    package var explanation: String
    /// When the CDN came last, in milliseconds since 1970 in UTC, or `nil` if it never did.
    package var fetchedMilliseconds: Int64?
    /// Whether the version that it took last is the one that is published.
    package var hasCurrent = false
    /// The first 12 digits of the digest of the version that is published, or `nil`.
    package var published: String?
    /// The status of its last fetch.
    package var status: Int?
    /// The first 12 digits of the digest of the version that it took last, or `nil`.
    package var taken: String?
    /// When about it is expected to look again, or `nil` where that does not matter.
    package var expectedMilliseconds: Int64?

    /// Derives the state.
    ///
    /// - Parameters:
    ///   - counts: The fetches of the host, in any order.
    ///   - published: What the host publishes now, or `nil` when nothing.
    ///   - takenMaxAge: How long caches may keep a version of which the first 12 digits of
    ///     the digest are given, in seconds.
    ///   - quietAfterMilliseconds: How long without a fetch is quiet.
    ///   - nowMilliseconds: The time.
    package init(
        counts: [FetchCount], published: Publication?,
        takenMaxAge: (String) -> Int64? = { _ in nil },
        quietAfterMilliseconds: Int64, nowMilliseconds: Int64
    ) {
        let taken = counts.filter { $0.fetcher == .appleCDN && $0.document != nil }
            .max(by: Self.isEarlier)
        self.taken = taken?.document
        self.published = published?.document
        hasCurrent = taken != nil && taken?.document == published?.document
        let telling = Self.telling(among: counts)
        kind = Kind(
            telling, published, quietAfterMilliseconds: quietAfterMilliseconds,
            nowMilliseconds: nowMilliseconds)
        guard let last = telling else {
            explanation = Self.neverFetched(published)
            return
        }
        fetchedMilliseconds = last.lastMilliseconds
        status = last.status
        if kind == .refused {
            expectedMilliseconds = last.lastMilliseconds + Self.cdnErrorCacheSeconds * 1000
            explanation = Self.refused(last, taken)
            return
        }
        let isCurrent = last.took(published)
        if !isCurrent {
            let maxAge = last.document.flatMap(takenMaxAge) ?? 0
            let cache = max(Self.cdnCacheSeconds, maxAge)
            // Nobody could take what was not there yet.
            let earliest = max(last.lastMilliseconds, 0) + cache * 1000
            expectedMilliseconds = max(earliest, published?.liveMilliseconds ?? 0)
        }
        switch kind {
        case .quiet: explanation = Self.quiet(last, isCurrent, nowMilliseconds)
        case .current: explanation = Self.current(last)
        default:
            explanation = Self.stale(last, published, expectedMilliseconds, nowMilliseconds)
        }
    }

    static func isEarlier(_ left: FetchCount, _ right: FetchCount) -> Bool {
        left.lastMilliseconds < right.lastMilliseconds
    }

    // MARK: Words

    private static func neverFetched(_ published: Publication?) -> String {
        guard let published else { return "Apple's CDN has not come, and nothing is published" }
        return "Apple's CDN has not come; version \(published.document) is published since "
            + RecordTime.text(published.liveMilliseconds)
    }

    private static func refused(_ last: FetchCount, _ taken: FetchCount?) -> String {
        let reason = last.outcome.isEmpty ? "" : " (\(last.outcome))"
        let time = RecordTime.text(last.lastMilliseconds)
        let before =
            taken.map {
                "; before, it took version \($0.document ?? "") at "
                    + RecordTime.text($0.lastMilliseconds)
            } ?? ""
        return "Apple's CDN was answered \(last.status)\(reason) at \(time)\(before)"
    }

    private static func current(_ last: FetchCount) -> String {
        "Apple's CDN took this version, \(last.document ?? ""), at "
            + RecordTime.text(last.lastMilliseconds)
    }

    private static func quiet(_ last: FetchCount, _ isCurrent: Bool, _ now: Int64) -> String {
        let version = isCurrent ? "the current version" : "an earlier version"
        return "Apple's CDN has not come for \(RecordTime.length(now - last.lastMilliseconds)); "
            + "it took \(version), \(last.document ?? ""), at "
            + RecordTime.text(last.lastMilliseconds)
    }

    private static func stale(
        _ last: FetchCount, _ published: Publication?, _ expected: Int64?, _ now: Int64
    ) -> String {
        let took =
            "Apple's CDN took version \(last.document ?? "") at "
            + RecordTime.text(last.lastMilliseconds)
        guard let published, let expected else { return took + "; nothing is published now" }
        let due = expected < now ? "was expected by about" : "is expected by about"
        return took + "; version \(published.document) is published since "
            + "\(RecordTime.text(published.liveMilliseconds)) and \(due) "
            + RecordTime.text(expected)
    }
}
