import FetchRecord
import Origin
import Synchronization

/// Keeps the catalogue of the snapshot that was looked at last, but not the snapshot.
///
/// - Threads: All methods may be called from any thread.
final class CatalogueCache: Sendable {
    private let cached = Mutex<HostCatalogue?>(nil)

    /// Returns the catalogue of a snapshot, which is made at the first question.
    func catalogue(of snapshot: Snapshot) -> HostCatalogue {
        if let known = cached.withLock({ $0 }), known.digest == snapshot.digest { return known }
        let new = HostCatalogue(snapshot)
        cached.withLock { $0 = new }
        return new
    }
}

extension AdminHandler {
    /// Returns the hosts that are asked for, as indices into the configuration's hosts.
    func hostIndices(
        _ query: HostCatalogue.Query, _ state: PickupState.Kind?, _ snapshot: Snapshot
    ) -> [Int] {
        if query == HostCatalogue.Query(), state == nil { return Array(0..<snapshot.hostCount) }
        // What every host's state is takes a while to say, so only who needs it asks.
        let kinds = state != nil || query.order == .state ? record.kinds() : [:]
        func kind(_ index: Int) -> PickupState.Kind {
            kinds[snapshot.pattern(ofHost: index)] ?? .neverFetched
        }
        return catalogues.catalogue(of: snapshot).hosts(
            query, of: snapshot, where: state.map { state in { kind($0) == state } },
            fetched: { appleFetch(snapshot.pattern(ofHost: $0))?.lastMilliseconds },
            rank: { kind($0).rank })
    }

    /// What is known of the fetches of a host by Apple's network.
    func appleFetch(_ pattern: String) -> FetchCount? {
        record.lastFetch(of: pattern, by: .appleCDN)
    }
}

extension PickupState.Kind {
    /// The place in a list that begins with what asks for attention.
    fileprivate var rank: Int {
        switch self {
        case .refused: 0
        case .stale: 1
        case .quiet: 2
        case .neverFetched: 3
        case .current: 4
        }
    }
}
