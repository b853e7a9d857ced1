import CSQLite

/// A prepared statement: bind its parameters, step through its rows, and again.
///
/// - Ownership: Owns one `sqlite3_stmt` and keeps its database open.
/// - Threads: One thread at a time.
@safe package final class Statement: Sendable {
    /// A value of a parameter.
    package enum Value: Sendable, Hashable {
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
        case null
    }

    private let database: Database
    private nonisolated(unsafe) let raw: OpaquePointer

    /// Takes a statement over.
    @unsafe init(_ raw: OpaquePointer, of database: Database) {
        unsafe self.raw = raw
        self.database = database
    }

    deinit { unsafe sqlite3_finalize(raw) }

    /// Gives the parameters values and goes to before the first row.
    ///
    /// - Parameter values: The values of `?1`, `?2` and so on; all of them.
    /// - Throws: The library's error.
    package func bind(_ values: Value...) throws(SQLiteError) { try bind(all: values) }

    private func bind(all values: [Value]) throws(SQLiteError) {
        reset()
        for (index, value) in values.enumerated() {
            guard bind(value, at: Int32(index + 1)) == SQLITE_OK else { throw database.lastError }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .integer(let number): return unsafe sqlite3_bind_int64(raw, index, number)
        case .null: return unsafe sqlite3_bind_null(raw, index)
        case .text(let text):
            let length = Int32(clamping: text.utf8.count)
            return unsafe aasa_sqlite_bind_text(raw, index, text, length)
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { buffer in
                unsafe aasa_sqlite_bind_blob(
                    raw, index, buffer.baseAddress, Int32(clamping: buffer.count))
            }
        }
    }

    /// Goes to the next row.
    ///
    /// - Returns: Whether there is one.
    /// - Throws: The library's error; the statement is ready for another run then.
    package func step() throws(SQLiteError) -> Bool {
        switch unsafe sqlite3_step(raw) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = database.lastError
            reset()
            throw error
        }
    }

    /// Binds, and runs to the end.
    package func run(_ values: Value...) throws(SQLiteError) {
        try bind(all: values)
        while try step() {}
        reset()
    }

    /// Goes to before the first row, which also gives up the locks of reading.
    package func reset() { unsafe sqlite3_reset(raw) }

    /// Returns the number in a column of the current row; 0 for NULL.
    package func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(raw, column) }

    /// Whether a column of the current row is NULL.
    package func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(raw, column) == SQLITE_NULL
    }

    /// Returns the text in a column of the current row; empty for NULL.
    package func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    /// Returns the bytes in a column of the current row; empty for NULL.
    package func bytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(raw, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(raw, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
