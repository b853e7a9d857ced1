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

    struct FilterCase: CustomTestStringConvertible, Sendable {
        var filter: RecentRequests.Filter
        var numbers: [Int]
        var testDescription: String { "\(filter)" }
    }

    static let filters: [FilterCase] = [
        .init(filter: .init(), numbers: [5, 4, 3, 2, 1]),
        .init(filter: .init(host: "SHOP"), numbers: [4, 3, 1]),
        .init(filter: .init(host: "op.example"), numbers: [3, 1]),
        .init(filter: .init(host: "x"), numbers: [4, 3, 2, 1]),
        .init(filter: .init(fetcher: .appleCDN), numbers: [2]),
        .init(filter: .init(fetcher: .appleDevice), numbers: [3, 1]),
        .init(filter: .init(status: .init("2xx")), numbers: [2, 1]),
        .init(filter: .init(status: .init("404")), numbers: [4]),
        .init(filter: .init(status: .init("405")), numbers: []),
        .init(filter: .init(status: .init("none")), numbers: [5]),
        .init(filter: .init(host: "shop", status: .init("3xx")), numbers: [3]),
        .init(
            filter: .init(host: "shop", fetcher: .appleDevice, status: .init("4xx")), numbers: []),
    ]

    @Test(arguments: filters)
    func `are those that fit a filter`(_ testCase: FilterCase) {
        let recent = RecentRequests()
        let requests: [(host: String?, status: Int, agent: String)] = [
            ("shop.example.com", 200, "swcd (unknown version)"),
            ("www.example.com", 200, "AASA-Bot/1.0.0"),
            ("shop.example.com", 304, "swcd (unknown version)"),
            ("shops.example.net", 404, "curl/8"),
            (nil, 0, ""),
        ]
        for (index, request) in requests.enumerated() {
            var exchange = exchange(index)
            (exchange.host, exchange.status, exchange.userAgent) = request
            recent.record(exchange)
        }
        let part = recent.after(0, testCase.filter)
        #expect(part.entries.map(\.number) == testCase.numbers)
        #expect(part.last == 5)
        #expect(part.missed == 0)
        #expect(recent.after(4, testCase.filter).entries.count == testCase.numbers.count { $0 > 4 })
    }

    @Test func `that fit a filter are bounded, and say how many were missed`() {
        let recent = RecentRequests()
        for number in 1...300 {
            var exchange = exchange(number)
            exchange.status = number % 2 == 0 ? 200 : 404
            recent.record(exchange)
        }
        let part = recent.after(0, .init(status: .init("4xx")))
        #expect(part.entries.map(\.number) == (0..<100).map { 299 - 2 * $0 })
        #expect(part.missed == 50)
    }

    @Test(arguments: [
        "", "20", "6xx", "0xx", "xx", "2x", "099", "600", "2000", "any", "-xx", "+20",
    ])
    func `know no status that is none`(_ word: String) {
        #expect(RecentRequests.StatusFilter(word) == nil)
    }
}
