package import Configuration
package import Diagnostics
package import HTTP
import POSIX

/// The access log: one line for every request, and for every connection that failed before one.
///
/// - Threads: All methods may be called from any thread; none of them waits but ``stop``.
package final class AccessLog: Sendable {
    private let writer: LogWriter<Exchange>?

    /// Opens the log.
    ///
    /// - Parameters:
    ///   - configuration: Where lines go and in which format.
    ///   - queueLimit: How many lines may wait to be written.
    ///   - report: Takes findings about the output.
    /// - Throws: `log-not-opened` with the path and the system's reason.
    package convenience init(
        _ configuration: LogConfiguration, queueLimit: Int,
        report: @escaping @Sendable (Diagnostic) -> Void
    ) throws(Diagnostic) {
        switch configuration.access {
        case .off: self.init(writer: nil)
        case .standardOutput:
            try self.init(
                .standardOutput(), "stdout", configuration.format, queueLimit, report)
        case .standardError:
            try self.init(.standardError(), "stderr", configuration.format, queueLimit, report)
        case .file(let path):
            let file: LogFile
            do {
                file = try LogFile(path: path)
            } catch {
                throw Diagnostic(
                    .error, "log-not-opened",
                    "cannot open log \(Diagnostic.quoted(path)): \(error.reason)",
                    at: configuration.accessLocation)
            }
            try self.init(file, path, configuration.format, queueLimit, report)
        }
    }

    private convenience init(
        _ file: sending LogFile, _ name: String, _ format: LogConfiguration.Format,
        _ queueLimit: Int, _ report: @escaping @Sendable (Diagnostic) -> Void
    ) throws(Diagnostic) {
        let format: AccessLogFormat =
            switch format {
            case .json: .json
            case .combined: .combined
            }
        let writer = try LogWriter<Exchange>(
            name: "access-log", output: name, file: file, queueLimit: queueLimit,
            report: report
        ) { exchange, bytes in
            format.append(exchange, to: &bytes)
        }
        self.init(writer: writer)
    }

    private init(writer: LogWriter<Exchange>?) {
        self.writer = writer
    }

    /// Writes a line, some time soon.
    package func record(_ exchange: Exchange) { writer?.write(exchange) }

    /// Opens the file again by its path.
    package func reopen() { writer?.reopen() }

    /// How many lines were dropped since the start.
    package var dropped: UInt64 { writer?.dropped ?? 0 }

    /// Writes what waits, for at most a time, and ends.
    package func stop(timeoutMilliseconds: Int64) {
        writer?.stop(timeoutMilliseconds: timeoutMilliseconds)
    }
}
