import SiteAssociation
import Testing

struct `Host patterns` {
    static let hosts = [
        "example.com", "*.example.com", "*.b.example.com", "x.b.example.com", "localhost",
        "*.com.example",
    ]

    @Test(
        arguments: [
            ("example.com", 0), ("a.example.com", 1), ("b.example.com", 1), ("c.b.example.com", 2),
            ("d.c.b.example.com", 2), ("x.b.example.com", 3), ("y.x.b.example.com", 2),
            ("localhost", 4), ("a.localhost", nil), ("com", nil), ("", nil), (".", nil),
            (".example.com", nil), ("a..example.com", nil), ("example.com.", nil),
            ("aexample.com", nil), ("EXAMPLE.COM", nil), ("com.example", nil),
            (String(repeating: "a.", count: 4000) + "example.com", nil),
        ] as [(String, Int?)])
    func `finds exact names before longer before shorter wildcards`(row: (String, Int?)) {
        #expect(HostPatterns(Self.hosts).number(answering: row.0) == row.1)
    }

    @Test(
        arguments: [
            ("example.com", 0), ("*.example.com", 1), ("localhost", 4), ("*.com.example", 5),
            ("a.example.com", nil), ("com.example", nil), ("*.localhost", nil), ("*.", nil),
            ("*", nil), ("", nil),
        ] as [(String, Int?)])
    func `finds what is written like the pattern, and not what answers for it`(
        row: (String, Int?)
    ) {
        #expect(HostPatterns(Self.hosts).number(of: row.0) == row.1)
    }

    @Test func `gives back names, wildcards and patterns as they were added`() {
        let patterns = HostPatterns(Self.hosts)
        #expect(Array(patterns) == Self.hosts)
        #expect(
            patterns.indices.map(patterns.name) == [
                "example.com", "example.com", "b.example.com", "x.b.example.com", "localhost",
                "com.example",
            ])
        #expect(
            patterns.indices.map(patterns.isWildcard) == [false, true, true, false, false, true])
    }

    @Test func `finds nothing without a host`() {
        #expect(HostPatterns().number(of: "example.com") == nil)
        #expect(HostPatterns(capacity: 9).number(answering: "example.com") == nil)
    }

    @Test func `finds the first of equal ones`() {
        let patterns = HostPatterns(["a.example.com", "b.example.com", "a.example.com"])
        #expect(patterns.number(of: "a.example.com") == 0)
        #expect(patterns.number(of: "b.example.com") == 1)
        #expect(patterns.count == 3)
    }

    /// Whatever room was made before: rows of the index move when it grows.
    @Test(arguments: [0, 1, 500, 5_000])
    func `finds each of thousands by its number, and none that is missing`(capacity: Int) {
        var patterns = HostPatterns(capacity: capacity)
        let names = (0..<5_000).map { ($0 % 7 == 0 ? "*.h" : "h") + "\($0).example.com" }
        for name in names { patterns.append(name) }
        #expect(names.indices.allSatisfy { patterns.number(of: names[$0]) == $0 })
        #expect(names.allSatisfy { patterns.number(of: "x" + $0) == nil })
        #expect(patterns.number(answering: "a.h4900.example.com") == 4_900)
        #expect(patterns.number(answering: "h4900.example.com") == nil)
        #expect(patterns.number(answering: "h4901.example.com") == 4_901)
    }

    @Test func `does not change with a copy that grows`() {
        let patterns = HostPatterns(Self.hosts)
        var copy = patterns
        copy.append("new.example.com")
        #expect(patterns.count == Self.hosts.count)
        #expect(patterns.number(of: "new.example.com") == nil)
        #expect(copy.number(of: "new.example.com") == Self.hosts.count)
    }
}
