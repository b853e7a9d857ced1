import Diagnostics
import HTTP
import SQLite
import SiteAssociation
import Synchronization
import TestSupport
import Testing

@testable import FetchRecord

/// A clock that tests turn.
final class TestClock: Sendable {
    private let stored = Mutex(Sample.start)

    var now: Int64 {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

struct `The fetch record` {
    let clock = TestClock()

    private func recorder(_ settings: RecordSettings = RecordSettings()) -> FetchRecorder {
        FetchRecorder(settings: settings, nowMilliseconds: { [clock] in clock.now })
    }

    @Test func `counts by host, fetcher, status and version, the latest first`() throws {
        let recorder = recorder()
        recorder.publish(Sample.edition(["shop.example.com": "a"]))
        recorder.record(Sample.fetch(at: Sample.start, client: "192.0.2.1"))
        recorder.record(Sample.fetch(at: Sample.start + 2, client: "192.0.2.2"))
        recorder.record(Sample.fetch(status: 304, at: Sample.start + 3))
        recorder.record(Sample.fetch("shop.example.com", .other, at: Sample.start + 1, agent: nil))
        let record = try #require(recorder.record(of: "shop.example.com"))
        try #require(record.counts.map(\.fetcher) == [.appleCDN, .appleCDN, .other])
        #expect(record.counts.map(\.status) == [304, 200, 200])
        #expect(record.counts.map(\.count) == [1, 2, 1])
        #expect(record.counts[1].firstMilliseconds == Sample.start)
        #expect(record.counts[1].lastMilliseconds == Sample.start + 2)
        #expect(record.counts[1].lastClient == "192.0.2.2")
        #expect(record.counts[2].lastUserAgent == nil)
        #expect(record.pickup.kind == .current)
    }

    @Test func `keeps the versions of a host with their times`() {
        let recorder = recorder()
        recorder.publish(Sample.edition(["shop.example.com": "a", "www.example.com": "a"]))
        clock.now += 1000
        recorder.publish(
            Sample.edition(
                ["shop.example.com": "b", "www.example.com": "a"], configuration: "d"))
        let versions = recorder.publications(of: "shop.example.com")
        #expect(versions.map(\.digest) == [Sample.digest("a"), Sample.digest("b")])
        #expect(versions.map(\.liveMilliseconds) == [Sample.start, Sample.start + 1000])
        #expect(versions.map(\.replacedMilliseconds) == [Sample.start + 1000, nil])
        #expect(versions.map(\.configuration) == [Sample.digest("c"), Sample.digest("d")])
        #expect(recorder.publications(of: "www.example.com").count == 1)
        #expect(recorder.document("aaaaaa")?.bytes == Array("{\"a\":1}".utf8))
        #expect(recorder.document("bbbbbb")?.digest == Sample.digest("b"))
        #expect(recorder.document("cccccc") == nil)
    }

    @Test func `ends a version when its host is disabled or gone`() {
        let recorder = recorder()
        recorder.publish(Sample.edition(["shop.example.com": "a", "www.example.com": "a"]))
        clock.now += 1000
        recorder.publish(Sample.edition(["shop.example.com": nil]))
        for host in ["shop.example.com", "www.example.com"] {
            let replaced = recorder.publications(of: host).map(\.replacedMilliseconds)
            #expect(replaced == [Sample.start + 1000], "\(host)")
        }
        clock.now += 1000
        recorder.publish(Sample.edition(["shop.example.com": "a"]))
        let live = recorder.publications(of: "shop.example.com").map(\.liveMilliseconds)
        #expect(live == [Sample.start, Sample.start + 2000])
    }

    @Test func `bounds the hosts that are not configured, and counts what is left out`() {
        let recorder = recorder()
        recorder.publish(Sample.edition(["shop.example.com": "a"]))
        for number in 0..<1_005 {
            recorder.record(Sample.fetch("h\(number).example.com", status: 404, taking: nil))
        }
        #expect(recorder.records().count == 1_001)
        let (part, count) = recorder.records(from: 999, limit: 5)
        #expect(part.map(\.host) == ["h998.example.com", "h999.example.com"])
        #expect(count == 1_001)
        #expect(recorder.totals().dropped == 5)
        #expect(recorder.record(of: "h999.example.com")?.environment == nil)
        #expect(recorder.record(of: "h1000.example.com") == nil)
    }

    @Test func `bounds what one host can have`() throws {
        var settings = RecordSettings()
        settings.keepVersions = 3
        let recorder = recorder(settings)
        for letter in "abcdef" {
            clock.now += 1000
            recorder.publish(Sample.edition(["shop.example.com": letter]))
        }
        for status in 400..<500 {
            recorder.record(
                Sample.fetch(status: status, taking: nil, at: Sample.start + Int64(status)))
        }
        let versions = recorder.publications(of: "shop.example.com")
        #expect(versions.map { $0.digest.first } == ["d", "e", "f"])
        let counts = try #require(recorder.record(of: "shop.example.com")).counts
        #expect(counts.count == 64)
        #expect(counts.first?.status == 499)
    }

    @Test func `counts hosts that publish something by environment and state`() {
        let recorder = recorder()
        recorder.publish(
            Sample.edition([
                "a.example.com": "a", "b.example.com": "a", "c.example.com": "a",
                "off.example.com": nil,
            ]))
        recorder.record(Sample.fetch("a.example.com"))
        recorder.record(Sample.fetch("off.example.com", status: 404, taking: nil))
        recorder.record(Sample.fetch("unknown.example.com"))
        #expect(recorder.totals().pickups == ["production": [.current: 1, .neverFetched: 2]])
        #expect(
            recorder.kinds() == [
                "a.example.com": .current, "b.example.com": .neverFetched,
                "c.example.com": .neverFetched, "off.example.com": .refused,
            ])
    }

    @Test func `counts more hosts than are copied at a time, each once`() {
        let recorder = recorder()
        let names = (0..<2_500).map { "h\($0).example.com" }
        recorder.publish(
            Edition(
                configuration: Sample.digest("c"), documents: [Sample.version("a")],
                patterns: HostPatterns(names),
                hosts: names.map { _ in Edition.Host(environment: "production", document: 0) }))
        recorder.record(Sample.fetch("h1999.example.com"))
        recorder.record(Sample.fetch("unknown.example.com"))
        #expect(
            recorder.totals().pickups == ["production": [.current: 1, .neverFetched: 2_499]])
        #expect(recorder.kinds().count == 2_500)
        #expect(recorder.kinds()["h1999.example.com"] == .current)
        #expect(recorder.records().records.map(\.host) == names + ["unknown.example.com"])
        let (part, count) = recorder.records(from: 500, limit: 1_500)
        #expect(part.map(\.host) == Array(names[500..<2_000]))
        #expect(count == 2_501)
    }
}
