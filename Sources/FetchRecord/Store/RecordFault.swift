package import Diagnostics
import POSIX
package import SQLite

/// Why the record's file cannot be used.
package enum RecordFault: Error, Sendable, Hashable {
    /// It is no database, or one of another program.
    case foreign
    /// It was written by a later version of this program.
    case tooNew(version: Int64, known: Int)
    /// It was written by an earlier version, and only a server brings it to this one.
    case outdated(version: Int, known: Int)
    /// It is damaged; the library's words.
    case damaged(String)
    /// It was removed, or another file was put in its place.
    case removed
    /// Anything else that the library says.
    case failed(SQLiteError)

    init(_ error: SQLiteError) {
        switch error.kind {
        case .noDatabase: self = .foreign
        case .corrupt:
            // A check names one page a line.
            let first = error.reason.prefix { !$0.isNewline }
            self = .damaged(String(first))
        default: self = .failed(error)
        }
    }

    /// Returns the finding for a file that cannot be opened.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - location: The place in the configuration.
    /// - Returns: An error with what to do.
    package func finding(_ path: String, at location: Location? = nil) -> Diagnostic {
        let name = Diagnostic.quotedPath(path)
        let (id, message, hint): (String, String, String) =
            switch self {
            case .foreign:
                (
                    "state-foreign", "\(name) is no fetch record of this program",
                    "name another file; a new one is made"
                )
            case .tooNew(let version, let known):
                (
                    "state-too-new",
                    "\(name) has version \(version), and this program knows up to \(known)",
                    "use the program that wrote it, or name another file"
                )
            case .outdated(let version, let known):
                (
                    "state-outdated", "\(name) has version \(version), and \(known) is current",
                    "start the server with it once, which brings it to this version"
                )
            case .damaged(let reason):
                (
                    "state-damaged", "\(name) is damaged (\(reason))",
                    "move it away, and a new one is made; sqlite3 FILE .recover saves what it can"
                )
            case .removed:
                (
                    "state-removed", "\(name) was removed or replaced while it was in use",
                    "restart the process to have it made again"
                )
            case .failed(let error) where Self.isReadOnly(error, path):
                Self.words(SQLiteError(code: Self.readOnlyCode, reason: ""), name)
            case .failed(let error): Self.words(error, name)
            }
        return Diagnostic(.error, id, message, at: location, hint: hint)
    }

    private static let readOnlyCode: Int32 = 8

    /// Whether a file that cannot be opened can only be read: the library needs other files
    /// beside it, and names none of them.
    private static func isReadOnly(_ error: SQLiteError, _ path: String) -> Bool {
        guard error.kind == .unopenable, Files.isReadable(path) else { return false }
        return !Files.isWritable(path) || !Files.isWritable(Files.directory(of: path))
    }

    private static func words(
        _ error: SQLiteError, _ name: String
    ) -> (String, String, String) {
        switch error.kind {
        case .locked:
            (
                "state-locked", "\(name) is in use by another process",
                "each server needs a file of its own"
            )
        case .readOnly:
            (
                "state-read-only", "\(name) cannot be written to",
                "the user of the server needs the right to write the file and its directory"
            )
        case .unopenable:
            (
                "state-not-opened", "cannot open \(name): \(error.reason)",
                "its directory must exist, and the user must be able to write there"
            )
        case .full:
            ("state-full", "cannot write to \(name): the disk is full", "make room for it")
        default:
            (
                "state-failed", "cannot use \(name): \(error.reason)",
                "the number of the library is \(error.code)"
            )
        }
    }
}
