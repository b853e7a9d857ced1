import Configuration
package import HTTP
import Synchronization

/// Who fetched which host's document last, and how often, since the start.
///
/// Kept by configured host, so that no client can make it grow. Whoever runs the server sees
/// here whether Apple's network has come for a new host.
///
/// - Threads: All methods may be called from any thread.
package final class FetchRecord: Sendable {
    /// The fetches of one host by one kind of client.
    package struct Entry: Sendable, Hashable {
        /// Who, by the user agent.
        package let fetcher: Fetcher
        /// How often.
        package fileprivate(set) var count: Int
        /// When the last one began, in milliseconds since 1970 in UTC.
        package fileprivate(set) var lastMilliseconds: Int64
        /// The status of the last answer: 200 or 304.
        package fileprivate(set) var lastStatus: Int
    }

    private struct State {
        var snapshot: Snapshot
        var entries: [String: [Entry]] = [:]
    }

    private let state: Mutex<State>

    /// Creates an empty record for the hosts of a snapshot.
    package init(_ snapshot: Snapshot) {
        state = Mutex(State(snapshot: snapshot))
    }

    /// Counts a request, if a document was its answer.
    package func record(_ exchange: Exchange) {
        guard exchange.environment != nil, let host = exchange.host else { return }
        let fetcher = Fetcher(userAgent: exchange.userAgent, target: exchange.target)
        state.withLock { state in
            guard let index = state.snapshot.hostIndex(for: host) else { return }
            let pattern = state.snapshot.configuration.hosts[index].pattern
            var entries = state.entries[pattern] ?? []
            let known = entries.firstIndex { $0.fetcher == fetcher }
            var entry =
                known.map { entries.remove(at: $0) }
                ?? Entry(fetcher: fetcher, count: 0, lastMilliseconds: 0, lastStatus: 0)
            entry.count += 1
            entry.lastMilliseconds = exchange.timeMilliseconds
            entry.lastStatus = exchange.status
            entries.insert(entry, at: 0)
            state.entries[pattern] = entries
        }
    }

    /// Takes the hosts of a new snapshot; the fetches of hosts that are gone are forgotten.
    package func use(_ snapshot: Snapshot) {
        let patterns = Set(snapshot.configuration.hosts.map(\.pattern))
        state.withLock { state in
            state.snapshot = snapshot
            state.entries = state.entries.filter { patterns.contains($0.key) }
        }
    }

    /// Returns the fetches of a configured host, the latest fetcher first.
    package func entries(of pattern: String) -> [Entry] {
        state.withLock { $0.entries[pattern] ?? [] }
    }
}
