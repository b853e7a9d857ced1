import SQLite

/// Reads a record's file, of this process or of another.
///
/// - Threads: One thread at a time.
package struct RecordReader: Sendable {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Opens the file of a server, which may run meanwhile.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``RecordFault``.
    package init(path: String) throws(RecordFault) {
        do {
            database = try Database(
                path: path, access: .readOnly, busyMilliseconds: RecordStore.busyMilliseconds)
        } catch {
            throw RecordFault(error)
        }
        let known = RecordSchema.current.steps.count
        let version = try RecordSchema.current.version(of: database, mayBeEmpty: false)
        guard version == known else { throw .outdated(version: version, known: known) }
    }

    /// Returns the names of all hosts, sorted.
    package func hostNames() throws(RecordFault) -> [String] {
        try rows("SELECT name FROM host ORDER BY name") { $0.text(0) }
    }

    /// Returns the versions of a host, the oldest first.
    package func publications(of host: String) throws(RecordFault) -> [Publication] {
        try rows(
            """
            SELECT \(Self.publicationColumns) FROM publication
                \(Self.publicationTables)
            WHERE host.name = ?1 ORDER BY live
            """, host
        ) { Self.publication($0) }
    }

    /// Returns the fetches of a host, the latest first.
    package func counts(of host: String) throws(RecordFault) -> [FetchCount] {
        try rows(
            """
            SELECT \(Self.countColumns) FROM fetch JOIN host ON host.id = fetch.host
            WHERE host.name = ?1 ORDER BY last DESC, fetcher, status, document
            """, host
        ) { Self.count($0) }
    }

    /// Returns what is known of a host, or `nil` when nothing is.
    ///
    /// - Parameters:
    ///   - host: The host as configured, or as it was asked for.
    ///   - settings: How long without a fetch is quiet.
    ///   - now: The time.
    /// - Returns: The host without an environment, which no file knows.
    /// - Throws: ``RecordFault``.
    package func record(
        of host: String, _ settings: RecordSettings, now: Int64
    ) throws(RecordFault) -> HostRecord? {
        let counts = try counts(of: host)
        let publications = try publications(of: host)
        guard !counts.isEmpty || !publications.isEmpty else { return nil }
        let pickup = PickupState(
            counts: counts,
            published: publications.last.flatMap { $0.replacedMilliseconds == nil ? $0 : nil },
            takenMaxAge: { document in
                publications.last { $0.document == document }?.maxAgeSeconds
            }, quietAfterMilliseconds: settings.quietAfterMilliseconds, nowMilliseconds: now)
        return HostRecord(host: host, environment: nil, pickup: pickup, counts: counts)
    }

    /// Returns the digest and the bytes of a document of which the first digits are given.
    ///
    /// - Parameter digest: The digest, or as many first digits as tell one from the others.
    /// - Returns: `nil` when there is no such document, or more than one.
    /// - Throws: ``RecordFault``.
    package func document(
        _ digest: String
    ) throws(RecordFault) -> (digest: String, bytes: [UInt8])? {
        // The next text that does not begin with the digits: 'g' follows 'f'.
        let found = try rows(
            """
            SELECT digest, bytes FROM document
            WHERE digest >= ?1 AND digest < ?1 || 'g' LIMIT 2
            """, digest
        ) { ($0.text(0), $0.bytes(1)) }
        return found.count == 1 ? found[0] : nil
    }

    /// Calls a body with the versions of every host, the oldest first.
    func eachPublication(_ body: (String, Publication) -> Void) throws(RecordFault) {
        _ = try rows(
            """
            SELECT \(Self.publicationColumns), host.name FROM publication
                \(Self.publicationTables)
            ORDER BY publication.host, live
            """
        ) { body($0.text(6), Self.publication($0)) }
    }

    /// Calls a body with the fetches of every host.
    func eachCount(_ body: (String, FetchCount) -> Void) throws(RecordFault) {
        _ = try rows(
            """
            SELECT \(Self.countColumns), host.name
            FROM fetch JOIN host ON host.id = fetch.host ORDER BY fetch.host
            """
        ) { body($0.text(9), Self.count($0)) }
    }

    // MARK: Rows

    private static let publicationColumns =
        "document.digest, length(document.bytes), configuration.digest, max_age, live, replaced"
    private static let publicationTables = """
        JOIN host ON host.id = publication.host
            JOIN document ON document.id = publication.document
            JOIN configuration ON configuration.id = publication.configuration
        """
    private static let countColumns =
        "fetcher, status, document, outcome, count, first, last, client, user_agent"

    private static func publication(_ row: Statement) -> Publication {
        Publication(
            digest: row.text(0), sizeBytes: Int(row.integer(1)), configuration: row.text(2),
            maxAgeSeconds: row.integer(3), liveMilliseconds: row.integer(4),
            replacedMilliseconds: row.isNull(5) ? nil : row.integer(5))
    }

    private static func count(_ row: Statement) -> FetchCount {
        let document = row.text(2)
        var count = FetchCount(
            Fetch(
                host: "", fetcher: Fetcher(rawValue: row.text(0)) ?? .other,
                status: Int(row.integer(1)), document: document.isEmpty ? nil : document,
                outcome: row.text(3), timeMilliseconds: row.integer(6), client: row.text(7),
                userAgent: row.isNull(8) ? nil : row.text(8)))
        count.count = row.integer(4)
        count.firstMilliseconds = row.integer(5)
        return count
    }

    private func rows<Row>(
        _ sql: String, _ parameter: String? = nil, _ row: (Statement) -> Row
    ) throws(RecordFault) -> [Row] {
        do {
            let statement = try database.prepare(sql)
            if let parameter { try statement.bind(.text(parameter)) }
            var rows: [Row] = []
            while try statement.step() { rows.append(row(statement)) }
            return rows
        } catch {
            throw RecordFault(error)
        }
    }
}
