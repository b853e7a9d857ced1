import HTTP
import Testing

@testable import Origin

struct `The fetch record` {
    let snapshot: Snapshot
    let record: FetchRecord

    init() throws {
        snapshot = try Building.snapshot(SampleConfiguration.table().value)
        record = FetchRecord(snapshot)
    }

    @Test func `counts fetches by configured host and fetcher, the latest first`() {
        record.record(exchange("a.shops.example.com", "AASA-Bot/1.0.0", time: 1))
        record.record(exchange("a.shops.example.com", "curl/8", time: 2))
        record.record(exchange("b.shops.example.com", "AASA-Bot/1.0.0", time: 3, status: 304))
        let entries = record.entries(of: "*.shops.example.com")
        #expect(entries.map(\.fetcher) == [.appleCDN, .other])
        #expect(entries.map(\.count) == [2, 1])
        #expect(entries.map(\.lastMilliseconds) == [3, 2])
        #expect(entries.map(\.lastStatus) == [304, 200])
        #expect(record.entries(of: "shop.example.com") == [])
    }

    @Test func `does not count what was no document of a configured host`() {
        record.record(exchange("shop.example.com", "curl/8", time: 1, environment: nil))
        record.record(exchange("unknown.example.com", "curl/8", time: 1))
        record.record(exchange(nil, "curl/8", time: 1))
        for host in ["shop.example.com", "unknown.example.com"] {
            #expect(record.entries(of: host) == [])
        }
    }

    @Test func `forgets hosts that are gone after a reload`() throws {
        record.record(exchange("shop.example.com", "curl/8", time: 1))
        record.record(exchange("staging.example.com", "curl/8", time: 1))
        var next = SampleConfiguration()
        next.add("production", hosts: ["shop.example.com"])
        record.use(try Building.snapshot(next.value))
        #expect(record.entries(of: "shop.example.com").count == 1)
        #expect(record.entries(of: "staging.example.com") == [])
    }

    private func exchange(
        _ host: String?, _ agent: String, time: Int64, status: Int = 200,
        environment: String? = "production"
    ) -> Exchange {
        var exchange = Exchange(
            timeMilliseconds: time, durationMicroseconds: 1,
            connection: Connection(
                listener: ":443", kind: .tls, client: "192.0.2.1", peer: "192.0.2.1"),
            outcome: .ok, requestID: "1")
        exchange.host = host
        exchange.userAgent = agent
        exchange.status = status
        exchange.environment = environment
        return exchange
    }
}
