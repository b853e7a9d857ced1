import Testing

@testable import Configuration
@testable import Origin

struct `The catalogue of hosts` {
    private func snapshot() throws -> Snapshot {
        var sample = SampleConfiguration()
        sample.add(
            "production", document: SampleConfiguration.document("one"),
            hosts: ["b.example.com", "*.a.example.com"])
        sample.add(
            "staging", document: SampleConfiguration.document("a-longer-name"),
            hosts: ["a.example.com", "shop.example.net"])
        return try Building.snapshot(sample.value)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var search = ""
        var environment: String?
        var order = HostCatalogue.Order.host
        var isDescending = false
        var hosts: [String]
        var testDescription: String {
            "'\(search)' \(environment ?? "") \(order.rawValue) \(isDescending)"
        }
    }

    static let cases = [
        Case(
            order: .configuration,
            hosts: ["b.example.com", "*.a.example.com", "a.example.com", "shop.example.net"]),
        Case(hosts: ["*.a.example.com", "a.example.com", "b.example.com", "shop.example.net"]),
        Case(
            isDescending: true,
            hosts: ["shop.example.net", "b.example.com", "a.example.com", "*.a.example.com"]),
        Case(search: "A.EXAMPLE", hosts: ["*.a.example.com", "a.example.com"]),
        Case(search: " com  a.ex ", hosts: ["*.a.example.com", "a.example.com"]),
        Case(search: "*", hosts: ["*.a.example.com"]),
        Case(search: "com\na", hosts: ["*.a.example.com", "a.example.com", "b.example.com"]),
        Case(search: "nothing", hosts: []),
        Case(environment: "staging", hosts: ["a.example.com", "shop.example.net"]),
        Case(environment: "none", hosts: []),
        Case(search: "shop", environment: "production", hosts: []),
        Case(
            order: .environment,
            hosts: ["*.a.example.com", "b.example.com", "a.example.com", "shop.example.net"]),
        Case(
            order: .bytes,
            hosts: ["*.a.example.com", "b.example.com", "a.example.com", "shop.example.net"]),
        Case(
            order: .fetched,
            hosts: ["*.a.example.com", "b.example.com", "shop.example.net", "a.example.com"]),
    ]

    @Test(arguments: cases)
    func `finds and sorts hosts`(row: Case) throws {
        let snapshot = try snapshot()
        var query = HostCatalogue.Query()
        query.search = row.search
        query.environment = row.environment
        query.order = row.order
        query.isDescending = row.isDescending
        let times: [String: Int64] = ["a.example.com": 9, "shop.example.net": 5]
        let found = HostCatalogue(snapshot).hosts(
            query, of: snapshot, fetched: { times[snapshot.pattern(ofHost: $0)] })
        #expect(found.map(snapshot.pattern) == row.hosts)
    }

    @Test func `does not keep the snapshot that it was made of`() throws {
        weak var kept: Snapshot?
        let catalogue: HostCatalogue
        do {
            let snapshot = try snapshot()
            kept = snapshot
            catalogue = HostCatalogue(snapshot)
        }
        #expect(kept == nil)
        #expect(catalogue.hosts(HostCatalogue.Query(), of: try snapshot()) == [0, 1, 2, 3])
    }
}
