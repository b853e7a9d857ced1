package import FetchRecord
package import HTTP
import Synchronization

/// The latest requests of the public listeners, for somebody who watches.
///
/// - Threads: All methods may be called from any thread.
package final class RecentRequests: Sendable {
    /// One request, or a connection that failed before it carried one.
    package struct Entry: Sendable {
        /// Its number; the first one since the start has 1.
        package let number: Int
        /// What happened, with long texts cut.
        package let exchange: Exchange
        /// Who it says it is from.
        package let fetcher: Fetcher
    }

    /// A part of the latest requests.
    package struct Part: Sendable {
        /// The number of the latest request, 0 before the first.
        package var last: Int
        /// Requests that were asked for and are forgotten already.
        package var missed: Int
        /// The requests, the latest first.
        package var entries: [Entry]
    }

    /// How many requests are kept.
    package static let capacity = 512
    /// How many requests are shown at once.
    package static let partLimit = 100
    /// How many characters of a text are kept.
    package static let textLimit = 200

    private struct State {
        var ring: [Entry] = []
        var last = 0
    }

    private let state = Mutex(State())

    /// Creates an empty list.
    package init() {}

    /// Takes a request, unless it is one to the admin listener.
    package func record(_ exchange: Exchange) {
        guard exchange.connection.kind != .admin else { return }
        let fetcher = Fetcher(userAgent: exchange.userAgent, target: exchange.target)
        var exchange = exchange
        exchange.target = exchange.target.map(Self.cut)
        exchange.userAgent = exchange.userAgent.map(Self.cut)
        exchange.detail = exchange.detail.map(Self.cut)
        exchange.referrer = nil
        state.withLock { [exchange] state in
            state.last += 1
            let entry = Entry(number: state.last, exchange: exchange, fetcher: fetcher)
            if state.ring.count < Self.capacity {
                state.ring.append(entry)
            } else {
                state.ring[(state.last - 1) % Self.capacity] = entry
            }
        }
    }

    /// Returns the latest requests after a number.
    ///
    /// - Parameters:
    ///   - number: The number of the last request that is known; one that was not given yet is
    ///     one of an earlier process, and counts as 0.
    ///   - filter: Which of them.
    /// - Returns: The requests, at most ``partLimit``.
    package func after(_ number: Int, _ filter: Filter = Filter()) -> Part {
        state.withLock { state in
            let known = number < 0 || number > state.last ? 0 : number
            let count = min(state.last - known, state.ring.count)
            let fitting = (0..<count).map { state.ring[(state.last - 1 - $0) % Self.capacity] }
                .filter(filter.admits)
            // What is forgotten may have fitted.
            let missed = state.last - known - count + max(0, fitting.count - Self.partLimit)
            return Part(
                last: state.last, missed: missed, entries: Array(fitting.prefix(Self.partLimit)))
        }
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= textLimit ? text : text.prefix(textLimit) + "…"
    }
}
