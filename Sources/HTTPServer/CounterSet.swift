import HTTP
import Synchronization

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
        var values = ServerCounters()
        values.connections = connections
        values.accepted = accepted.load(ordering: .relaxed)
        values.fullHandshakes = fullHandshakes.load(ordering: .relaxed)
        values.resumedHandshakes = resumedHandshakes.load(ordering: .relaxed)
        values.evicted = evicted.load(ordering: .relaxed)
        values.refusedAtLimit = refusedAtLimit.load(ordering: .relaxed)
        values.descriptorShortages = descriptorShortages.load(ordering: .relaxed)
        values.handshakeTimeouts = handshakeTimeouts.load(ordering: .relaxed)
        values.headTimeouts = headTimeouts.load(ordering: .relaxed)
        values.idleTimeouts = idleTimeouts.load(ordering: .relaxed)
        values.sendTimeouts = sendTimeouts.load(ordering: .relaxed)
        values.exhausted = exhausted.load(ordering: .relaxed)
        return values
    }
}

extension Atomic where Value == Int {
    /// Adds one.
    func countUp() { wrappingAdd(1, ordering: .relaxed) }
}
