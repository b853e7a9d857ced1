import FetchRecord
package import HTTP
import Synchronization

/// Counts requests and reloads.
///
/// Every label comes from a fixed set of words or is a listener's name, so that no client can
/// make it grow.
///
/// - Threads: Any.
package final class TrafficMetrics: Sendable {
    private struct RequestKey: Hashable {
        var listener: String
        var kind: ListenerKind
        var statusClass: Int
        var fetcher: Fetcher
    }

    private struct State {
        var requests: [RequestKey: Int64] = [:]
        var outcomes: [Outcome: Int64] = [:]
        var reloads: [ReloadVerdict.Outcome: Int64] = [:]
        var lastReload: ReloadVerdict.Outcome?
    }

    private let state = Mutex(State())

    /// Creates counters at zero.
    package init() {}

    /// Counts a log record.
    package func record(_ exchange: Exchange) {
        let fetcher = Fetcher(userAgent: exchange.userAgent, target: exchange.target)
        state.withLock { state in
            state.outcomes[exchange.outcome, default: 0] += 1
            guard exchange.status > 0 else { return }
            let key = RequestKey(
                listener: exchange.connection.listener, kind: exchange.connection.kind,
                statusClass: exchange.status / 100, fetcher: fetcher)
            state.requests[key, default: 0] += 1
        }
    }

    /// Counts a reload, unless it was only tried.
    package func record(_ verdict: ReloadVerdict) {
        guard !verdict.isDryRun else { return }
        state.withLock { state in
            state.reloads[verdict.outcome, default: 0] += 1
            state.lastReload = verdict.outcome
        }
    }

    /// Adds the counters to a text, in a fixed order.
    package func write(to text: inout MetricsText) {
        let state = state.withLock { $0 }
        let requests = state.requests.map { key, count in
            (
                labels: [
                    key.listener, key.kind.rawValue, "\(key.statusClass)xx",
                    key.fetcher.rawValue,
                ],
                value: count
            )
        }
        text.add(.requests, requests.sorted { $0.labels.lexicographicallyPrecedes($1.labels) })
        text.add(
            .outcomes,
            Outcome.allCases.map { ([$0.rawValue], state.outcomes[$0] ?? 0) })
        text.add(
            .reloads,
            ReloadVerdict.Outcome.allCases.map { ([$0.rawValue], state.reloads[$0] ?? 0) })
        text.add(.reloadSuccess, state.lastReload == .refused ? 0 : 1)
    }
}
