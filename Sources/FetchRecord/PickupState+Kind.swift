import Synchronization

// The state without its explanation, which is what takes the time where there are many hosts.
extension PickupState {
    /// Returns the fetch that decides: the CDN's last one that got a document or an error.
    static func telling(among counts: some Sequence<FetchCount>) -> FetchCount? {
        var last: FetchCount?
        for count in counts
        where count.fetcher == .appleCDN && (count.document != nil || count.status >= 400) {
            if let known = last, !isEarlier(known, count) { continue }
            last = count
        }
        return last
    }
}

extension PickupState.Kind {
    /// Derives the state.
    ///
    /// - Parameters:
    ///   - last: The fetch that decides, or `nil` without one.
    ///   - published: What the host publishes now, or `nil` when nothing.
    ///   - quietAfterMilliseconds: How long without a fetch is quiet.
    ///   - nowMilliseconds: The time.
    init(
        _ last: FetchCount?, _ published: Publication?, quietAfterMilliseconds: Int64,
        nowMilliseconds: Int64
    ) {
        guard let last else {
            self = .neverFetched
            return
        }
        if last.status >= 400 {
            self = .refused
        } else if nowMilliseconds - last.lastMilliseconds > quietAfterMilliseconds {
            self = .quiet
        } else {
            self = last.took(published) ? .current : .stale
        }
    }
}

extension FetchCount {
    /// Whether it got the version that is published.
    func took(_ published: Publication?) -> Bool {
        published != nil && document == published?.document
    }
}

extension Ledger {
    /// How far Apple's CDN has come with a host.
    func kind(ofHost index: Int, _ settings: RecordSettings, now: Int64) -> PickupState.Kind {
        let host = hosts[index]
        let last = PickupState.telling(among: host.rows.lazy.map(\.count))
        return PickupState.Kind(
            last, last == nil ? nil : host.open.map(publication),
            quietAfterMilliseconds: settings.quietAfterMilliseconds, nowMilliseconds: now)
    }
}

extension FetchRecorder {
    /// Returns how far Apple's CDN has come with each configured host, by the host.
    package func kinds() -> [String: PickupState.Kind] {
        var kinds: [String: PickupState.Kind] = [:]
        eachConfigured { name, _, kind in kinds[name] = kind }
        return kinds
    }
}
