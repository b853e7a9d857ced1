package import Configuration
package import Diagnostics
package import HTTP
package import POSIX

/// The access log: one line for every request, and for every connection that failed before one.
///
/// Who counts requests gets them on a thread that no output can hold up, and the log after
/// that on one of its own: a disk that is full or a pipe that nobody reads costs lines only.
///
/// - Threads: All methods may be called from any thread; none of them waits but ``stop``.
package final class AccessLog: Sendable {
    private let relay: Relay<Exchange>
    private let writer: LogWriter<Exchange>?

    /// Opens the log.
    ///
    /// - Parameters:
    ///   - configuration: Where lines go and in which format.
    ///   - owner: Whom a new file belongs to, or `nil` for the user of the process.
    ///   - queueLimit: How many requests may wait to be counted, and lines to be written.
    ///   - observe: Takes every request, also when the log is off; must not wait for an output.
    ///   - report: Takes findings about the output.
    /// - Throws: `log-not-opened` with the path and the system's reason, and `log-thread`.
    package init(
        _ configuration: LogConfiguration, owner: Privileges.Identity? = nil, queueLimit: Int,
        observe: @escaping @Sendable (Exchange) -> Void,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) throws(Diagnostic) {
        let writer = try Self.writer(configuration, owner, queueLimit, report)
        self.writer = writer
        relay = try Relay(name: "requests", queueLimit: queueLimit) { batch in
            batch.records.forEach(observe)
            writer?.write(contentsOf: batch.records)
            if batch.isMarked { writer?.reopen() }
        }
    }

    private static func writer(
        _ configuration: LogConfiguration, _ owner: Privileges.Identity?, _ queueLimit: Int,
        _ report: @escaping @Sendable (Diagnostic) -> Void
    ) throws(Diagnostic) -> LogWriter<Exchange>? {
        let format: AccessLogFormat? =
            switch (configuration.access, configuration.format) {
            case (.off, _): nil
            case (_, .json): .json
            case (_, .combined): .combined
            }
        guard let format else { return nil }
        let (name, file) = try open(configuration, owner)
        return try LogWriter(
            name: "access-log", output: name, file: file, queueLimit: queueLimit, report: report
        ) { exchange, bytes in
            format.append(exchange, to: &bytes)
        }
    }

    private static func open(
        _ configuration: LogConfiguration, _ owner: Privileges.Identity?
    ) throws(Diagnostic) -> sending (name: String, file: LogFile) {
        switch configuration.access {
        case .standardOutput: return ("stdout", .standardOutput())
        // A log that is off has no writer.
        case .standardError, .off: return ("stderr", .standardError())
        case .file(let path):
            do {
                return (path, try LogFile(path: path, owner: owner))
            } catch {
                throw Diagnostic(
                    .error, "log-not-opened",
                    "cannot open log \(Diagnostic.quotedPath(path)): \(error.reason)",
                    at: configuration.accessLocation)
            }
        }
    }

    /// Writes a line, some time soon.
    package func record(_ exchange: Exchange) { relay.send(exchange) }

    /// Opens the file again by its path, after the lines of all requests so far.
    package func reopen() { relay.mark() }

    /// How many lines were dropped since the start.
    package var dropped: UInt64 { writer.map { $0.dropped &+ uncounted } ?? 0 }

    /// How many requests were neither counted nor logged, since who counts did not keep up.
    package var uncounted: UInt64 { relay.dropped }

    /// Has what waits counted and written, for at most a time each, and ends.
    package func stop(timeoutMilliseconds: Int64) {
        // ORDER: the writer gets its lines from the relay.
        relay.stop(timeoutMilliseconds: timeoutMilliseconds)
        writer?.stop(timeoutMilliseconds: timeoutMilliseconds)
    }
}
