package import Diagnostics
package import POSIX

/// Writes records to a file on a thread of its own, so that nobody who logs ever waits.
///
/// Records wait in a ``Relay``. An output that cannot be written to (a full disk, a closed
/// pipe) costs the lines and nothing else, and is reported once until it works again.
///
/// - Threads: All methods may be called from any thread; none of them waits but ``stop``.
package final class LogWriter<Record: Sendable>: Sendable {
    /// How many bytes are collected for one write.
    package static var batchLimitBytes: Int { 65_536 }

    private let relay: Relay<Record>
    private let output: LogOutput
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
        let output = LogOutput(file, name: output)
        self.output = output
        self.report = report
        relay = try Relay(name: name, queueLimit: queueLimit) { batch in
            Self.write(batch.records, to: output, report, encode)
            if batch.isMarked, let finding = output.reopen() { report(finding) }
            if batch.droppedCount > 0, !batch.isLast {
                report(output.droppedFinding(batch.droppedCount))
            }
        }
    }

    /// How many records were dropped since the start.
    package var dropped: UInt64 { relay.dropped }

    /// Hands a record over; never waits.
    package func write(_ record: Record) { write(contentsOf: [record]) }

    /// Hands records over; never waits.
    package func write(contentsOf records: [Record]) {
        if relay.send(contentsOf: records) { report(output.droppingFinding) }
    }

    /// Has the file opened again by its path, after the lines that wait now.
    package func reopen() { relay.mark() }

    /// Takes no more records and waits until those that wait are written.
    ///
    /// - Parameter timeoutMilliseconds: How long to wait for an output that blocks.
    /// - Returns: Whether everything was written.
    @discardableResult
    package func stop(timeoutMilliseconds: Int64) -> Bool {
        relay.stop(timeoutMilliseconds: timeoutMilliseconds)
    }

    private static func write(
        _ records: [Record], to output: LogOutput, _ report: (Diagnostic) -> Void,
        _ encode: (Record, inout [UInt8]) -> Void
    ) {
        var bytes: [UInt8] = []
        for record in records {
            encode(record, &bytes)
            guard bytes.count >= batchLimitBytes else { continue }
            if let finding = output.append(bytes) { report(finding) }
            bytes.removeAll(keepingCapacity: true)
        }
        guard !bytes.isEmpty else { return }
        if let finding = output.append(bytes) { report(finding) }
    }
}
