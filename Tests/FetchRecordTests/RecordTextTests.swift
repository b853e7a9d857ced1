import Diagnostics
import SiteAssociation
import Testing

@testable import FetchRecord

struct `Tables of the record` {
    static let hosts: [HostFetches] = {
        let counts = [
            FetchCount(Sample.fetch(status: 304, taking: "b", at: Sample.start + 60_000)),
            FetchCount(Sample.fetch()),
            FetchCount(
                Sample.fetch("shop.example.com", .other, taking: nil, agent: "a\u{1B}[2Jb\n")),
        ]
        let published = Publication(
            digest: Sample.digest("b"), sizeBytes: 7, configuration: Sample.digest("c"),
            maxAgeSeconds: 60, liveMilliseconds: Sample.start)
        return [
            HostFetches(
                host: "shop.example.com", environment: "production",
                pickup: PickupState(
                    counts: counts, published: published, quietAfterMilliseconds: Sample.day,
                    nowMilliseconds: Sample.start + 120_000), counts: counts),
            HostFetches(host: "new.example.com", environment: nil, pickup: nil, counts: []),
            HostFetches(
                host: "seen.example.com", environment: nil, pickup: nil,
                counts: [FetchCount(Sample.fetch(taking: nil, outcome: ""))]),
        ]
    }()

    @Test func `have a line for each host`() {
        #expect(
            RecordText.overview(Self.hosts) == """
                HOST              PICKUP   APPLE CAME            STATUS  TOOK          TIMES  OTHERS
                shop.example.com  current  2026-11-30T00:01:00Z  304     bbbbbbbbbbbb  2      1
                new.example.com   -        -                     -       -             0      0
                seen.example.com  -        2026-11-30T00:00:00Z  200     -             1      0

                """)
    }

    @Test func `have a line for each kind of fetch, and nothing that a terminal obeys`() {
        #expect(
            RecordText.details(Self.hosts[0]) == """
                shop.example.com: current: Apple's CDN took this version, bbbbbbbbbbbb, at \
                2026-11-30T00:01:00Z

                FETCHER    STATUS  VERSION       TIMES  FIRST                 LAST                  \
                CLIENT     USER AGENT
                apple-cdn  304     bbbbbbbbbbbb  1      2026-11-30T00:01:00Z  2026-11-30T00:01:00Z  \
                192.0.2.1  AASA-Bot/1.0.0
                apple-cdn  200     aaaaaaaaaaaa  1      2026-11-30T00:00:00Z  2026-11-30T00:00:00Z  \
                192.0.2.1  AASA-Bot/1.0.0
                other      200     -             1      2026-11-30T00:00:00Z  2026-11-30T00:00:00Z  \
                192.0.2.1  a\\u{1b}[2Jb\\u{a}

                """)
    }

    @Test func `say of a host without versions what is known`() {
        #expect(
            RecordText.heading(Self.hosts[1])
                == "new.example.com: Apple's CDN has not come")
        #expect(
            RecordText.heading(Self.hosts[2])
                == "seen.example.com: Apple's CDN came last at 2026-11-30T00:00:00Z and was "
                + "answered 200; which version it took is not known")
    }

    @Test func `list versions in the order given`() {
        let old = Publication(
            digest: Sample.digest("a"), sizeBytes: 59, configuration: Sample.digest("c"),
            maxAgeSeconds: 60, liveMilliseconds: Sample.start,
            replacedMilliseconds: Sample.start + Sample.hour)
        let new = Publication(
            digest: Sample.digest("b"), sizeBytes: 1_059, configuration: Sample.digest("d"),
            maxAgeSeconds: 60, liveMilliseconds: Sample.start + Sample.hour)
        let counts = [FetchCount(Sample.fetch(at: Sample.start + 1_000))]
        #expect(
            RecordText.history([HostVersion(new, counts), HostVersion(old, counts)]) == """
                VERSION       LIVE                  REPLACED              TAKEN BY APPLE        \
                BYTES  CONFIGURATION
                bbbbbbbbbbbb  2026-11-30T01:00:00Z  -                     -                     \
                1059   dddddddddddd
                aaaaaaaaaaaa  2026-11-30T00:00:00Z  2026-11-30T01:00:00Z  2026-11-30T00:00:01Z  \
                59     cccccccccccc

                """)
    }

    @Test(arguments: hosts)
    func `come back from JSON as they were`(host: HostFetches) throws {
        let source = SourceFile(name: "", bytes: host.json.encoded())
        let node = try #require(JSONReader.read(source).root)
        #expect(HostFetches(node) == host)
    }
}

struct `The gate of a release` {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var fetches: [Fetch]
        var published: Character? = "b"
        var verdict: PickupGate.Verdict
        var mayChange: Bool
    }

    static let refusal = Sample.fetch(status: 503, taking: nil, at: Sample.start + 1_000)

    static let rows = [
        Row(
            testDescription: "current", fetches: [Sample.fetch(taking: "b")], verdict: .current,
            mayChange: false),
        Row(testDescription: "never fetched", fetches: [], verdict: .stale, mayChange: true),
        Row(
            testDescription: "stale", fetches: [Sample.fetch(taking: "a")], verdict: .stale,
            mayChange: true),
        Row(
            testDescription: "quiet with the current version",
            fetches: [Sample.fetch(taking: "b", at: Sample.start - 30 * Sample.day)],
            verdict: .current, mayChange: false),
        Row(
            testDescription: "quiet with an earlier version",
            fetches: [Sample.fetch(taking: "a", at: Sample.start - 30 * Sample.day)],
            verdict: .stale, mayChange: true),
        Row(
            testDescription: "refused before", fetches: [Sample.fetch(taking: "b"), refusal],
            verdict: .refused, mayChange: true),
        Row(
            testDescription: "nothing published", fetches: [refusal], published: nil,
            verdict: .unpublished, mayChange: false),
    ]

    private static func state(_ fetches: [Fetch], _ published: Character?) -> PickupState {
        PickupState(
            counts: fetches.map(FetchCount.init),
            published: published.map {
                Publication(
                    digest: Sample.digest($0), sizeBytes: 7, configuration: "", maxAgeSeconds: 60,
                    liveMilliseconds: Sample.start)
            }, quietAfterMilliseconds: 14 * Sample.day, nowMilliseconds: Sample.start)
    }

    @Test(arguments: rows)
    func `opens when Apple has the version, and knows what waiting could change`(row: Row) {
        var gate = PickupGate()
        let look = gate.look(at: Self.state(row.fetches, row.published))
        #expect(look.verdict == row.verdict)
        #expect(look.mayChange == row.mayChange)
    }

    @Test func `ends the waiting at a refusal that is new`() {
        var gate = PickupGate()
        #expect(gate.look(at: Self.state([Self.refusal], "b")).mayChange)
        #expect(gate.look(at: Self.state([Self.refusal], "b")).mayChange)
        let later = Sample.fetch(status: 503, taking: nil, at: Sample.start + 2_000)
        let look = gate.look(at: Self.state([later], "b"))
        #expect(look.verdict == .refused)
        #expect(!look.mayChange)
        var other = PickupGate()
        #expect(other.look(at: Self.state([Sample.fetch(taking: "a")], "b")).mayChange)
        #expect(!other.look(at: Self.state([Self.refusal], "b")).mayChange)
    }
}
