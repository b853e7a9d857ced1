import SiteAssociation
import Testing

@testable import Configuration
@testable import Origin

struct FilterCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var environment: String?
    var app: String?
    var state: HostFilter.State?
    let hosts: [String]

    init(
        _ description: String, environment: String? = nil, app: String? = nil,
        state: HostFilter.State? = nil, _ hosts: [String]
    ) {
        testDescription = description
        self.environment = environment
        self.app = app
        self.state = state
        self.hosts = hosts
    }

    static let all = [
        FilterCase(
            "nothing set",
            ["a.example.com", "*.example.com", "b.example.com", "c.example.com", "off.example.com"]
        ),
        FilterCase("environment", environment: "staging", ["b.example.com", "c.example.com"]),
        FilterCase("unknown environment", environment: "stagin", []),
        FilterCase("disabled", state: .disabled, ["off.example.com"]),
        FilterCase("served in an environment", environment: "off", state: .served, []),
        FilterCase(
            "name of an app", app: "shop", ["a.example.com", "*.example.com", "off.example.com"]),
        FilterCase(
            "identifier", app: "ABCDE12345.com.example.keys", ["b.example.com", "c.example.com"]),
        FilterCase(
            "app in a state", app: "ABCDE12345.com.example.shop", state: .served,
            ["a.example.com", "*.example.com"]),
        FilterCase("unknown app", app: "sho", []),
    ]
}

struct `A filter of hosts` {
    private static let text = """
        apps:
          shop: {id: ABCDE12345.com.example.shop, rules: [/buy/*]}
          keys: {id: ABCDE12345.com.example.keys, services: [webcredentials]}
        environments:
          production: {apps: [shop], hosts: [a.example.com, "*.example.com"]}
          staging: {apps: [keys], hosts: [b.example.com, c.example.com]}
          off: {enabled: false, apps: [shop], hosts: [off.example.com]}
        """

    @Test(arguments: FilterCase.all)
    func `chooses the hosts that pass it`(_ item: FilterCase) throws {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles(["aasa.yaml": Self.text]), environment: { _ in nil }
        ).load(path: "aasa.yaml")
        let build = SnapshotBuilder(certificates: .none, nowMilliseconds: { Building.now })
            .build(loaded)
        let snapshot = try #require(build.snapshot)
        var filter = HostFilter()
        filter.environment = item.environment
        filter.app = item.app
        filter.state = item.state
        #expect(snapshot.hostSummaries(filter).map(\.pattern) == item.hosts)
    }

    private static let tenants = """
        tenants:
          shops: {rows: [{slug: north, clip: N}, {slug: south}, {slug: keys}]}
        apps:
          shop: {id: "ABCDE12345.{slug}", clips: ["ABCDE12345.{clip?}"], rules: ["/{slug}/*"]}
          keys: {id: ABCDE12345.keys.app, services: [webcredentials]}
        environments:
          live: {tenants: shops, apps: [shop], hosts: ["{slug}.example.com"]}
        overrides:
          - {tenant: south, apps: [keys]}
        """

    static let apps: [(app: String, hosts: [String])] = [
        ("shop", ["north.example.com", "keys.example.com"]),
        ("keys", ["south.example.com"]),
        ("ABCDE12345.north", ["north.example.com"]),
        ("ABCDE12345.N", ["north.example.com"]),
        ("ABCDE12345.keys", ["keys.example.com"]),
        ("ABCDE12345.keys.app", ["south.example.com"]),
        ("ABCDE12345.south", []),
    ]

    @Test(arguments: apps)
    func `finds apps of tenants by name, and by what rows make of identifiers`(
        app: String, hosts: [String]
    ) throws {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles(["aasa.yaml": Self.tenants]), environment: { _ in nil }
        ).load(path: "aasa.yaml")
        let build = SnapshotBuilder(certificates: .none, nowMilliseconds: { Building.now })
            .build(loaded)
        let snapshot = try #require(build.snapshot)
        var filter = HostFilter()
        filter.app = app
        #expect(snapshot.hostSummaries(filter).map(\.pattern) == hosts)
    }
}
