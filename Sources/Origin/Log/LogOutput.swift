import Diagnostics
import POSIX

/// The file behind a log, and whether it works.
///
/// - Threads: Only the writer's thread uses it after its creation, but for words of findings.
final class LogOutput: @unchecked Sendable {
    private let file: LogFile
    private let name: String
    private var isFailing = false

    init(_ file: sending LogFile, name: String) {
        self.file = file
        self.name = name
    }

    /// Appends lines; returns a finding at the first failure and at the first success after.
    func append(_ bytes: [UInt8]) -> Diagnostic? {
        do {
            // A failed write may have left half a line behind.
            try file.append(isFailing ? [UInt8(ascii: "\n")] + bytes : bytes)
            guard isFailing else { return nil }
            isFailing = false
            return Diagnostic(.note, "log-writable-again", "log \(quotedName) is written again")
        } catch {
            guard !isFailing else { return nil }
            isFailing = true
            return Diagnostic(
                .warning, "log-not-writable",
                "cannot write log \(quotedName): \(error.reason); its lines are lost until it "
                    + "works",
                hint: "requests are served on; free space or restart the reader of the pipe")
        }
    }

    /// Opens the file again; returns a finding when the old one stays in use.
    func reopen() -> Diagnostic? {
        do {
            try file.reopen()
            isFailing = false
            return nil
        } catch {
            return Diagnostic(
                .warning, "log-not-reopened",
                "cannot reopen log \(quotedName): \(error.reason); the old file stays in use")
        }
    }

    func droppedFinding(_ count: UInt64) -> Diagnostic {
        Diagnostic(
            .warning, "log-lines-dropped",
            "\(count) lines of log \(quotedName) were dropped while it was too slow",
            hint: Self.slowHint)
    }

    var droppingFinding: Diagnostic {
        Diagnostic(
            .warning, "log-too-slow",
            "log \(quotedName) is slower than the requests; lines are dropped",
            hint: Self.slowHint)
    }

    private static let slowHint = "use a faster reader, or raise limits.log_queue_lines"

    private var quotedName: String { Diagnostic.quotedPath(name) }
}
