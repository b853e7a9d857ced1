import Diagnostics
import POSIX
import Synchronization

/// Hands records from threads that must not wait to one that works on them, some at a time.
///
/// Records wait in a bounded queue; one that finds it full is dropped and counted.
///
/// - Threads: All methods may be called from any thread; none of them waits but ``stop``.
final class Relay<Record: Sendable>: Sendable {
    /// What is delivered at once.
    struct Batch {
        /// The records in their order; none when there was only a mark.
        var records: [Record]
        /// How many were dropped since the batch before.
        var droppedCount: UInt64
        /// Whether there was a mark behind one of the records, or behind an earlier one.
        var isMarked: Bool
        /// Whether none follows.
        var isLast: Bool
    }

    /// How long the first record of a batch waits for others, so that a busy server does not
    /// wake the thread for every one.
    private var gatherMilliseconds: Int64 { 20 }

    private struct State {
        var queue: [Record] = []
        var dropped: UInt64 = 0
        /// How many of the dropped ones were in a batch's count.
        var told: UInt64 = 0
        var isMarked = false
        var isStopping = false
        var isStopped = false

        /// Counts dropped records; returns whether they are the first since the last batch.
        mutating func drop(_ count: Int) -> Bool {
            guard count > 0 else { return false }
            defer { dropped &+= UInt64(count) }
            return dropped == told && !isStopping
        }

        mutating func take() -> Batch {
            defer {
                queue.removeAll(keepingCapacity: queue.capacity <= 1024)
                told = dropped
                isMarked = false
            }
            return Batch(
                records: queue, droppedCount: dropped &- told, isMarked: isMarked,
                isLast: isStopping)
        }
    }

    private let state = Mutex(State())
    private let work = Semaphore()
    private let stopped = Semaphore()
    private let queueLimit: Int
    private let deliver: @Sendable (Batch) -> Void

    /// Creates a relay and starts its thread.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - queueLimit: How many records may wait.
    ///   - deliver: Takes batches in their order, on the thread.
    /// - Throws: `log-thread` when the system has no room for a thread.
    init(
        name: String, queueLimit: Int, deliver: @escaping @Sendable (Batch) -> Void
    ) throws(Diagnostic) {
        self.queueLimit = queueLimit
        self.deliver = deliver
        do {
            try Threads.start(name) { self.run() }
        } catch {
            throw Diagnostic(.error, "log-thread", "cannot start the log's thread: \(error.reason)")
        }
    }

    /// How many records were dropped since the start.
    var dropped: UInt64 { state.withLock { $0.dropped } }

    /// Hands a record over; never waits.
    func send(_ record: Record) {
        let wakes = state.withLock { state in
            guard !state.isStopping, state.queue.count < queueLimit else {
                _ = state.drop(1)
                return false
            }
            state.queue.append(record)
            return state.queue.count == 1
        }
        if wakes { work.signal() }
    }

    /// Hands records over; never waits.
    ///
    /// - Returns: Whether some of them were dropped, the first since the last batch.
    func send(contentsOf records: [Record]) -> Bool {
        let (wakes, isFirstDrop) = state.withLock { state in
            let room = state.isStopping ? 0 : max(0, queueLimit - state.queue.count)
            let wasEmpty = state.queue.isEmpty
            if wasEmpty, records.count <= room {
                state.queue = records
            } else {
                state.queue.append(contentsOf: records.prefix(room))
            }
            return (wasEmpty && !state.queue.isEmpty, state.drop(records.count - room))
        }
        if wakes { work.signal() }
        return isFirstDrop
    }

    /// Marks the batch with the records that wait now, be there any or not.
    func mark() {
        state.withLock { $0.isMarked = true }
        work.signal()
    }

    /// Takes no more records and waits until those that wait are delivered.
    ///
    /// - Parameter timeoutMilliseconds: How long to wait.
    /// - Returns: Whether everything was delivered.
    @discardableResult
    func stop(timeoutMilliseconds: Int64) -> Bool {
        let isStopped = state.withLock { state in
            state.isStopping = true
            return state.isStopped
        }
        if isStopped { return true }
        work.signal()
        return stopped.wait(timeoutMilliseconds: timeoutMilliseconds)
    }

    private func run() {
        while true {
            work.wait()
            _ = work.wait(timeoutMilliseconds: gatherMilliseconds)
            let batch = state.withLock { $0.take() }
            deliver(batch)
            guard !batch.isLast else { break }
        }
        state.withLock { $0.isStopped = true }
        stopped.signal()
    }
}
