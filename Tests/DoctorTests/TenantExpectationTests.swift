import Configuration
import Doctor
import Testing

/// The tests of a configuration with tenants, as live hosts are asked for them.
struct `Tests of hosts of tenants` {
    @Test func `name the identifiers of the row, not those of the template`() throws {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles([
                "aasa.yaml": """
                tenants: {shops: {rows: [{slug: a}, {slug: b}]}}
                apps:
                  shop: {id: "ABCDE12345.com.example.{slug}", rules: [/x/*]}
                  all: {id: ABCDE12345.com.example.all, rules: [/y/*]}
                environments:
                  live: {tenants: shops, hosts: ["{slug}.example.com"], apps: [shop, all]}
                  own: {hosts: [example.com], apps: [all]}
                expect:
                  - {url: "https://a.example.com/x/1", opens: shop}
                  - {url: "https://b.example.com/x/1", opens: shop}
                  - {url: "https://b.example.com/y/1", opens: [all]}
                  - {url: "https://example.com/y/1", opens: all}
                  - {url: "https://example.com/z", opens: nothing}
                """
            ]), environment: { _ in nil }
        ).load(path: "aasa.yaml")
        let configuration = try #require(loaded.configuration)
        #expect(
            ExpectationFile.expectations(in: configuration).map(\.appIDs) == [
                ["ABCDE12345.com.example.a"], ["ABCDE12345.com.example.b"],
                ["ABCDE12345.com.example.all"], ["ABCDE12345.com.example.all"], [],
            ])
    }
}
