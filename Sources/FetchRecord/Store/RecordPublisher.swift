import SQLite

/// Writes the versions of an edition, inside a transaction of its caller.
struct RecordPublisher {
    private let keepVersions: Int
    private let close: Statement
    private let open: Statement
    private let refresh: Statement
    private let prune: Statement
    private let pruneFetches: Statement
    private let addDocument: Statement
    private let documentID: Statement
    private let addConfiguration: Statement
    private let configurationID: Statement

    init(_ database: Database, keepVersions: Int) throws(SQLiteError) {
        self.keepVersions = keepVersions
        close = try database.prepare(
            "UPDATE publication SET replaced = ?2 WHERE host = ?1 AND replaced IS NULL")
        open = try database.prepare(
            """
            INSERT INTO publication (host, live, document, configuration, max_age)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """)
        refresh = try database.prepare(
            "UPDATE publication SET max_age = ?2 WHERE host = ?1 AND replaced IS NULL")
        prune = try database.prepare(
            """
            DELETE FROM publication WHERE host = ?1 AND live <=
                (SELECT live FROM publication WHERE host = ?1
                 ORDER BY live DESC LIMIT 1 OFFSET ?2)
            """)
        pruneFetches = try database.prepare(
            """
            DELETE FROM fetch WHERE host = ?1 AND last <
                (SELECT live FROM publication WHERE host = ?1
                 ORDER BY live DESC LIMIT 1 OFFSET ?2)
            """)
        addDocument = try database.prepare(
            "INSERT INTO document (digest, bytes) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
        documentID = try database.prepare("SELECT id FROM document WHERE digest = ?1")
        addConfiguration = try database.prepare(
            "INSERT INTO configuration (digest) VALUES (?1) ON CONFLICT DO NOTHING")
        configurationID = try database.prepare("SELECT id FROM configuration WHERE digest = ?1")
    }

    func write(
        _ changes: [PublicationChange], documents: [String: [UInt8]],
        hostID: (String) throws(SQLiteError) -> Int64
    ) throws(SQLiteError) {
        var documentIDs: [String: Int64] = [:]
        var configurations: [String: Int64] = [:]
        for change in changes {
            let host = try hostID(change.host)
            if let end = change.closed { try close.run(.integer(host), .integer(end)) }
            if let age = change.maxAgeSeconds { try refresh.run(.integer(host), .integer(age)) }
            guard let opened = change.opened else { continue }
            let document = try id(of: opened.digest, &documentIDs, documentID) {
                () throws(SQLiteError) in
                try addDocument.run(
                    .text(opened.digest), .bytes(documents[opened.digest] ?? []))
            }
            let configuration = try id(
                of: opened.configuration, &configurations, configurationID
            ) { () throws(SQLiteError) in try addConfiguration.run(.text(opened.configuration)) }
            try open.run(
                .integer(host), .integer(opened.liveMilliseconds), .integer(document),
                .integer(configuration), .integer(opened.maxAgeSeconds))
            try prune.run(.integer(host), .integer(Int64(keepVersions)))
            // A fetch is as old as the oldest version at most, once as many are kept as may be.
            try pruneFetches.run(.integer(host), .integer(Int64(keepVersions - 1)))
        }
    }

    private func id(
        of digest: String, _ known: inout [String: Int64], _ select: Statement,
        _ add: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int64 {
        if let id = known[digest] { return id }
        try add()
        try select.bind(.text(digest))
        defer { select.reset() }
        guard try select.step() else { return 0 }
        known[digest] = select.integer(0)
        return select.integer(0)
    }
}
