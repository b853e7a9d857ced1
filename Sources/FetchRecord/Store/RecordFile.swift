import Diagnostics
import POSIX
import Synchronization

/// The file of a running server: what fails is said once, kept, and tried again.
///
/// - Threads: Any; one at a time gets at the file.
final class RecordFile: Sendable {
    private struct State {
        var pending: [Key: Ledger.Saving] = [:]
        /// Editions that could not be written, with what is needed to do so later.
        var changes: [PublicationChange] = []
        var documents: [String: [UInt8]] = [:]
        var isFailing = false
        var failures: UInt64 = 0
        var droppedCounts: UInt64 = 0
    }

    /// What counts are added up by.
    private struct Key: Hashable {
        let host: String
        let fetcher: Fetcher
        let status: Int
        let document: String?
    }

    private let store: RecordStore
    private let path: String
    private let identity: FileIdentity?
    private let report: @Sendable (Diagnostic) -> Void
    private let state = Mutex(State())

    init(
        _ store: RecordStore, path: String, report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.store = store
        self.path = path
        self.report = report
        identity = FileIdentity(path: path)
    }

    /// Whether the last attempt to write failed.
    var isFailing: Bool { state.withLock { $0.isFailing } }

    /// How many attempts to write failed.
    var failures: UInt64 { state.withLock { $0.failures } }

    /// How many fetches were not counted because too much waited for the file.
    var droppedCounts: UInt64 { state.withLock { $0.droppedCounts } }

    /// Adds counts to the file; they are kept for the next time when that fails.
    func save(_ savings: [Ledger.Saving]) {
        state.withLock { state in
            for saving in savings { Self.keep(saving, &state) }
            _ = write(&state)
        }
    }

    /// Writes an edition with the counts that wait; returns whether the file has it.
    func publish(
        _ changes: [PublicationChange], documents: [String: [UInt8]],
        savings: [Ledger.Saving]
    ) -> Bool {
        state.withLock { state in
            for saving in savings { Self.keep(saving, &state) }
            Self.keep(changes, documents, &state)
            return write(&state)
        }
    }

    /// Writes all that waits, or none of it; returns whether nothing waits any more.
    private func write(_ state: inout State) -> Bool {
        let (changes, documents) = (state.changes, state.documents)
        let pending = Array(state.pending.values)
        guard !changes.isEmpty || !pending.isEmpty else { return !state.isFailing }
        let failure = attempt(&state) { () throws(RecordFault) in
            if changes.isEmpty {
                try store.save(pending)
            } else {
                try store.publish(changes, documents: documents, savings: pending)
            }
        }
        guard failure == nil else { return false }
        state.pending = [:]
        state.changes = []
        state.documents = [:]
        return true
    }

    /// Removes what is too old.
    func sweep(now: Int64) {
        state.withLock { state in
            _ = attempt(&state) { () throws(RecordFault) in try store.sweep(now: now) }
        }
    }

    /// Runs a body that reads; `nil` when it fails.
    func read<Result: Sendable>(
        _ body: (RecordReader) throws(RecordFault) -> Result
    ) -> Result? {
        state.withLock { _ in try? body(store.reader) }
    }

    /// Puts an edition behind those that wait; where they are too many, they give way to it.
    private static func keep(
        _ changes: [PublicationChange], _ documents: [String: [UInt8]], _ state: inout State
    ) {
        let waiting = state.documents.values.reduce(0) { $0 + $1.count }
        if state.changes.count > RecordLimits.pendingChanges
            || waiting > RecordLimits.pendingBytes
        {
            state.changes = []
            state.documents = [:]
        }
        state.changes += changes
        for case let digest? in changes.map(\.opened?.digest) {
            state.documents[digest] = documents[digest]
        }
    }

    private static func keep(_ saving: Ledger.Saving, _ state: inout State) {
        let key = Key(
            host: saving.host, fetcher: saving.count.fetcher, status: saving.count.status,
            document: saving.count.document)
        if state.pending[key] != nil {
            state.pending[key]?.count.add(saving.count)
        } else if state.pending.count < RecordLimits.pendingCounts {
            state.pending[key] = saving
        } else {
            state.droppedCounts &+= UInt64(max(0, saving.count.count))
        }
    }

    private func attempt(
        _ state: inout State, _ body: () throws(RecordFault) -> Void
    ) -> RecordFault? {
        do throws(RecordFault) {
            // The library would go on with a file that has no name any more.
            guard FileIdentity(path: path) == identity else { throw .removed }
            try body()
            state.isFailing = false
            return nil
        } catch {
            state.failures &+= 1
            if !state.isFailing { report(finding(error)) }
            state.isFailing = true
            return error
        }
    }

    /// While serving, nothing of this is an error that ends anything.
    private func finding(_ fault: RecordFault) -> Diagnostic {
        let finding = fault.finding(path)
        return Diagnostic(
            .warning, finding.id, finding.message + "; the record goes on in memory",
            hint: finding.hint)
    }
}
