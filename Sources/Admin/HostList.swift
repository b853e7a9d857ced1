import FetchRecord
import Origin
import Synchronization

/// Keeps the catalogue of the snapshot that was looked at last.
///
/// - Threads: All methods may be called from any thread.
final class CatalogueCache: Sendable {
    private let cached = Mutex<HostCatalogue?>(nil)

    /// Returns the catalogue of a snapshot, which is made at the first question.
    func catalogue(of snapshot: Snapshot) -> HostCatalogue {
        if let known = cached.withLock({ $0 }), known.snapshot === snapshot { return known }
        let new = HostCatalogue(snapshot)
        cached.withLock { $0 = new }
        return new
    }
}

extension AdminHandler {
    /// Returns the hosts that are asked for, as indices into the configuration's hosts.
    func hostIndices(_ query: HostCatalogue.Query, _ snapshot: Snapshot) -> [Int] {
        if query == HostCatalogue.Query() { return Array(0..<snapshot.hostCount) }
        return catalogues.catalogue(of: snapshot).hosts(
            query, fetched: { appleFetch(snapshot.pattern(ofHost: $0))?.lastMilliseconds })
    }

    /// What is known of the fetches of a host by Apple's network.
    func appleFetch(_ pattern: String) -> FetchCount? {
        record.lastFetch(of: pattern, by: .appleCDN)
    }
}
