import HTTP
import Testing

@testable import Origin

struct `Recent requests` {
    private func exchange(_ number: Int, kind: ListenerKind = .tls) -> Exchange {
        var exchange = Exchange(
            timeMilliseconds: Int64(number), durationMicroseconds: 1,
            connection: Connection(
                listener: ":443", kind: kind, client: "192.0.2.1", peer: "192.0.2.1"),
            outcome: .ok, requestID: String(number))
        exchange.host = "shop.example.com"
        exchange.status = 200
        exchange.userAgent = "swcd (unknown version) CFNetwork/1333.0.4 Darwin/21.5.0"
        return exchange
    }

    @Test func `are shown from the latest, once each`() {
        let recent = RecentRequests()
        #expect(recent.after(0).entries.isEmpty)
        for number in 1...3 { recent.record(exchange(number)) }
        let part = recent.after(1)
        #expect(part.last == 3)
        #expect(part.missed == 0)
        #expect(part.entries.map(\.number) == [3, 2])
        #expect(part.entries.map(\.exchange.requestID) == ["3", "2"])
        #expect(recent.after(3).entries.isEmpty)
    }

    @Test func `are bounded, and say how many were missed`() {
        let recent = RecentRequests()
        let count = RecentRequests.capacity + 10
        for number in 1...count { recent.record(exchange(number)) }
        let part = recent.after(2)
        #expect(part.last == count)
        #expect(part.entries.count == RecentRequests.partLimit)
        #expect(part.entries.map(\.number) == Array((count - 99...count).reversed()))
        #expect(part.missed == count - 2 - RecentRequests.partLimit)
    }

    @Test func `begin anew for who knows a number of an earlier process`() {
        let recent = RecentRequests()
        recent.record(exchange(1))
        #expect(recent.after(1_000).entries.map(\.number) == [1])
        #expect(recent.after(-1).entries.map(\.number) == [1])
    }

    @Test func `leave out those of the administrator and cut long texts`() {
        let recent = RecentRequests()
        recent.record(exchange(1, kind: .admin))
        #expect(recent.after(0).last == 0)
        var long = exchange(2)
        long.target = "/" + String(repeating: "x", count: 8_000)
        recent.record(long)
        let entry = recent.after(0).entries.first
        #expect(entry?.exchange.target == "/" + String(repeating: "x", count: 199) + "…")
    }

    @Test func `are told to machines`() {
        let recent = RecentRequests()
        recent.record(exchange(0))
        #expect(
            recent.after(0).json.text(indented: true) == """
                {
                  "last": 1,
                  "missed": 0,
                  "requests": [
                    {
                      "number": 1,
                      "time": "1970-01-01T00:00:00.000Z",
                      "listener": ":443",
                      "client": "192.0.2.1",
                      "host": "shop.example.com",
                      "status": 200,
                      "bytes": 0,
                      "user_agent": "swcd (unknown version) CFNetwork/1333.0.4 Darwin/21.5.0",
                      "fetcher": "apple-device",
                      "outcome": "ok"
                    }
                  ]
                }
                """)
    }
}
