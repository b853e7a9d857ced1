import SQLite

/// The record in a file: everything that memory has, and more of the past.
///
/// - Threads: One thread at a time.
package final class RecordStore: Sendable {
    private let database: Database
    private let hostID: Statement
    private let addHost: Statement
    private let addFetch: Statement
    private let keepMilliseconds: Int64
    private let keepVersions: Int

    /// How long another process may hold the file, in milliseconds.
    static let busyMilliseconds: Int32 = 1_000

    /// Opens the file, makes it where it is missing, and brings it to this version.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - settings: How much is kept.
    ///   - schema: The tables.
    /// - Throws: ``RecordFault``; a damaged file is found here and not while serving.
    package init(
        path: String, settings: RecordSettings, schema: RecordSchema = .current
    ) throws(RecordFault) {
        keepMilliseconds = settings.keepMilliseconds
        keepVersions = settings.keepVersions
        do {
            database = try Database(
                path: path, access: .write, busyMilliseconds: Self.busyMilliseconds)
            // What is wrong with the header is said before the file is changed.
            _ = try database.number("PRAGMA user_version")
        } catch {
            throw RecordFault(error)
        }
        try schema.apply(to: database)
        do {
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            try Self.check(database)
            hostID = try database.prepare("SELECT id FROM host WHERE name = ?1")
            addHost = try database.prepare("INSERT INTO host (name) VALUES (?1) RETURNING id")
            addFetch = try database.prepare(Self.fetchUpsert)
        } catch {
            throw RecordFault(error)
        }
    }

    private static func check(_ database: Database) throws(SQLiteError) {
        let statement = try database.prepare("PRAGMA quick_check(1)")
        guard try statement.step() else { return }
        let verdict = statement.text(0)
        guard verdict == "ok" else { throw SQLiteError(code: 11, reason: verdict) }
    }

    private static let fetchUpsert = """
        INSERT INTO fetch
            (host, fetcher, status, document, count, first, last, client, user_agent, outcome)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT DO UPDATE SET
            count = count + excluded.count, first = min(first, excluded.first),
            last = max(last, excluded.last), client = excluded.client,
            user_agent = excluded.user_agent, outcome = excluded.outcome
        """

    // MARK: Writing

    /// Adds counts, all or none.
    func save(_ savings: [Ledger.Saving]) throws(RecordFault) {
        do {
            try database.transaction { () throws(SQLiteError) in
                for saving in savings { try save(saving) }
            }
        } catch {
            throw RecordFault(error)
        }
    }

    private func save(_ saving: Ledger.Saving) throws(SQLiteError) {
        let count = saving.count
        try addFetch.run(
            .integer(try id(of: saving.host)), .text(count.fetcher.rawValue),
            .integer(Int64(count.status)), .text(count.document ?? ""), .integer(count.count),
            .integer(count.firstMilliseconds), .integer(count.lastMilliseconds),
            .text(count.lastClient), count.lastUserAgent.map { .text($0) } ?? .null,
            .text(count.outcome))
    }

    private func id(of host: String) throws(SQLiteError) -> Int64 {
        try hostID.bind(.text(host))
        defer { hostID.reset() }
        if try hostID.step() { return hostID.integer(0) }
        try addHost.bind(.text(host))
        defer { addHost.reset() }
        return try addHost.step() ? addHost.integer(0) : 0
    }

    /// Writes what an edition changes, and waits until the disk has it.
    ///
    /// - Parameters:
    ///   - changes: What differs at which host.
    ///   - documents: The bytes of the documents that are new somewhere, by digest.
    ///   - savings: Counts that wait.
    /// - Throws: The fault; nothing is written then.
    func publish(
        _ changes: [PublicationChange], documents: [String: [UInt8]],
        savings: [Ledger.Saving]
    ) throws(RecordFault) {
        do {
            try database.execute("PRAGMA synchronous = FULL")
            defer { try? database.execute("PRAGMA synchronous = NORMAL") }
            try database.transaction { () throws(SQLiteError) in
                for saving in savings { try save(saving) }
                try RecordPublisher(database, keepVersions: keepVersions)
                    .write(changes, documents: documents, hostID: id)
            }
        } catch {
            throw RecordFault(error)
        }
    }

    /// Removes what is too old, and what nothing refers to any more.
    func sweep(now: Int64) throws(RecordFault) {
        let limit = now - keepMilliseconds
        do {
            try database.transaction { () throws(SQLiteError) in
                try database.execute(
                    """
                    DELETE FROM publication WHERE replaced < \(limit);
                    DELETE FROM fetch WHERE last < \(limit);
                    DELETE FROM document
                        WHERE id NOT IN (SELECT document FROM publication);
                    DELETE FROM configuration
                        WHERE id NOT IN (SELECT configuration FROM publication);
                    DELETE FROM host WHERE id NOT IN (SELECT host FROM publication)
                        AND id NOT IN (SELECT host FROM fetch);
                    """)
            }
        } catch {
            throw RecordFault(error)
        }
    }

    // MARK: Reading

    /// What the file holds.
    package var reader: RecordReader { RecordReader(database) }
}
