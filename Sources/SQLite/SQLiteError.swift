import CSQLite

/// Why SQLite could not do what it was asked for.
package struct SQLiteError: Error, Sendable, Hashable {
    /// What is wrong, as far as a caller would act on it.
    package enum Kind: Sendable, Hashable {
        /// The file cannot be opened, or not be made.
        case unopenable
        /// The file may be read and not be written.
        case readOnly
        /// Another process holds the file.
        case locked
        /// The file is no database.
        case noDatabase
        /// The file is a database with damage.
        case corrupt
        /// The disk is full.
        case full
        /// The system failed to read or write.
        case inputOutput
        /// Anything else, most likely a mistake of this program.
        case other
    }

    /// What is wrong.
    package let kind: Kind
    /// The library's words.
    package let reason: String
    /// The library's number, extended.
    package let code: Int32

    /// Creates an error from a number of the library and its words.
    package init(code: Int32, reason: String) {
        self.code = code
        self.reason = reason
        kind =
            switch code & 0xFF {
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .unopenable
            case SQLITE_READONLY: .readOnly
            case SQLITE_BUSY, SQLITE_LOCKED: .locked
            case SQLITE_NOTADB: .noDatabase
            case SQLITE_CORRUPT: .corrupt
            case SQLITE_FULL: .full
            case SQLITE_IOERR: .inputOutput
            default: .other
            }
    }
}
