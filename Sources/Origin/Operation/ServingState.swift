package import HTTP
import Synchronization

/// Whether the process takes requests, and numbers of it that change all the time.
///
/// - Threads: All methods may be called from any thread.
package final class ServingState: Sendable {
    /// Numbers at one moment.
    package struct Counts: Sendable, Hashable {
        /// Of the server.
        package var server = ServerCounters()
        /// Lines of the access log that were dropped since the start.
        package var droppedLogLines: UInt64 = 0
        /// Lines of the operational log that were dropped since the start.
        package var droppedOperationalLines: UInt64 = 0
        /// Requests that were not counted since the start.
        package var uncountedRequests: UInt64 = 0

        /// Creates numbers.
        package init(
            server: ServerCounters = ServerCounters(), droppedLogLines: UInt64 = 0,
            droppedOperationalLines: UInt64 = 0, uncountedRequests: UInt64 = 0
        ) {
            self.server = server
            self.droppedLogLines = droppedLogLines
            self.droppedOperationalLines = droppedOperationalLines
            self.uncountedRequests = uncountedRequests
        }
    }

    /// When the process began to serve, in milliseconds since 1970 in UTC.
    package let startedMilliseconds: Int64
    private let draining = Atomic(false)
    private let counter: @Sendable () -> Counts

    /// Creates the state of a process that serves.
    package init(
        startedMilliseconds: Int64, counts: @escaping @Sendable () -> Counts = { Counts() }
    ) {
        self.startedMilliseconds = startedMilliseconds
        counter = counts
    }

    /// Whether no new connections are taken any more.
    package var isDraining: Bool { draining.load(ordering: .acquiring) }

    /// The numbers now.
    package var counts: Counts { counter() }

    /// Says that the process is about to end.
    package func beginDraining() { draining.store(true, ordering: .releasing) }
}
