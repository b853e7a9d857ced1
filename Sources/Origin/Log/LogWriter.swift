package import Diagnostics
package import POSIX
import Synchronization

/// Writes records to a file on a thread of its own, so that nobody who logs ever waits.
///
/// Records wait in a bounded queue; one that finds it full is dropped and counted. An output
/// that cannot be written to (a full disk, a closed pipe) costs the lines and nothing else,
/// and is reported once until it works again.
///
/// - Threads: All methods may be called from any thread.
package final class LogWriter<Record: Sendable>: Sendable {
    /// How many bytes are collected for one write.
    package static var batchLimitBytes: Int { 65_536 }

    /// How long the first record of a batch waits for others, so that a busy server does not
    /// wake this thread for every line.
    private var gatherMilliseconds: Int64 { 20 }

    private struct State {
        var queue: [Record] = []
        var dropped: UInt64 = 0
        var isDropping = false
        var mustReopen = false
        var isStopping = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let work = Semaphore()
    private let stopped = Semaphore()
    private let queueLimit: Int
    private let outputName: String
    private let encode: @Sendable (Record, inout [UInt8]) -> Void
    private let report: @Sendable (Diagnostic) -> Void

    /// Creates a writer and starts its thread.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - output: Where the lines go, in words for findings.
    ///   - file: The open output.
    ///   - queueLimit: How many records may wait.
    ///   - report: Takes findings about the output, on any thread; must not block.
    ///   - encode: Appends a record's line, with its line feed.
    /// - Throws: `log-thread` when the system has no room for a thread.
    package init(
        name: String, output: String, file: sending LogFile, queueLimit: Int,
        report: @escaping @Sendable (Diagnostic) -> Void,
        encode: @escaping @Sendable (Record, inout [UInt8]) -> Void
    ) throws(Diagnostic) {
        self.queueLimit = queueLimit
        self.encode = encode
        self.report = report
        outputName = output
        let output = LogOutput(file, name: output)
        do {
            try Threads.start(name) { self.run(output) }
        } catch {
            throw Diagnostic(.error, "log-thread", "cannot start the log's thread: \(error.reason)")
        }
    }

    /// How many records were dropped since the start.
    package var dropped: UInt64 { state.withLock { $0.dropped } }

    /// Hands a record over; never waits.
    package func write(_ record: Record) { write(contentsOf: [record]) }

    /// Hands records over; never waits.
    package func write(contentsOf records: [Record]) {
        let (wakes, isFirstDrop) = state.withLock { state in
            let room = state.isStopping ? 0 : max(0, queueLimit - state.queue.count)
            let wasEmpty = state.queue.isEmpty
            if wasEmpty, records.count <= room {
                state.queue = records
            } else {
                state.queue.append(contentsOf: records.prefix(room))
            }
            let wakes = wasEmpty && !state.queue.isEmpty
            guard records.count > room else { return (wakes, false) }
            defer { state.isDropping = true }
            state.dropped &+= UInt64(records.count - room)
            return (wakes, !state.isDropping && !state.isStopping)
        }
        if wakes { work.signal() }
        if isFirstDrop { report(LogOutput.droppingFinding(outputName)) }
    }

    /// Has the file opened again by its path, after the lines that wait now.
    package func reopen() {
        state.withLock { $0.mustReopen = true }
        work.signal()
    }

    /// Takes no more records and waits until those that wait are written.
    ///
    /// - Parameter timeoutMilliseconds: How long to wait for an output that blocks.
    /// - Returns: Whether everything was written.
    @discardableResult
    package func stop(timeoutMilliseconds: Int64) -> Bool {
        let isStopped = state.withLock { state in
            state.isStopping = true
            return state.isStopped
        }
        if isStopped { return true }
        work.signal()
        return stopped.wait(timeoutMilliseconds: timeoutMilliseconds)
    }

    private func run(_ output: LogOutput) {
        var said: UInt64 = 0
        while true {
            work.wait()
            _ = work.wait(timeoutMilliseconds: gatherMilliseconds)
            let (records, mustReopen, isStopping, dropped) = state.withLock { state in
                defer {
                    state.queue.removeAll(keepingCapacity: state.queue.capacity <= 1024)
                    state.mustReopen = false
                    state.isDropping = false
                }
                return (state.queue, state.mustReopen, state.isStopping, state.dropped)
            }
            write(records, to: output)
            if mustReopen, let finding = output.reopen() { report(finding) }
            if dropped > said, !isStopping {
                report(output.droppedFinding(dropped - said))
                said = dropped
            }
            guard !isStopping else { break }
        }
        state.withLock { $0.isStopped = true }
        stopped.signal()
    }

    private func write(_ records: [Record], to output: LogOutput) {
        var bytes: [UInt8] = []
        for record in records {
            encode(record, &bytes)
            guard bytes.count >= Self.batchLimitBytes else { continue }
            if let finding = output.append(bytes) { report(finding) }
            bytes.removeAll(keepingCapacity: true)
        }
        guard !bytes.isEmpty else { return }
        if let finding = output.append(bytes) { report(finding) }
    }
}
