import Synchronization

/// Whether the process takes requests, and numbers of it that change all the time.
///
/// - Threads: All methods may be called from any thread.
package final class ServingState: Sendable {
    /// Numbers at one moment.
    package struct Counts: Sendable, Hashable {
        /// Connections that are open.
        package var connections = 0
        /// Connections that were accepted since the start.
        package var accepted = 0
        /// TLS handshakes that made a new session.
        package var fullHandshakes = 0
        /// TLS handshakes that took up an earlier session.
        package var resumedHandshakes = 0
        /// Connections that were closed to make room for new ones.
        package var evicted = 0
        /// Connections that were closed unseen at the limit.
        package var refusedAtLimit = 0
        /// Times that no descriptor was left for a connection.
        package var descriptorShortages = 0
        /// Connections that ended at the limit of requests.
        package var exhausted = 0
        /// Connections that ended at each of the limits of time.
        package var handshakeTimeouts = 0
        package var headTimeouts = 0
        package var idleTimeouts = 0
        package var sendTimeouts = 0
        /// Lines of the access log that were dropped since the start.
        package var droppedLogLines: UInt64 = 0

        /// Creates numbers that are all zero.
        package init() {}
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
