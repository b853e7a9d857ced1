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

    /// How much a line matters.
    package enum Level: String, Sendable, Hashable, CaseIterable {
        case info
        case warn
        case error
    }

    private struct Record: Sendable {
        let milliseconds: Int64
        let level: Level
        let message: String
        let fields: [(key: String, value: String)]
    }

    private let writer: LogWriter<Record>
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

    /// Says something.
    package func say(
        _ level: Level, _ message: String, _ fields: KeyValuePairs<String, String> = [:]
    ) {
        writer.write(
            Record(
                milliseconds: nowMilliseconds(), level: level, message: message,
                fields: fields.map { ($0.key, $0.value) }))
    }

    /// Says a finding: its place and words in one line, its hint as a field.
    package func say(_ finding: Diagnostic) {
        let level: Level =
            switch finding.severity {
            case .error: .error
            case .warning: .warn
            case .note: .info
            }
        let place = finding.location.map { "\($0): " } ?? ""
        var fields = [(key: "id", value: finding.id)]
        if let hint = finding.hint { fields.append((key: "hint", value: hint)) }
        for note in finding.notes {
            let place = note.location.map { "\($0): " } ?? ""
            fields.append((key: "note", value: place + note.message))
        }
        writer.write(
            Record(
                milliseconds: nowMilliseconds(), level: level, message: place + finding.message,
                fields: fields))
    }

    /// Writes what waits, for at most a time, and ends.
    package func stop(timeoutMilliseconds: Int64 = 1_000) {
        writer.stop(timeoutMilliseconds: timeoutMilliseconds)
    }

    private static func append(_ record: Record, to bytes: inout [UInt8]) {
        let time = LogTime(milliseconds: record.milliseconds).rfc3339
        bytes.append(contentsOf: "time=\(time) level=\(record.level.rawValue) msg=".utf8)
        append(record.message, to: &bytes)
        for field in record.fields {
            bytes.append(contentsOf: " \(field.key)=".utf8)
            append(field.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in Diagnostic.printable(text).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(contentsOf: String(scalar).utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
