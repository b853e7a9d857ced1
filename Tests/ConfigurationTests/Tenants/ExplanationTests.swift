import Configuration
import Testing

/// Which line of which file put each entry of a document there.
struct `An explanation of a host` {
    private static let files = [
        "aasa.yaml": """
        include: {file: more/rules.yaml, owner: rules team}
        tenants: {shops: {file: shops.csv}}
        apps:
          shop:
            id: "{team}.com.example.{slug}"
            clips: ["{team}.{clip?}"]
            services: [applinks, webcredentials]
            rules: [shared, "/{slug}/$(food)", "/c/{clip?}"]
          plain: {id: ABCDE12345.com.example.plain, rules: [/p/*]}
        variables: {food: [pizza, "{slug}"]}
        environments:
          live:
            max_age: 6h
            tenants: shops
            hosts: ["{slug}.example.com", "*.{slug}.example.com"]
            apps: [shop]
            where: {slug: north}
          own:
            enabled: false
            hosts: [plain.example.com]
            apps: [{app: plain, rules: [NOT /q, shared]}]

        """,
        "more/rules.yaml": """
        rules: {shared: [NOT /help/*]}
        overrides:
          - {tenant: north, max_age: 5m, add: {apps: [plain], rules: {shop: [/first]}}}
          - {host: "*.north.example.com", off: true}

        """,
        "shops.csv": "slug,team,clip\nnorth,ABCDE12345,\n",
    ]

    private static func text(_ pattern: String) throws -> String {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles(files), environment: { _ in nil }
        ).load(path: "aasa.yaml", keepsOrigins: true)
        #expect(Loading.text(loaded) == "")
        let configuration = try #require(loaded.configuration)
        let index = try #require(configuration.hosts.firstIndex { $0.pattern == pattern })
        let origins = try #require(loaded.origins)
        return origins.entries(ofHost: index, in: configuration).map(\.description).joined()
    }

    @Test func `names rows, overrides, lists, and what an empty value leaves out`() throws {
        #expect(
            try Self.text("north.example.com") == """
                north.example.com
                  aasa.yaml:15:13: host '{slug}.example.com' of the environment 'live'
                  shops.csv:2:1: 'slug' is 'north'
                  aasa.yaml:17:13: 'where' chooses the row: 'slug' is 'north'
                  more/rules.yaml:3:5: changed by the override of the tenant 'north'
                  Cache-Control: public, max-age=300
                    more/rules.yaml:3:21: max_age of the override of the tenant 'north'
                  applinks ABCDE12345.com.example.north
                    aasa.yaml:16:12: the app 'shop' is listed
                    aasa.yaml:5:9: id of the app 'shop'
                    shops.csv:2:7: 'team' is 'ABCDE12345'
                    shops.csv:2:1: 'slug' is 'north'
                    {"/":"/first"}
                      more/rules.yaml:3:70: rule of the override of the tenant 'north'
                    {"/":"/help/*","exclude":true}
                      more/rules.yaml:1:18: rule of the list 'shared'
                      aasa.yaml:8:13: the list 'shared' is named
                    {"/":"/north/$(food)"}
                      aasa.yaml:8:21: rule of the app 'shop'
                      shops.csv:2:1: 'slug' is 'north'
                    left out: {"/":"/c/{clip?}"}
                      aasa.yaml:8:40: rule of the app 'shop'
                      shops.csv:2:18: 'clip' is empty
                  applinks ABCDE12345.com.example.plain
                    more/rules.yaml:3:47: the app 'plain' is listed by the override of the tenant \
                'north'
                    aasa.yaml:9:15: id of the app 'plain'
                    {"/":"/p/*"}
                      aasa.yaml:9:53: rule of the app 'plain'
                  webcredentials ABCDE12345.com.example.north
                    aasa.yaml:16:12: the app 'shop' is listed
                    aasa.yaml:7:5: services of the app 'shop'
                    aasa.yaml:5:9: id of the app 'shop'
                    shops.csv:2:7: 'team' is 'ABCDE12345'
                    shops.csv:2:1: 'slug' is 'north'
                  left out: appclips {team}.{clip?}
                    aasa.yaml:6:13: clip of the app 'shop'
                    shops.csv:2:18: 'clip' is empty
                  substitutionVariables food
                    aasa.yaml:10:13: the variable is defined
                    pizza
                      aasa.yaml:10:20: value of the variable
                    north
                      aasa.yaml:10:27: value of the variable
                      shops.csv:2:1: 'slug' is 'north'

                """)
    }

    @Test func `says what turned a host off`() throws {
        let off = try Self.text("*.north.example.com")
        #expect(
            off.contains(
                """
                  404
                    more/rules.yaml:4:35: turned off by the override of the host \
                '*.north.example.com'

                """))
        #expect(
            try Self.text("plain.example.com") == """
                plain.example.com
                  aasa.yaml:20:13: host 'plain.example.com' of the environment 'own'
                  404
                    aasa.yaml:19:5: the environment 'own' is not enabled
                  applinks ABCDE12345.com.example.plain
                    aasa.yaml:21:18: the app 'plain' is listed
                    aasa.yaml:9:15: id of the app 'plain'
                    {"/":"/q","exclude":true}
                      aasa.yaml:21:33: rule for the app in the environment 'own'
                    {"/":"/help/*","exclude":true}
                      more/rules.yaml:1:18: rule of the list 'shared'
                      aasa.yaml:21:41: the list 'shared' is named

                """)
    }
}
