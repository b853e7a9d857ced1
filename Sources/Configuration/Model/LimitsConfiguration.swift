/// The `limits` section: every number that clients can drive.
package struct LimitsConfiguration: Sendable, Hashable {
    /// Connections at once over all loops.
    package var connections = 10_000
    /// The time from accept to a finished handshake.
    package var handshakeTimeoutMilliseconds: Int64 = 5_000
    /// The time from a request's first byte to the end of its head.
    package var headTimeoutMilliseconds: Int64 = 5_000
    /// The time that a connection may wait for its next request.
    package var idleTimeoutMilliseconds: Int64 = 15_000
    /// The time that a response may wait for its client to read on.
    package var sendTimeoutMilliseconds: Int64 = 10_000
    /// The time that requests in flight get at the end.
    package var drainTimeoutMilliseconds: Int64 = 10_000
    /// The largest request head.
    package var headLimitBytes = 8_192
    /// The largest number of header fields.
    package var headFieldLimit = 64
    /// The requests on one connection before it is closed.
    package var requestsPerConnection = 1_000
    /// Event loops; 0 means one per processor.
    package var loops = 0
    /// Log lines that wait for the writer before new ones are dropped.
    package var logQueueLines = 10_000

    /// Creates the default limits.
    package init() {}
}
