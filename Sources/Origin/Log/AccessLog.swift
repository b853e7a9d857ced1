package import Configuration
package import Diagnostics
package import HTTP
package import POSIX

/// The access log: one line for every request, and for every connection that failed before one.
///
/// - Threads: All methods may be called from any thread; none of them waits but ``stop``.
package final class AccessLog: Sendable {
    private let writer: LogWriter<Exchange>

    /// Opens the log.
    ///
    /// - Parameters:
    ///   - configuration: Where lines go and in which format.
    ///   - owner: Whom a new file belongs to, or `nil` for the user of the process.
    ///   - queueLimit: How many lines may wait to be written.
    ///   - observe: Takes every request on the log's thread, also when the log is off.
    ///   - report: Takes findings about the output.
    /// - Throws: `log-not-opened` with the path and the system's reason, and `log-thread`.
    package init(
        _ configuration: LogConfiguration, owner: Privileges.Identity? = nil, queueLimit: Int,
        observe: @escaping @Sendable (Exchange) -> Void,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) throws(Diagnostic) {
        let (name, file) = try Self.open(configuration, owner)
        let format: AccessLogFormat? =
            switch (configuration.access, configuration.format) {
            case (.off, _): nil
            case (_, .json): .json
            case (_, .combined): .combined
            }
        writer = try LogWriter(
            name: "access-log", output: name, file: file, queueLimit: queueLimit, report: report
        ) { exchange, bytes in
            observe(exchange)
            format?.append(exchange, to: &bytes)
        }
    }

    private static func open(
        _ configuration: LogConfiguration, _ owner: Privileges.Identity?
    ) throws(Diagnostic) -> sending (name: String, file: LogFile) {
        switch configuration.access {
        case .standardOutput: return ("stdout", .standardOutput())
        // A log that is off writes nothing to the stream that stands for it.
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
    package func record(_ exchange: Exchange) { writer.write(exchange) }

    /// Opens the file again by its path.
    package func reopen() { writer.reopen() }

    /// How many lines were dropped since the start.
    package var dropped: UInt64 { writer.dropped }

    /// Writes what waits, for at most a time, and ends.
    package func stop(timeoutMilliseconds: Int64) {
        writer.stop(timeoutMilliseconds: timeoutMilliseconds)
    }
}
