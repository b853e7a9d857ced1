import HTTP
import Synchronization

/// The counting side of ``ServerCounters``, for one event loop.
///
/// Each loop has its own, so that no processor waits for another one to count.
///
/// - Threads: The loop's thread counts; any thread reads.
final class CounterSet: Sendable {
    let accepted = Counter()
    let fullHandshakes = Counter()
    let resumedHandshakes = Counter()
    let evicted = Counter()
    let refusedAtLimit = Counter()
    let refusedWithoutDescriptor = Counter()
    let handshakeTimeouts = Counter()
    let headTimeouts = Counter()
    let idleTimeouts = Counter()
    let sendTimeouts = Counter()
    let exhausted = Counter()

    private let failedHandshakes = Dictionary(
        uniqueKeysWithValues: HandshakeFailure.allCases.map { ($0, Counter()) })
    private let turns = DurationHistogram().counts.map { _ in Counter() }
    private let turnNanoseconds = Counter()

    /// Counts a handshake that came to its end.
    func countHandshake(isResumed: Bool) {
        if isResumed { resumedHandshakes.countUp() } else { fullHandshakes.countUp() }
    }

    /// Counts a handshake that did not come to its end.
    func count(_ failure: HandshakeFailure) { failedHandshakes[failure]?.countUp() }

    /// Counts a turn of the loop by the time that it took.
    func countTurn(nanoseconds: Int64) {
        turns[DurationHistogram.index(ofNanoseconds: nanoseconds)].countUp()
        turnNanoseconds.add(Int(nanoseconds))
    }

    /// Adds the numbers to those of other loops.
    func add(to sum: inout ServerCounters) {
        sum.accepted += accepted.value
        sum.fullHandshakes += fullHandshakes.value
        sum.resumedHandshakes += resumedHandshakes.value
        sum.evicted += evicted.value
        sum.refusedAtLimit += refusedAtLimit.value
        sum.refusedWithoutDescriptor += refusedWithoutDescriptor.value
        sum.handshakeTimeouts += handshakeTimeouts.value
        sum.headTimeouts += headTimeouts.value
        sum.idleTimeouts += idleTimeouts.value
        sum.sendTimeouts += sendTimeouts.value
        sum.exhausted += exhausted.value
        for (failure, counter) in failedHandshakes {
            sum.failedHandshakes[failure, default: 0] += counter.value
        }
        for (index, counter) in turns.enumerated() { sum.turns.counts[index] += counter.value }
        sum.turns.sumNanoseconds += turnNanoseconds.value
    }
}

/// A number that one thread counts and any thread reads.
///
/// - Threads: ``countUp()`` and ``add(_:)`` on one thread.
final class Counter: Sendable {
    private let stored = Atomic(0)

    /// The number now.
    var value: Int { stored.load(ordering: .relaxed) }

    /// Adds one.
    func countUp() { add(1) }

    /// Adds a number; with one thread that writes, it takes no atomic addition.
    func add(_ number: Int) {
        stored.store(stored.load(ordering: .relaxed) &+ number, ordering: .relaxed)
    }
}
