package import Diagnostics
package import HTTP
import POSIX
import Synchronization

/// The fetch record of a running server: what every host published, and who came for it.
///
/// Fetches are counted in memory and written to the file by a thread of this type, at most a
/// second later. Editions are written before they are served. A file that fails later costs
/// nothing but what it would have kept: that is said once, and tried again.
///
/// - Threads: All methods may be called from any thread. ``record(_:)`` waits for nothing but
///   the lock of the memory; ``publish(_:)`` and the look into the past may wait for the disk.
package final class FetchRecorder: Sendable {
    struct Memory {
        var ledger: Ledger
        var file: RecordFile?
        var writeFailures: UInt64 = 0
        var droppedByFile: UInt64 = 0
        var isStopping = false
    }

    let memory: Mutex<Memory>
    let settings: RecordSettings
    let nowMilliseconds: @Sendable () -> Int64
    private let report: @Sendable (Diagnostic) -> Void
    private let work = Semaphore()
    private let stopped = Semaphore()

    /// Creates an empty record, in memory until a file is opened.
    ///
    /// - Parameters:
    ///   - settings: How much is kept.
    ///   - nowMilliseconds: The clock.
    ///   - report: Takes findings about the file, on any thread; must not block.
    package init(
        settings: RecordSettings = RecordSettings(),
        nowMilliseconds: @escaping @Sendable () -> Int64,
        report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
    ) {
        self.settings = settings
        self.nowMilliseconds = nowMilliseconds
        self.report = report
        memory = Mutex(Memory(ledger: Ledger(settings)))
    }

    /// Opens the file, takes what it holds, and has everything written to it from now on.
    ///
    /// - Parameters:
    ///   - path: The file; it is made where it is missing.
    ///   - location: Where the configuration names it, for findings.
    /// - Throws: A finding whose id begins with `state-`, when the file cannot be used.
    package func open(_ path: String, at location: Location? = nil) throws(Diagnostic) {
        var ledger = Ledger(settings)
        let file: RecordFile
        do throws(RecordFault) {
            let store = try RecordStore(path: path, settings: settings)
            try store.sweep(now: nowMilliseconds())
            try ledger.load(store.reader)
            file = RecordFile(store, path: path, report: report)
        } catch {
            throw error.finding(path, at: location)
        }
        ledger.isSaved = true
        memory.withLock { memory in
            memory.ledger = ledger
            memory.file = file
        }
        do {
            try Threads.start("fetch-record") { self.run(file) }
        } catch {
            throw Diagnostic(
                .error, "state-thread", "cannot start the record's thread: \(error.reason)")
        }
    }

    // MARK: Writing

    /// Counts a request, if it asked for an association file.
    package func record(_ exchange: Exchange) {
        guard let fetch = Fetch(exchange) else { return }
        record(fetch)
    }

    /// Counts a fetch.
    package func record(_ fetch: Fetch) {
        let wakes = memory.withLock { memory in
            let hadUnsaved = memory.ledger.hasUnsaved
            memory.ledger.record(fetch)
            return !hadUnsaved && memory.ledger.hasUnsaved
        }
        if wakes { work.signal() }
    }

    /// Takes what is published from now on; the file has it when this returns.
    package func publish(_ edition: Edition) {
        let now = nowMilliseconds()
        let (changes, savings, file) = memory.withLock { memory in
            // ORDER: counts are by the places that hosts have now.
            let savings = memory.ledger.takeUnsaved()
            return (memory.ledger.publish(edition, now: now), savings, memory.file)
        }
        var isKept = false
        if let file {
            let documents = Dictionary(
                edition.documents.map { ($0.digest, $0.bytes) }, uniquingKeysWith: { $1 })
            isKept = file.publish(changes, documents: documents, savings: savings)
            note(file)
        }
        memory.withLock { memory in
            memory.ledger.trim(
                now: now, keepMilliseconds: settings.keepMilliseconds,
                replacedBytes: isKept ? 0 : RecordLimits.replacedBytes)
        }
    }

    /// Writes what waits and ends the thread.
    ///
    /// - Parameter timeoutMilliseconds: How long to wait for a disk that blocks.
    package func stop(timeoutMilliseconds: Int64) {
        let hasFile = memory.withLock { memory in
            memory.isStopping = true
            return memory.file != nil
        }
        guard hasFile else { return }
        work.signal()
        _ = stopped.wait(timeoutMilliseconds: timeoutMilliseconds)
    }

    private func run(_ file: RecordFile) {
        var swept = nowMilliseconds()
        while true {
            let wait =
                file.isFailing ? RecordLimits.retryMilliseconds : RecordLimits.sweepMilliseconds
            _ = work.wait(timeoutMilliseconds: wait)
            if !memory.withLock({ $0.isStopping }) {
                _ = work.wait(timeoutMilliseconds: RecordLimits.gatherMilliseconds)
            }
            let (savings, isStopping) = memory.withLock { memory in
                (memory.ledger.takeUnsaved(), memory.isStopping)
            }
            file.save(savings)
            if nowMilliseconds() - swept >= RecordLimits.sweepMilliseconds {
                swept = nowMilliseconds()
                file.sweep(now: swept)
            }
            note(file)
            guard !isStopping else { break }
        }
        stopped.signal()
    }

    private func note(_ file: RecordFile) {
        let (failures, dropped) = (file.failures, file.droppedCounts)
        memory.withLock { memory in
            memory.writeFailures = failures
            memory.droppedByFile = dropped
        }
    }

    // MARK: The past

    /// Runs a body with the file, or returns `nil` without one that works.
    func read<Result: Sendable>(
        _ body: (RecordReader) throws(RecordFault) -> Result
    ) -> Result? {
        memory.withLock { $0.file }?.read(body)
    }
}
