import Diagnostics
import Testing

@testable import Configuration

struct `A list of hosts` {
    private static let files = ["one.yaml", "two.yaml"].map { SourceFile(name: $0) }

    private static let hosts = [
        host("example.com", environment: 3, at: Location(files[0], line: 2, column: 7)),
        host("example.com", isWildcard: true, document: 9, at: Location(file: files[1])),
        host(
            "b.example.com", at: Location(files[0], line: 70_000, column: 1),
            tenant: TenantRow(table: 1, row: 0)),
        host("c.example.com", at: Location(files[1], line: 1, column: 300)),
        host(
            "d.example.com", at: Location(files[1], line: 2, column: 1),
            tenant: TenantRow(table: 0, row: 1_999_999)),
    ]

    private static func host(
        _ name: String, isWildcard: Bool = false, environment: Int = 0, document: Int = 0,
        at location: Location, tenant: TenantRow? = nil
    ) -> HostConfiguration {
        HostConfiguration(
            name: name, isWildcard: isWildcard, environment: environment, document: document,
            location: location, tenant: tenant)
    }

    @Test func `gives back each host as it was added`() {
        let list = HostList(Self.hosts)
        #expect(Array(list) == Self.hosts)
        #expect(list.indices.map(list.location) == Self.hosts.map(\.location))
        #expect(list.indices.map(list.environment) == [3, 0, 0, 0, 0])
        #expect(list.indices.map(list.document) == [0, 9, 0, 0, 0])
    }

    @Test func `finds its hosts by what an operator writes`() {
        let list = HostList(Self.hosts)
        #expect(Self.hosts.map { list.patterns.number(of: $0.pattern) } == [0, 1, 2, 3, 4])
        #expect(list.patterns.number(of: "e.example.com") == nil)
        #expect(list.patterns.number(answering: "e.example.com") == 1)
    }

    @Test func `does not change with a copy that grows`() {
        let list: HostList = [Self.hosts[0]]
        var copy = list
        copy.append(Self.hosts[1])
        #expect(Array(list) == [Self.hosts[0]])
        #expect(Array(copy) == [Self.hosts[0], Self.hosts[1]])
    }
}
