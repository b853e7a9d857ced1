import FetchRecord
import Testing

struct `The pickup state` {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let fetches: [Fetch]
        var published: Character? = "b"
        var now = Sample.start + 2 * Sample.hour
        let kind: PickupState.Kind
        let explanation: String
        var expected: String?
    }

    static let rows = [
        Row(
            testDescription: "current", fetches: [Sample.fetch(taking: "b")], kind: .current,
            explanation:
                "Apple's CDN took this version, bbbbbbbbbbbb, at 2026-11-30T00:00:00Z"),
        Row(
            testDescription: "current by 304, behind an older version",
            fetches: [
                Sample.fetch(taking: "a", at: Sample.start - Sample.day),
                Sample.fetch(status: 304, taking: "b", outcome: "not_modified"),
            ], kind: .current,
            explanation:
                "Apple's CDN took this version, bbbbbbbbbbbb, at 2026-11-30T00:00:00Z"),
        Row(
            testDescription: "stale, expected",
            fetches: [Sample.fetch(taking: "a", at: Sample.start - Sample.hour)], kind: .stale,
            explanation: """
                Apple's CDN took version aaaaaaaaaaaa at 2026-11-29T23:00:00Z; version \
                bbbbbbbbbbbb is published since 2026-11-29T23:30:00Z and is expected by about \
                2026-11-30T05:00:00Z
                """, expected: "2026-11-30T05:00:00Z"),
        Row(
            testDescription: "stale, overdue",
            fetches: [Sample.fetch(taking: "a", at: Sample.start - Sample.hour)],
            now: Sample.start + 6 * Sample.hour, kind: .stale,
            explanation: """
                Apple's CDN took version aaaaaaaaaaaa at 2026-11-29T23:00:00Z; version \
                bbbbbbbbbbbb is published since 2026-11-29T23:30:00Z and was expected by about \
                2026-11-30T05:00:00Z
                """, expected: "2026-11-30T05:00:00Z"),
        Row(
            testDescription: "stale, with nothing published any more",
            fetches: [Sample.fetch(taking: "a")], published: nil, kind: .stale,
            explanation: """
                Apple's CDN took version aaaaaaaaaaaa at 2026-11-30T00:00:00Z; nothing is \
                published now
                """, expected: "2026-11-30T06:00:00Z"),
        Row(
            testDescription: "never fetched, though devices came",
            fetches: [Sample.fetch("shop.example.com", .appleDevice, taking: "b")],
            kind: .neverFetched,
            explanation: """
                Apple's CDN has not come; version bbbbbbbbbbbb is published since \
                2026-11-29T23:30:00Z
                """),
        Row(
            testDescription: "never fetched, since HEAD takes nothing",
            fetches: [Sample.fetch(taking: nil)], published: nil, kind: .neverFetched,
            explanation: "Apple's CDN has not come, and nothing is published"),
        Row(
            testDescription: "refused, after it had a version",
            fetches: [
                Sample.fetch(taking: "a", at: Sample.start - Sample.day),
                Sample.fetch(status: 404, taking: nil, outcome: "disabled"),
            ], kind: .refused,
            explanation: """
                Apple's CDN was answered 404 (disabled) at 2026-11-30T00:00:00Z; before, it took \
                version aaaaaaaaaaaa at 2026-11-29T00:00:00Z
                """, expected: "2026-11-30T01:00:00Z"),
        Row(
            testDescription: "refused, for a reason that nobody wrote down",
            fetches: [Sample.fetch(status: 503, taking: nil, outcome: "")], kind: .refused,
            explanation: "Apple's CDN was answered 503 at 2026-11-30T00:00:00Z",
            expected: "2026-11-30T01:00:00Z"),
        Row(
            testDescription: "quiet with the current version",
            fetches: [Sample.fetch(taking: "b")], now: Sample.start + 15 * Sample.day,
            kind: .quiet,
            explanation: """
                Apple's CDN has not come for 15 days; it took the current version, bbbbbbbbbbbb, \
                at 2026-11-30T00:00:00Z
                """),
        Row(
            testDescription: "quiet with an earlier version",
            fetches: [Sample.fetch(taking: "a")], now: Sample.start + 15 * Sample.day,
            kind: .quiet,
            explanation: """
                Apple's CDN has not come for 15 days; it took an earlier version, aaaaaaaaaaaa, \
                at 2026-11-30T00:00:00Z
                """, expected: "2026-11-30T06:00:00Z"),
    ]

    @Test(arguments: rows)
    func `follows from the fetches, the version and the time`(_ row: Row) {
        let published = row.published.map {
            Publication(
                digest: Sample.digest($0), sizeBytes: 7, configuration: Sample.digest("c"),
                maxAgeSeconds: 3600, liveMilliseconds: Sample.start - Sample.hour / 2)
        }
        let state = PickupState(
            counts: row.fetches.map(FetchCount.init), published: published,
            quietAfterMilliseconds: 14 * Sample.day, nowMilliseconds: row.now)
        #expect(state.kind == row.kind)
        #expect(state.explanation == row.explanation)
        #expect(state.expectedMilliseconds.map(RecordTime.text) == row.expected)
    }

    @Test func `expects no fetch before a cache that is longer than Apple's is over`() {
        let state = PickupState(
            counts: [FetchCount(Sample.fetch(taking: "a"))],
            published: Publication(
                digest: Sample.digest("b"), sizeBytes: 1, configuration: "", maxAgeSeconds: 60,
                liveMilliseconds: Sample.start),
            takenMaxAge: { $0 == "aaaaaaaaaaaa" ? 86_400 : nil },
            quietAfterMilliseconds: 14 * Sample.day, nowMilliseconds: Sample.start)
        #expect(state.expectedMilliseconds == Sample.start + Sample.day)
    }
}
