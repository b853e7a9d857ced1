import Diagnostics
import POSIX
import Synchronization

/// Hands records from threads that must not wait to one that works on them, some at a time.
///
/// Records wait in a bounded queue; one that finds it full is dropped and counted.
///
/// - Threads: All methods may be called from any thread; none of them waits but ``stop``.
final class Relay<Record: Sendable>: Sendable {
    /// How long the first record of a batch waits for others, so that a busy server does not
    /// wake the thread for every one.
    private var gatherMilliseconds: Int64 { 20 }

    private struct State {
        var queue: [Record] = []
        var dropped: UInt64 = 0
        var isStopping = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let work = Semaphore()
    private let stopped = Semaphore()
    private let queueLimit: Int
    private let deliver: @Sendable ([Record]) -> Void

    /// Creates a relay and starts its thread.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - queueLimit: How many records may wait.
    ///   - deliver: Takes records in their order, on the thread; must not wait for an output.
    /// - Throws: `log-thread` when the system has no room for a thread.
    init(
        name: String, queueLimit: Int, deliver: @escaping @Sendable ([Record]) -> Void
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
                state.dropped &+= 1
                return false
            }
            state.queue.append(record)
            return state.queue.count == 1
        }
        if wakes { work.signal() }
    }

    /// Takes no more records and waits until those that wait are delivered.
    ///
    /// - Parameter timeoutMilliseconds: How long to wait.
    func stop(timeoutMilliseconds: Int64) {
        let isStopped = state.withLock { state in
            state.isStopping = true
            return state.isStopped
        }
        guard !isStopped else { return }
        work.signal()
        _ = stopped.wait(timeoutMilliseconds: timeoutMilliseconds)
    }

    private func run() {
        while true {
            work.wait()
            _ = work.wait(timeoutMilliseconds: gatherMilliseconds)
            let (records, isStopping) = state.withLock { state in
                defer {
                    state.queue.removeAll(keepingCapacity: state.queue.capacity <= 1024)
                }
                return (state.queue, state.isStopping)
            }
            if !records.isEmpty { deliver(records) }
            guard !isStopping else { break }
        }
        state.withLock { $0.isStopped = true }
        stopped.signal()
    }
}
