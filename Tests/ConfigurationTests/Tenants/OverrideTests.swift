import Configuration
import Testing

/// How overrides of tenants and hosts are merged: environment, then tenant, then host.
struct `Overrides` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let overrides: String
        /// What `a.example.com` serves: apps with their rules.
        let tenant: String
        var other = standard
    }

    private static let standard = "max-age=3600 one[/a /1/*] two[/2/*]"

    static let cases = [
        Case(testDescription: "none", overrides: "[]", tenant: standard),
        Case(
            testDescription: "max_age of the tenant", overrides: "[{tenant: a, max_age: 5m}]",
            tenant: "max-age=300 one[/a /1/*] two[/2/*]"),
        Case(
            testDescription: "the host before the tenant",
            overrides: "[{host: a.example.com, max_age: 1m}, {tenant: a, max_age: 5m}]",
            tenant: "max-age=60 one[/a /1/*] two[/2/*]"),
        Case(testDescription: "off", overrides: "[{tenant: a, off: true}]", tenant: "404"),
        Case(
            testDescription: "off is not turned on again",
            overrides: "[{tenant: a, off: true}, {host: a.example.com, off: false}]",
            tenant: "404"),
        Case(
            testDescription: "apps in place of the environment's",
            overrides: "[{tenant: a, apps: [two]}]", tenant: "max-age=3600 two[/2/*]"),
        Case(
            testDescription: "an app behind the others",
            overrides: "[{host: a.example.com, add: {apps: [three]}}]",
            tenant: "max-age=3600 one[/a /1/*] two[/2/*] three[/3/*]"),
        Case(
            testDescription: "rules in place of an app's, and others in front of them",
            overrides: """
                [{tenant: a, rules: {one: ["/only/{slug}"]}},
                 {host: a.example.com, add: {rules: {one: ["NOT /no"], two: ["/yes"]}}}]
                """,
            tenant: "max-age=3600 one[NOT /no /only/a] two[/yes /2/*]"),
        Case(
            testDescription: "replaced apps get the rules of the closer override",
            overrides: """
                [{tenant: a, apps: [three], add: {apps: [one]}},
                 {host: a.example.com, rules: {three: ["/new"]}}]
                """,
            tenant: "max-age=3600 three[/new] one[/a /1/*]"),
        Case(
            testDescription: "only in the environments that are named",
            overrides: "[{tenant: [a, b], environments: [test], max_age: 5m}]", tenant: standard),
        Case(
            testDescription: "several tenants", overrides: "[{tenant: [a, b], max_age: 5m}]",
            tenant: "max-age=300 one[/a /1/*] two[/2/*]",
            other: "max-age=300 one[/b /1/*] two[/2/*]"),
    ]

    private static func text(_ configuration: Configuration, _ name: String) throws -> String {
        let host = try #require(configuration.hosts.first { $0.pattern == name })
        let environment = configuration.environments[host.environment]
        guard environment.isEnabled else { return "404" }
        let links = try #require(configuration.documents[host.document].appLinks)
        let apps = configuration.apps(of: host).map { app in
            let rules = links.details.first { $0.appIDs.contains(app.id) }?.components ?? []
            #expect(app.rules.count == rules.count)
            let paths = rules.map { ($0.isExcluded ? "NOT " : "") + ($0.path ?? "") }
            return "\(app.name)[\(paths.joined(separator: " "))]"
        }
        return "max-age=\(environment.maxAgeSeconds) \(apps.joined(separator: " "))"
    }

    @Test(arguments: cases)
    func `of what is closer to the host win`(_ item: Case) throws {
        let loaded = Loading.load([
            "aasa.yaml": """
            tenants: {shops: {rows: [{slug: a}, {slug: b}]}}
            apps:
              one: {id: "ABCDE12345.com.example.{slug}", rules: ["/{slug}", /1/*]}
              two: {id: ABCDE12345.com.example.two, rules: [/2/*]}
              three: {id: ABCDE12345.com.example.three, rules: [/3/*]}
            environments:
              live: {tenants: shops, hosts: ["{slug}.example.com"], apps: [one, two]}
              test: {tenants: shops, hosts: ["{slug}.example.org"], apps: [one]}
            overrides: \(item.overrides)
            """
        ])
        #expect(Loading.text(loaded) == "")
        let configuration = try #require(loaded.configuration)
        #expect(try Self.text(configuration, "a.example.com") == item.tenant)
        #expect(
            try Self.text(configuration, "b.example.com")
                == item.other.replacing("/a", with: "/b"))
        #expect(configuration.hostCounts.map(\.environment.name) == ["live", "test"])
        #expect(configuration.hostCounts.map(\.count) == [2, 2])
    }

    @Test func `change hosts that are written out as well`() throws {
        let loaded = Loading.load(
            """
            apps:
              one: {id: ABCDE12345.com.example.one, rules: [/1/*]}
              two: {id: ABCDE12345.com.example.two, rules: [/2/*]}
            environments:
              live: {hosts: [a.example.com, example.com, "*.example.com"], apps: [one]}
            overrides:
              - {host: "*.EXAMPLE.com", add: {apps: [two]}}
              - {host: a.example.com, off: true}
            """)
        #expect(Loading.text(loaded) == "")
        let configuration = try #require(loaded.configuration)
        #expect(try Self.text(configuration, "a.example.com") == "404")
        #expect(try Self.text(configuration, "example.com") == "max-age=3600 one[/1/*]")
        #expect(
            try Self.text(configuration, "*.example.com") == "max-age=3600 one[/1/*] two[/2/*]")
    }
}
