/// Numbers of a server since its start, and the connections that are open now.
package struct ServerCounters: Sendable, Hashable {
    /// Connections that are open now.
    package var connections = 0
    /// How many connections may be open; further ones have idle ones closed.
    package var connectionLimit = 0
    /// Connections that were accepted.
    package var accepted = 0
    /// Handshakes that came to their end with a new session.
    package var fullHandshakes = 0
    /// Handshakes that came to their end with an earlier session.
    package var resumedHandshakes = 0
    /// Handshakes that did not come to their end, by the reason.
    package var failedHandshakes: [HandshakeFailure: Int] = [:]
    /// Connections that were closed to make room for new ones.
    package var evicted = 0
    /// Connections that were closed unseen, because eviction could not keep up.
    package var refusedAtLimit = 0
    /// Connections that were closed unseen, because no descriptor was left for them.
    package var refusedWithoutDescriptor = 0
    /// Connections whose handshake, or PROXY header, did not come to its end in time.
    package var handshakeTimeouts = 0
    /// Connections whose request head did not come to its end in time.
    package var headTimeouts = 0
    /// Connections that were closed because nothing was asked on them.
    package var idleTimeouts = 0
    /// Connections whose client did not read its response in time.
    package var sendTimeouts = 0
    /// Connections that were closed after the last request they may carry.
    package var exhausted = 0
    /// How long event loops were at work before they looked for events again.
    package var turns = DurationHistogram()

    /// Creates numbers that are all zero.
    package init() {}
}
