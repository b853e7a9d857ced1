import Synchronization

/// Numbers of a server since its start, and the connections that are open now.
package struct ServerCounters: Sendable, Hashable {
    /// Connections that are open now.
    package var connections = 0
    /// Connections that were accepted.
    package var accepted = 0
    /// Handshakes that came to their end with a new session.
    package var fullHandshakes = 0
    /// Handshakes that came to their end with an earlier session.
    package var resumedHandshakes = 0
    /// Connections that were closed to make room for new ones.
    package var evicted = 0
    /// Connections that were closed unseen, because eviction could not keep up.
    package var refusedAtLimit = 0
    /// Times that no descriptor was left for a connection.
    package var descriptorShortages = 0
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
}

/// The counting side of ``ServerCounters``.
///
/// - Threads: Any.
final class CounterSet: Sendable {
    let accepted = Atomic(0)
    let fullHandshakes = Atomic(0)
    let resumedHandshakes = Atomic(0)
    let evicted = Atomic(0)
    let refusedAtLimit = Atomic(0)
    let descriptorShortages = Atomic(0)
    let handshakeTimeouts = Atomic(0)
    let headTimeouts = Atomic(0)
    let idleTimeouts = Atomic(0)
    let sendTimeouts = Atomic(0)
    let exhausted = Atomic(0)

    /// Counts a handshake that came to its end.
    func countHandshake(isResumed: Bool) {
        if isResumed { resumedHandshakes.countUp() } else { fullHandshakes.countUp() }
    }

    /// The numbers now.
    func values(connections: Int) -> ServerCounters {
        ServerCounters(
            connections: connections, accepted: accepted.load(ordering: .relaxed),
            fullHandshakes: fullHandshakes.load(ordering: .relaxed),
            resumedHandshakes: resumedHandshakes.load(ordering: .relaxed),
            evicted: evicted.load(ordering: .relaxed),
            refusedAtLimit: refusedAtLimit.load(ordering: .relaxed),
            descriptorShortages: descriptorShortages.load(ordering: .relaxed),
            handshakeTimeouts: handshakeTimeouts.load(ordering: .relaxed),
            headTimeouts: headTimeouts.load(ordering: .relaxed),
            idleTimeouts: idleTimeouts.load(ordering: .relaxed),
            sendTimeouts: sendTimeouts.load(ordering: .relaxed),
            exhausted: exhausted.load(ordering: .relaxed))
    }
}

extension Atomic where Value == Int {
    /// Adds one.
    func countUp() { wrappingAdd(1, ordering: .relaxed) }
}
