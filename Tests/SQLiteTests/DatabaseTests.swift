import SQLite
import TestSupport
import Testing

struct `The database wrapper` {
    let directory: TemporaryDirectory
    let database: Database

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(
            path: directory.file("test.db"), access: .write, busyMilliseconds: 0)
    }

    @Test func `gives back what was put in, byte for byte`() throws {
        try database.execute("CREATE TABLE t (a INTEGER, b TEXT, c BLOB)")
        let insert = try database.prepare("INSERT INTO t VALUES (?1, ?2, ?3)")
        try insert.run(.integer(.min), .text("näh\u{0}e"), .bytes([0, 255]))
        try insert.run(.null, .text(""), .bytes([]))
        let select = try database.prepare("SELECT a, b, c FROM t ORDER BY rowid")
        #expect(try select.step())
        #expect(select.integer(0) == .min)
        #expect(select.text(1) == "näh\u{0}e")
        #expect(select.bytes(2) == [0, 255])
        #expect(try select.step())
        #expect(select.isNull(0))
        #expect(!select.isNull(1))
        #expect(select.text(1) == "")
        #expect(select.bytes(2) == [])
        #expect(try !select.step())
    }

    @Test func `undoes a transaction whose body fails`() throws {
        try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
        #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.execute("INSERT INTO t VALUES (1)")
                try database.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(try database.number("SELECT count(*) FROM t") == 0)
        try database.transaction { () throws(SQLiteError) in
            try database.execute("INSERT INTO t VALUES (2)")
        }
        #expect(try database.number("SELECT count(*) FROM t") == 1)
    }

    @Test func `tells a foreign file, a damaged one and a missing one apart`() throws {
        let foreign = try directory.write(
            String(repeating: "no database at all\n", count: 100), to: "foreign")
        let open = try Database(path: foreign, access: .write, busyMilliseconds: 0)
        let error = #expect(throws: SQLiteError.self) { try open.number("PRAGMA user_version") }
        #expect(error?.kind == .noDatabase)
        #expect(error?.reason == "file is not a database")
        let missing = #expect(throws: SQLiteError.self) {
            try Database(
                path: directory.file("missing"), access: .readOnly, busyMilliseconds: 0)
        }
        #expect(missing?.kind == .unopenable)
    }

    @Test func `says that another connection holds the lock`() throws {
        let other = try Database(
            path: directory.file("test.db"), access: .write, busyMilliseconds: 0)
        try other.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: SQLiteError.self) { try database.execute("BEGIN IMMEDIATE") }
        #expect(error?.kind == .locked)
    }

    @Test func `says that the file is full, and goes on when there is room again`() throws {
        try database.execute("CREATE TABLE t (a BLOB)")
        let pages = try database.number("PRAGMA page_count") ?? 0
        _ = try database.number("PRAGMA max_page_count = \(pages + 1)")
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.execute("INSERT INTO t VALUES (zeroblob(100000))")
            }
        }
        #expect(error?.kind == .full)
        _ = try database.number("PRAGMA max_page_count = 100000")
        try database.execute("INSERT INTO t VALUES (zeroblob(100000))")
        #expect(try database.number("SELECT length(a) FROM t") == 100_000)
    }
}
