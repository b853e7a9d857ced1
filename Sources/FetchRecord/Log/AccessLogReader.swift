package import Diagnostics
import POSIX

/// Reads access logs of this program, nginx, Caddy and Apache, and counts the fetches in them.
///
/// Nothing in a log ends the reading: a line that is none is counted and named. The memory is
/// bounded by ``LogLimits``, however long the logs and their lines are.
package struct AccessLogReader {
    /// What the logs tell.
    package private(set) var tally: LogTally
    /// Lines that tell of a request.
    package private(set) var requests = 0
    /// Lines that are of no access log.
    package private(set) var badLines = 0

    /// Creates a reader.
    ///
    /// - Parameter tally: Takes the fetches.
    package init(_ tally: LogTally) { self.tally = tally }

    /// Reads a log.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Returns: Whether it could be read to its end, and what there is to say: a warning for
    ///   each bad line, up to a limit, and an error where the file ends too early.
    package mutating func read(_ path: String) -> (isWhole: Bool, findings: [Diagnostic]) {
        let source = SourceFile(name: path == "-" ? "<stdin>" : path)
        do throws(SystemError) {
            let file = path == "-" ? .standardInput() : try FileReader(path: path)
            return read(source) { () throws(SystemError) in try file.next() }
        } catch {
            return (false, [Self.unreadable(source, error.reason, lines: 0)])
        }
    }

    /// Reads what a function gives piece by piece.
    mutating func read(
        _ source: SourceFile, _ next: @escaping () throws(SystemError) -> [UInt8]
    ) -> (isWhole: Bool, findings: [Diagnostic]) {
        var pieces = LogPieces(next)
        var splitter = LineSplitter()
        var bad = BadLines(source)
        var end: Diagnostic?
        do throws(LogReadFault) {
            while let piece = try pieces.next() {
                splitter.take(piece) { line, number in take(line, number, &bad) }
            }
        } catch {
            end = Self.unreadable(source, error.reason, lines: splitter.number)
        }
        splitter.finish { line, number in take(line, number, &bad) }
        badLines += bad.count
        return (end == nil, bad.findings + (end.map { [$0] } ?? []))
    }

    private mutating func take(_ line: LineSplitter.Line, _ number: Int, _ bad: inout BadLines) {
        guard case .bytes(let bytes) = line else {
            bad.add(number, LogFault("it has more than \(LineSplitter.limitBytes) bytes"))
            return
        }
        do throws(LogFault) {
            guard let entry = try LogEntry(bytes) else { return }
            requests += 1
            tally.add(entry)
        } catch {
            bad.add(number, error)
        }
    }

    private static func unreadable(
        _ source: SourceFile, _ reason: String, lines: Int
    ) -> Diagnostic {
        Diagnostic(
            .error, "file-unreadable",
            "cannot read \(Diagnostic.quotedPath(source.name)): \(reason)",
            hint: lines > 0 ? "what is before that is counted" : nil)
    }
}

/// The lines of a log that are of none.
private struct BadLines {
    private let source: SourceFile
    private var first: [Diagnostic] = []
    private var last = 0
    private(set) var count = 0

    init(_ source: SourceFile) { self.source = source }

    mutating func add(_ line: Int, _ fault: LogFault) {
        count += 1
        last = line
        guard first.count < LogLimits.findings else { return }
        first.append(
            Diagnostic(
                .warning, "log-line", "the line is of no access log: \(fault.reason)",
                at: Location(source, line: line, column: fault.column)))
    }

    var findings: [Diagnostic] {
        guard count > first.count else { return first }
        let rest = count - first.count
        return first + [
            Diagnostic(
                .warning, "log-lines",
                "\(rest) more line\(rest == 1 ? " is" : "s are") of no access log, the last here",
                at: Location(source, line: last, column: 1))
        ]
    }
}
