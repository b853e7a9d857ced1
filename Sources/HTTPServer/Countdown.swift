import Synchronization

/// Lets a thread wait until something has happened a number of times.
///
/// - Threads: Any thread signals; one waits.
final class Countdown: Sendable {
    private let left: Mutex<Int>
    private let wakeUp: WakeUp?

    /// Creates a countdown; zero is over at once.
    init(_ count: Int) {
        left = Mutex(count)
        wakeUp = try? WakeUp()
    }

    /// Counts down by one.
    func signal() {
        left.withLock { $0 -= 1 }
        wakeUp?.signal()
    }

    /// Whether the count is down to zero.
    var isOver: Bool { left.withLock { $0 <= 0 } }

    /// Waits until the count is down to zero, or nobody is left to count.
    func wait(orUntil isOver: () -> Bool) {
        while left.withLock({ $0 }) > 0, !isOver() { wakeUp?.wait(timeoutMilliseconds: 100) }
    }
}
