import Configuration
import Diagnostics
import Foundation
import SiteAssociation
import Testing

/// What rows of a table make of an environment.
struct `Documents of tenants` {
    static func hosts(_ files: [String: String]) throws -> [String] {
        let loaded = Loading.load(files)
        #expect(Loading.text(loaded) == "")
        let configuration = try #require(loaded.configuration)
        return configuration.hosts.map { host in
            let environment = configuration.environments[host.environment]
            let state = environment.isEnabled ? environment.cacheControl : "404"
            return "\(host.pattern) \(environment.name) \(state) "
                + String(decoding: configuration.documents.encoded(host.document), as: UTF8.self)
        }
    }

    private static let everything = """
        tenants:
          shops:
            file: shops.csv
            optional: [domain]
        apps:
          shop:
            id: "{team}.{bundle}"
            clips: ["{team}.{bundle}.Clip", "{team}.{clip?}"]
            services: [applinks, webcredentials]
            rules:
              - path: /t/{slug}/*
                query: {shop: "{slug}"}
                fragment: "{section?}"
                comment: 'all of "{slug}" {{and more}}'
              - NOT /help/*
              - path: /r/$(place)
                comment: "since {year?}"
          second: {id: "{team}.{second?}", services: [webcredentials]}
        variables:
          place: ["{slug}", "{section?}", fixed]
        environments:
          production:
            tenants: shops
            where: {plan: pro}
            max_age: 6h
            hosts: ["{slug}.example.com", "{domain}"]
            apps: [shop, second]
          staging:
            tenants: shops
            mode: developer
            hosts: ["*.{slug}.staging", "{slug}.staging"]
            apps: [shop]

        """

    private static let rows = """
        slug,team,bundle,domain,clip,section,second,year,plan
        north,ABCDE12345,com.example.north,Shöp.North.example,com.example.c,news,com.example.s,1999,pro
        south,FGHIJ67890,com.example.so,,,,,,basic

        """

