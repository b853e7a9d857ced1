import Testing

@testable import Origin

struct `Host table` {
    static let hosts: [(name: String, isWildcard: Bool)] = [
        ("example.com", false), ("example.com", true), ("b.example.com", true),
        ("x.b.example.com", false), ("localhost", false), ("com.example", true),
    ]

    @Test(
        arguments: [
            ("example.com", 0), ("a.example.com", 1), ("b.example.com", 1), ("c.b.example.com", 2),
            ("d.c.b.example.com", 2), ("x.b.example.com", 3), ("y.x.b.example.com", 2),
            ("localhost", 4), ("a.localhost", nil), ("com", nil), ("", nil), (".", nil),
            (".example.com", nil), ("a..example.com", nil), ("example.com.", nil),
            ("aexample.com", nil), ("EXAMPLE.COM", nil),
            (String(repeating: "a.", count: 4000) + "example.com", nil),
        ] as [(String, Int?)])
    func `finds exact names before longer before shorter wildcards`(row: (String, Int?)) {
        var table = HostTable(capacity: 4)
        for (index, host) in Self.hosts.enumerated() {
            table.insert(host.name, isWildcard: host.isWildcard, entry: index)
        }
        #expect(table.entry(for: row.0) == row.1)
    }
}
