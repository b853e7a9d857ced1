package import Diagnostics
package import POSIX

/// The only writer of what the server says about itself: start, stop, reloads, warnings.
///
/// Lines have the form `time=… level=info msg="…"`, with further `key="…"` pairs behind.
/// They are written on a thread of their own, so that a loop never waits for a terminal.
///
/// - Threads: All methods may be called from any thread; none of them waits but ``stop``.
package final class OperationalLog: Sendable {
    /// How many lines may wait before new ones are dropped.
    package static let queueLimit = 1_000

    private struct Entry: Sendable {
        let milliseconds: Int64
        let line: LogLine
    }

    private let writer: LogWriter<Entry>
    private let nowMilliseconds: @Sendable () -> Int64

    /// Creates the log on an output, by default standard error.
    ///
    /// - Parameters:
    ///   - file: The output.
    ///   - nowMilliseconds: The clock of the lines.
    /// - Throws: `log-thread` when the system has no room for a thread.
    package init(
        _ file: sending LogFile = .standardError(),
        nowMilliseconds: @escaping @Sendable () -> Int64 = Clock.nowMilliseconds
    ) throws(Diagnostic) {
        self.nowMilliseconds = nowMilliseconds
        // There is nowhere left to report that standard error cannot be written.
        writer = try LogWriter(
            name: "log", output: "stderr", file: file, queueLimit: Self.queueLimit,
            report: { _ in }, encode: Self.append)
    }

    /// Says a line.
    package func say(_ line: LogLine) {
        writer.write(Entry(milliseconds: nowMilliseconds(), line: line))
    }

    /// Says something.
    package func say(_ level: LogLine.Level, _ message: String) { say(LogLine(level, message)) }

    /// Says a finding: its place and words, its hint and notes as fields.
    package func say(_ finding: Diagnostic) { say(LogLine(finding)) }

    /// Says how a reload ended, and what it found.
    package func say(_ verdict: ReloadVerdict) {
        for line in LogLine.lines(of: verdict) { say(line) }
    }

    /// How many lines were dropped since the start.
    package var dropped: UInt64 { writer.dropped }

    /// Writes what waits, for at most a time, and ends.
    package func stop(timeoutMilliseconds: Int64 = 1_000) {
        writer.stop(timeoutMilliseconds: timeoutMilliseconds)
    }

    @Sendable private static func append(_ entry: Entry, to bytes: inout [UInt8]) {
        bytes.append(
            contentsOf: entry.line.text(at: LogTime(milliseconds: entry.milliseconds)).utf8)
    }
}
