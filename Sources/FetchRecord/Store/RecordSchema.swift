import SQLite

/// The tables of the record's file, and how an older file becomes a new one.
///
/// `user_version` is the number of steps that a file has been through.
package struct RecordSchema: Sendable {
    /// What `application_id` says of a file of this program: "aasa".
    static let applicationID: Int64 = 0x6161_7361

    /// The steps of this version of the program.
    package static let current = RecordSchema(steps: [tables, outcomes])

    private static let tables = """
        CREATE TABLE host (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE configuration (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE);
        CREATE TABLE document (
            id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL);
        CREATE TABLE publication (
            host INTEGER NOT NULL, live INTEGER NOT NULL, replaced INTEGER,
            document INTEGER NOT NULL, configuration INTEGER NOT NULL,
            max_age INTEGER NOT NULL, PRIMARY KEY (host, live)) WITHOUT ROWID;
        CREATE INDEX publication_document ON publication (document);
        CREATE TABLE fetch (
            host INTEGER NOT NULL, fetcher TEXT NOT NULL, status INTEGER NOT NULL,
            document TEXT NOT NULL, count INTEGER NOT NULL, first INTEGER NOT NULL,
            last INTEGER NOT NULL, client TEXT NOT NULL, user_agent TEXT,
            PRIMARY KEY (host, fetcher, status, document)) WITHOUT ROWID;
        """

    private static let outcomes =
        "ALTER TABLE fetch ADD COLUMN outcome TEXT NOT NULL DEFAULT '';"

    /// Each step's statements; what was once released is never changed.
    package let steps: [String]

    /// Creates a schema.
    package init(steps: [String]) { self.steps = steps }

    /// Says whether a database is one of this program, and brings it to this version.
    ///
    /// - Parameter database: The open database.
    /// - Throws: ``RecordFault/foreign`` and ``RecordFault/tooNew(version:known:)``, or the
    ///   error of the library.
    func apply(to database: Database) throws(RecordFault) {
        do {
            // A writer of another process is found out here rather than at the first fetch.
            try database.execute("BEGIN IMMEDIATE")
        } catch {
            throw RecordFault(error)
        }
        do {
            let version = try version(of: database, mayBeEmpty: true)
            try migrate(database, from: version)
        } catch {
            try? database.execute("ROLLBACK")
            throw error
        }
    }

    private func migrate(_ database: Database, from version: Int) throws(RecordFault) {
        do {
            for step in steps.dropFirst(version) { try database.execute(step) }
            if version < steps.count {
                try database.execute("PRAGMA application_id = \(Self.applicationID)")
                try database.execute("PRAGMA user_version = \(steps.count)")
            }
            try database.execute("COMMIT")
        } catch {
            throw RecordFault(error)
        }
    }

    /// Returns how many steps a file has been through.
    ///
    /// - Parameters:
    ///   - database: The open database.
    ///   - mayBeEmpty: Whether a database without any table is one of this program.
    /// - Returns: The number, at most that of the steps.
    /// - Throws: ``RecordFault``.
    func version(of database: Database, mayBeEmpty: Bool) throws(RecordFault) -> Int {
        do {
            let version = try database.number("PRAGMA user_version") ?? 0
            let application = try database.number("PRAGMA application_id") ?? 0
            let tables = try database.number("SELECT count(*) FROM sqlite_schema") ?? 0
            if tables == 0, version == 0, application == 0, mayBeEmpty { return 0 }
            guard application == Self.applicationID, version > 0 else { throw RecordFault.foreign }
            guard version <= steps.count else {
                throw RecordFault.tooNew(version: version, known: steps.count)
            }
            return Int(version)
        } catch let error as RecordFault {
            throw error
        } catch let error as SQLiteError {
            throw RecordFault(error)
        } catch {
            throw .foreign
        }
    }
}
