import CSQLite

/// An open SQLite database.
///
/// - Ownership: Owns one `sqlite3`, closed with the last reference to it and its statements.
/// - Threads: Any; the library serialises the calls. Whoever needs several calls to belong
///   together, as a transaction does, keeps others away.
@safe package final class Database: Sendable {
    /// What may be done with a database.
    package enum Access: Sendable, Hashable {
        /// Read and write; a missing file is made.
        case write
        /// Read what is there.
        case readOnly
    }

    private nonisolated(unsafe) let raw: OpaquePointer

    /// Opens a database.
    ///
    /// The file is not looked at before the first statement.
    ///
    /// - Parameters:
    ///   - path: The file, or `:memory:`.
    ///   - access: What may be done with it.
    ///   - busyMilliseconds: How long a statement waits for another process.
    /// - Throws: The library's error.
    package init(
        path: String, access: Access, busyMilliseconds: Int32
    ) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags =
            SQLITE_OPEN_FULLMUTEX
            | (access == .write
                ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
        let status = unsafe sqlite3_open_v2(path, &handle, flags, nil)
        guard let handle = unsafe handle else {
            throw SQLiteError(code: status, reason: "out of memory")
        }
        guard status == SQLITE_OK else {
            let error = unsafe Self.error(handle)
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        unsafe raw = handle
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe sqlite3_busy_timeout(handle, busyMilliseconds)
    }

    deinit { unsafe sqlite3_close_v2(raw) }

    /// Runs statements without parameters and results.
    ///
    /// - Parameter sql: One statement or several, separated by semicolons.
    /// - Throws: The error of the first statement that fails.
    package func execute(_ sql: String) throws(SQLiteError) {
        guard unsafe sqlite3_exec(raw, sql, nil, nil, nil) == SQLITE_OK else {
            throw unsafe Self.error(raw)
        }
    }

    /// Prepares one statement.
    ///
    /// - Parameter sql: The statement, with `?1`, `?2` for parameters.
    /// - Returns: The statement, which may be run many times.
    /// - Throws: The library's error.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var statement: OpaquePointer?
        let status = unsafe sqlite3_prepare_v3(
            raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard status == SQLITE_OK, let statement = unsafe statement else {
            throw unsafe Self.error(raw)
        }
        return unsafe Statement(statement, of: self)
    }

    /// Runs a statement and returns the number in its first row and column, or `nil`.
    package func number(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Runs a body in one transaction, which is undone when the body throws.
    ///
    /// - Parameters:
    ///   - begin: How it begins: `BEGIN IMMEDIATE` to write, `BEGIN` to read.
    ///   - body: What belongs together.
    /// - Returns: What the body returns.
    /// - Throws: The error of the body, or of the end of the transaction.
    package func transaction<Result>(
        _ begin: String = "BEGIN IMMEDIATE", _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try execute(begin)
        do throws(SQLiteError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // A full disk has the library undo the transaction by itself.
            if unsafe sqlite3_get_autocommit(raw) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// The error of the call that just failed.
    var lastError: SQLiteError { unsafe Self.error(raw) }

    private static func error(_ handle: OpaquePointer) -> SQLiteError {
        let code = unsafe sqlite3_extended_errcode(handle)
        let reason = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
        return SQLiteError(code: code, reason: reason ?? "error \(code)")
    }
}
