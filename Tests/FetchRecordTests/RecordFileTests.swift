import Diagnostics
import Foundation
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import FetchRecord

struct `The file of the fetch record` {
    let clock = TestClock()
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("record.sqlite")
    }

    private func recorder(
        _ settings: RecordSettings = RecordSettings(),
        report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
    ) throws(Diagnostic) -> FetchRecorder {
        let recorder = FetchRecorder(
            settings: settings, nowMilliseconds: { [clock] in clock.now }, report: report)
        try recorder.open(path)
        return recorder
    }

    private func database() throws -> Database {
        try Database(path: path, access: .write, busyMilliseconds: 1_000)
    }

    @Test func `gives the next process the versions, their bytes and the counts`() throws {
        let first = try recorder()
        first.publish(Sample.edition(["shop.example.com": "a", "www.example.com": "a"]))
        first.record(Sample.fetch())
        clock.now += 1_000
        first.publish(Sample.edition(["shop.example.com": "b", "www.example.com": "a"]))
        first.record(Sample.fetch(taking: "b", at: clock.now))
        first.record(Sample.fetch(taking: "b", at: clock.now + 1))
        first.stop(timeoutMilliseconds: 30_000)

        let second = try recorder()
        second.publish(Sample.edition(["shop.example.com": "b", "www.example.com": "a"]))
        let versions = second.publications(of: "shop.example.com")
        #expect(versions.map(\.digest) == [Sample.digest("a"), Sample.digest("b")])
        #expect(versions.map(\.replacedMilliseconds) == [Sample.start + 1_000, nil])
        #expect(second.document("aaaaaa")?.bytes == Array("{\"a\":1}".utf8))
        let record = try #require(second.record(of: "shop.example.com"))
        #expect(record.counts.map(\.count) == [2, 1])
        #expect(record.pickup.kind == .current)
        #expect(second.publications(of: "www.example.com").count == 1)
        second.stop(timeoutMilliseconds: 30_000)
    }

    @Test func `has the version and what was counted when a publication returns`() throws {
        let recorder = try recorder()
        recorder.publish(Sample.edition(["shop.example.com": "a"]))
        recorder.record(Sample.fetch())
        clock.now += 1_000
        recorder.publish(Sample.edition(["shop.example.com": "b"]))
        // Another process reads while this one has the file open.
        let reader = try RecordReader(path: path)
        #expect(
            try reader.publications(of: "shop.example.com").map(\.digest)
                == [Sample.digest("a"), Sample.digest("b")])
        #expect(try reader.counts(of: "shop.example.com").map(\.count) == [1])
        #expect(try reader.document("bbbbbb")?.bytes == Array("{\"b\":1}".utf8))
        recorder.stop(timeoutMilliseconds: 30_000)
    }

    struct BadFile: CustomTestStringConvertible, Sendable {
        var what: String
        var id: String
        var make: @Sendable (String) throws -> Void
        var testDescription: String { what }
    }

    static let badFiles = [
        BadFile(what: "a text", id: "state-foreign") { path in
            try Data(String(repeating: "no database\n", count: 100).utf8)
                .write(to: URL(filePath: path))
        },
        BadFile(what: "a database of another program", id: "state-foreign") { path in
            try Database(path: path, access: .write, busyMilliseconds: 0)
                .execute("CREATE TABLE note (text TEXT)")
        },
        BadFile(what: "a later version", id: "state-too-new") { path in
            let steps = RecordSchema.current.steps + ["CREATE TABLE later (x INTEGER)"]
            _ = try RecordStore(
                path: path, settings: RecordSettings(), schema: RecordSchema(steps: steps))
        },
        BadFile(what: "a damaged page", id: "state-damaged") { path in
            let store = try RecordStore(path: path, settings: RecordSettings())
            try store.sweep(now: 0)
            _ = consume store
            let file = try FileHandle(forUpdating: URL(filePath: path))
            try file.seek(toOffset: 4_096)
            try file.write(contentsOf: Data(repeating: 0xFF, count: 4_096))
            try file.close()
        },
        BadFile(what: "a directory", id: "state-not-opened") { path in
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        },
    ]

    @Test(arguments: badFiles)
    func `ends the start with a finding of one line`(_ file: BadFile) throws {
        try file.make(path)
        let finding = #expect(throws: Diagnostic.self) { try recorder() }
        #expect(finding?.id == file.id)
        #expect(finding?.message.contains("record.sqlite") == true)
        #expect(finding?.message.contains("\n") == false)
    }

    @Test func `is not opened while another process writes to it`() throws {
        let recorder = try recorder()
        recorder.publish(Sample.edition(["shop.example.com": "a"]))
        recorder.stop(timeoutMilliseconds: 30_000)
        let other = try database()
        try other.execute("BEGIN IMMEDIATE")
        let finding = #expect(throws: Diagnostic.self) { try self.recorder() }
        #expect(finding?.id == "state-locked")
        try other.execute("ROLLBACK")
    }

    @Test func `keeps what an earlier version of it held`() throws {
        let first = RecordSchema(steps: Array(RecordSchema.current.steps.prefix(1)))
        let old = try database()
        try first.apply(to: old)
        try old.execute(
            """
            INSERT INTO host VALUES (1, 'shop.example.com');
            INSERT INTO document VALUES (1, '\(Sample.digest("a"))', '{"a":1}');
            INSERT INTO configuration VALUES (1, '\(Sample.digest("c"))');
            INSERT INTO publication VALUES (1, \(Sample.start), NULL, 1, 1, 3600);
            INSERT INTO fetch
                VALUES (1, 'apple-cdn', 200, 'aaaaaaaaaaaa', 7, \(Sample.start),
                        \(Sample.start), '192.0.2.1', 'AASA-Bot/1.0.0');
            """)
        #expect(throws: RecordFault.outdated(version: 1, known: 2)) {
            try RecordReader(path: path)
        }
        let recorder = try recorder()
        recorder.publish(Sample.edition(["shop.example.com": "a"]))
        let record = try #require(recorder.record(of: "shop.example.com"))
        #expect(record.counts.map(\.count) == [7])
        #expect(record.counts.map(\.outcome) == [""])
        #expect(recorder.publications(of: "shop.example.com").count == 1)
        recorder.stop(timeoutMilliseconds: 30_000)
        #expect(try RecordReader(path: path).hostNames() == ["shop.example.com"])
    }

    @Test func `forgets what is older than the days that are kept`() throws {
        var settings = RecordSettings()
        settings.keepDays = 10
        let first = try recorder(settings)
        first.publish(Sample.edition(["shop.example.com": "a", "old.example.com": "d"]))
        first.record(Sample.fetch("old.example.com", taking: "d"))
        clock.now += Sample.day
        first.publish(Sample.edition(["shop.example.com": "b"]))
        first.stop(timeoutMilliseconds: 30_000)
        clock.now += 11 * Sample.day
        let second = try recorder(settings)
        second.publish(Sample.edition(["shop.example.com": "b"]))
        second.stop(timeoutMilliseconds: 30_000)
        let reader = try RecordReader(path: path)
        #expect(try reader.hostNames() == ["shop.example.com"])
        #expect(
            try reader.publications(of: "shop.example.com").map(\.digest) == [Sample.digest("b")])
        #expect(try reader.document("aaaaaa") == nil)
    }

    @Test func `gets the versions and counts that could not be written, once it can be`() throws {
        let reported = Reported()
        let recorder = try recorder { reported.add($0) }
        recorder.publish(Sample.edition(["shop.example.com": "a"]))
        let other = try database()
        try other.execute("BEGIN IMMEDIATE")
        clock.now += 1_000
        recorder.record(Sample.fetch())
        recorder.publish(Sample.edition(["shop.example.com": "b"]))
        #expect(reported.ids == ["state-locked"])
        try other.execute("ROLLBACK")
        clock.now += 1_000
        recorder.publish(Sample.edition(["shop.example.com": "d"]))
        let reader = try RecordReader(path: path)
        let versions = try reader.publications(of: "shop.example.com")
        #expect(versions.map(\.digest.first) == ["a", "b", "d"])
        #expect(
            versions.map(\.replacedMilliseconds)
                == [Sample.start + 1_000, Sample.start + 2_000, nil])
        #expect(try reader.document("bbbbbb")?.bytes == Array("{\"b\":1}".utf8))
        #expect(try reader.counts(of: "shop.example.com").map(\.count) == [1])
        recorder.stop(timeoutMilliseconds: 30_000)
    }

    @Test func `that is taken away is said once, and the record goes on in memory`() throws {
        let reported = Reported()
        let recorder = try recorder { reported.add($0) }
        recorder.publish(Sample.edition(["shop.example.com": "a"]))
        try FileManager.default.removeItem(atPath: path)
        for letter in "bef" {
            clock.now += 1_000
            recorder.publish(Sample.edition(["shop.example.com": letter]))
        }
        #expect(reported.ids == ["state-removed"])
        #expect(recorder.totals().writeFailures == 3)
        #expect(
            recorder.publications(of: "shop.example.com").map(\.digest.first)
                == ["a", "b", "e", "f"])
        recorder.stop(timeoutMilliseconds: 30_000)
    }
}

/// Findings that were reported, from any thread.
private final class Reported: Sendable {
    private let findings = Mutex<[Diagnostic]>([])

    var ids: [String] { findings.withLock { $0.map(\.id) } }

    func add(_ finding: Diagnostic) { findings.withLock { $0.append(finding) } }
}