    @Test func `have every column filled in, and lose what an empty one is needed for`() throws {
        let text = try Self.hosts(["aasa.yaml": Self.everything, "shops.csv": Self.rows])
        let north =
            #"{"applinks":{"substitutionVariables":{"place":["north","news","fixed"]},"#
            + #""details":[{"appIDs":["ABCDE12345.com.example.north"],"components":["#
            + ##"{"/":"/t/north/*","?":{"shop":"north"},"#":"news","##
            + #""comment":"all of \"north\" {and more}"},{"/":"/help/*","exclude":true},"#
            + #"{"/":"/r/$(place)","comment":"since 1999"}]}]},"#
            + #""webcredentials":{"apps":["ABCDE12345.com.example.north""#
        let clips =
            #""appclips":{"apps":["ABCDE12345.com.example.north.Clip","#
            + #""ABCDE12345.com.example.c"]}}"#
        let production =
            "production public, max-age=21600 " + north
            + #","ABCDE12345.com.example.s"]},"# + clips
        #expect(
            text.filter { $0.contains("north") } == [
                "north.example.com " + production, "xn--shp-tna.north.example " + production,
                "*.north.staging staging no-store " + north + "]}," + clips,
                "north.staging staging no-store " + north + "]}," + clips,
            ])
        let southEast =
            #"{"applinks":{"substitutionVariables":{"place":["south","fixed"]},"#
            + #""details":[{"appIDs":["FGHIJ67890.com.example.so"],"components":["#
            + #"{"/":"/help/*","exclude":true},{"/":"/r/$(place)"}]}]},"#
            + #""webcredentials":{"apps":["FGHIJ67890.com.example.so"]},"#
            + #""appclips":{"apps":["FGHIJ67890.com.example.so.Clip"]}}"#
        #expect(
            text.filter { $0.hasPrefix("south") || $0.hasPrefix("*.south") } == [
                "*.south.staging staging no-store " + southEast,
                "south.staging staging no-store " + southEast,
            ])
    }

    @Test func `are the same from CSV, TSV, YAML, JSON lines and rows of the configuration`()
        throws
    {
        let table = [["slug", "team", "bundle"], ["a", "ABCDE12345", "com.example.a"]]
        func lines(_ separator: String) -> String {
            table.map { $0.joined(separator: separator) }.joined(separator: "\r\n")
        }
        let row = "{slug: a, team: ABCDE12345, bundle: com.example.a}"
        let json = #"{"slug":"a","team":"ABCDE12345","bundle":"com.example.a"}"#
        let tables = [
            "file: t.csv", "file: t.tsv", "file: t.yaml", "file: t.jsonl", "rows: [\(row)]",
        ]
        for table in tables {
            let text = try Self.hosts([
                "aasa.yaml": """
                tenants: {shops: {\(table)}}
                apps: {shop: {id: "{team}.{bundle}", rules: ["/t/{slug}/*"]}}
                environments:
                  live: {tenants: shops, hosts: ["{slug}.example.com"], apps: [shop]}
                """,
                "t.csv": "\u{FEFF}" + lines(","), "t.tsv": lines("\t"), "t.yaml": "- \(row)\n",
                "t.jsonl": json,
            ])
            #expect(
                text == [
                    "a.example.com live public, max-age=3600 "
                        + #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.a"],"#
                        + #""components":[{"/":"/t/a/*"}]}]}}"#
                ], "\(table)")
        }
    }

    @Test func `are joined from pieces to the bytes of the whole document`() throws {
        let values = [
            "plain", "\"quoted\"", "back\\slash", "ü", "日本", "a/b",
            "a\u{2028}b", "<&>", "\u{10FFFE}", "{x}", "$(x)",
        ]
        let rows = values.enumerated().map { index, value in
            let text = String(decoding: JSONValue.string(value).encoded(), as: UTF8.self)
            return #"{"slug":"t\#(index)","note":\#(text)}"#
        }
        for legacy in [false, true] {
            let loaded = Loading.load([
                "aasa.yaml": """
                tenants: {shops: {file: t.jsonl}}
                apps:
                  shop:
                    id: "ABCDE12345.com.example.{slug}"
                    rules: [{path: "/{slug}/*", comment: "{note}, again {note}"}, "/x/{slug}"]
                environments:
                  live:
                    tenants: shops
                    hosts: ["{slug}.example.com"]
                    apps: [shop]
                    legacy_paths: \(legacy)
                """, "t.jsonl": rows.joined(separator: "\n"),
            ])
            #expect(Loading.text(loaded) == "")
            let documents = try #require(loaded.configuration).documents
            #expect(documents.count == values.count)
            for index in documents.indices {
                #expect(documents.encoded(index) == documents[index].encoded())
            }
        }
    }

    @Test func `are shared by rows that differ in nothing that the document shows`() throws {
        let loaded = Loading.load([
            "aasa.yaml": """
            tenants: {shops: {file: t.csv}}
            apps: {shop: {id: "{team}.com.example.shop", rules: [/x/*]}}
            environments:
              live: {tenants: shops, hosts: ["{slug}.example.com"], apps: [shop]}
            """,
            "t.csv": "slug,team\na,ABCDE12345\nb,FGHIJ67890\nc,ABCDE12345\n",
        ])
        let configuration = try #require(loaded.configuration)
        #expect(configuration.hosts.map(\.document) == [0, 1, 0])
        #expect(configuration.hosts.map(configuration.tenant) == ["a", "b", "c"])
        #expect(configuration.sources.map(\.name) == ["aasa.yaml", "t.csv"])
    }

    @Test func `hold thousands of bad rows in a report of a few lines`() throws {
        let rows = (0..<5_000).map { "t\($0),ABCDE12345,com.example.\($0 % 2 == 0 ? "*" : "ok")" }
        let loaded = Loading.load([
            "aasa.yaml": """
            tenants: {shops: {file: t.csv}}
            apps: {shop: {id: "{team}.{bundle}", rules: ["/t/{slug}/*"]}}
            environments:
              live: {tenants: shops, hosts: ["{slug}.example.com"], apps: [shop]}
            """,
            "t.csv": "slug,team,bundle\n" + rows.joined(separator: "\n"),
        ])
        #expect(loaded.configuration == nil)
        #expect(
            Loading.text(loaded) == """
                t.csv:2:15: error: app identifier 'ABCDE12345.com.example.*' holds a '*', and so in \
                2499 more rows of 'shops' [app-id-with-wildcard]
                  2 | t0,ABCDE12345,com.example.*
                    |               ^
                  hint: list each app; there are no wildcards here
                t.csv:4:15: note: app identifier 'ABCDE12345.com.example.*' holds a '*'
                t.csv:6:15: note: app identifier 'ABCDE12345.com.example.*' holds a '*'
                note: 2497 more are not shown

                """)
    }
}
