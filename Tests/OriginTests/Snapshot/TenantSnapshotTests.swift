import Configuration
import Diagnostics
import SiteAssociation
import Testing

@testable import Origin

/// Hosts of tenants, as a server serves them and as its tools show them.
struct `Hosts of tenants` {
    private let snapshot: Snapshot

    init() throws {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles([
                "aasa.yaml": """
                tls: {self_signed: always}
                tenants: {shops: {file: shops.csv}}
                apps:
                  shop: {id: "ABCDE12345.com.example.{slug}", rules: ["/t/{slug}/*"]}
                  gift: {id: "ABCDE12345.com.example.{gift?}", rules: [/gift/*]}
                  all: {id: ABCDE12345.com.example.all, rules: [/x/*]}
                environments:
                  live: {tenants: shops, hosts: ["{slug}.example.com"], apps: [shop, gift]}
                  below: {hosts: ["*.example.org", example.org], apps: [all]}
                  rows: {tenants: shops, hosts: ["{slug}.example.org"], apps: [shop]}
                overrides:
                  - {tenant: b, max_age: 5m, add: {rules: {shop: [NOT /no/*]}}}
                  - {host: c.example.com, off: true}
                expect:
                  - {url: "https://a.example.com/t/a/1", opens: shop, because: "/t/a/*"}
                  - {url: "https://a.example.com/gift/1", opens: gift}
                  - {url: "https://b.example.com/gift/1", opens: nothing}
                  - {url: "https://b.example.com/no/1", opens: nothing, because: NOT /no/*}
                """, "shops.csv": "slug,gift\na,ga\nb,\nc,gc\n",
            ]), environment: { _ in nil }
        ).load(path: "aasa.yaml")
        #expect(DiagnosticText().text(for: loaded.findings) == "")
        snapshot = try Building.snapshot(try #require(loaded.configuration))
    }

    @Test func `are served by their own names only, and leave other labels to a wildcard`() {
        func answer(_ host: String) -> String? {
            snapshot.site(for: host).map { site in
                site.response.status == 200
                    ? String(decoding: site.response.body, as: UTF8.self) : "404"
            }
        }
        let gift =
            #",{"appIDs":["ABCDE12345.com.example.ga"],"components":[{"/":"/gift/*"}]}]}}"#
        #expect(
            answer("a.example.com")
                == #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.a"],"#
                + #""components":[{"/":"/t/a/*"}]}"# + gift)
        #expect(
            answer("b.example.com")
                == #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.b"],"#
                + #""components":[{"/":"/no/*","exclude":true},{"/":"/t/b/*"}]}]}}"#)
        #expect(answer("c.example.com") == "404")
        #expect(answer("d.example.com") == nil)
        #expect(answer("example.com") == nil)
        #expect(answer("x.a.example.com") == nil)
        #expect(answer("{slug}.example.com") == nil)
        let all =
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.all"],"#
            + #""components":[{"/":"/x/*"}]}]}}"#
        #expect(answer("d.example.org") == all)
        #expect(
            answer("a.example.org")
                == #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.a"],"#
                + #""components":[{"/":"/t/a/*"}]}]}}"#)
    }

    @Test func `are listed with tenant, state and age`() {
        let text = snapshot.hostSummaries.map { host in
            "\(host.pattern) \(host.environment) \(host.tenant ?? "-") "
                + (host.isEnabled ? host.cacheControl : "404")
        }
        #expect(
            text == [
                "a.example.com live a public, max-age=3600",
                "b.example.com live b public, max-age=300",
                "c.example.com live c 404",
                "*.example.org below - public, max-age=3600",
                "example.org below - public, max-age=3600",
                "a.example.org rows a public, max-age=3600",
                "b.example.org rows b public, max-age=300",
                "c.example.org rows c public, max-age=3600",
            ])
        #expect(snapshot.environmentNames == ["live", "below", "rows"])
    }

    @Test func `are chosen by environment, app and state, changed by an override or not`() {
        func patterns(_ change: (inout HostFilter) -> Void) -> [String] {
            var filter = HostFilter()
            change(&filter)
            return snapshot.hostSummaries(filter).map(\.pattern)
        }
        #expect(
            patterns { $0.environment = "live" }
                == ["a.example.com", "b.example.com", "c.example.com"])
        #expect(patterns { $0.app = "gift" } == ["a.example.com", "c.example.com"])
        #expect(
            patterns { $0.app = "ABCDE12345.com.example.b" }
                == ["b.example.com", "b.example.org"])
        #expect(patterns { $0.tenant = "b" } == ["b.example.com", "b.example.org"])
        #expect(patterns { $0.tenant = "x" } == [])
        #expect(patterns { $0.state = .disabled } == ["c.example.com"])
        var query = HostCatalogue.Query()
        query.environment = "live"
        #expect(HostCatalogue(snapshot).hosts(query, of: snapshot) == [0, 1, 2])
    }

    @Test func `show their own identifiers and the places of their rules`() throws {
        let rules = HostRules(snapshot, host: 1)
        try #require(rules.apps.map(\.id) == ["ABCDE12345.com.example.b"])
        #expect(rules.apps[0].rules?.map(\.words).count == 2)
        #expect(
            rules.apps[0].rules?.map(\.place) == ["aasa.yaml:12:51", "aasa.yaml:4:55"])
        var links = snapshot.links
        let url = try LinkURL("https://a.example.com/t/a/1")
        let found = links.answer(for: url)
        let answer = try #require(found)
        #expect(
            answer.apps.map { "\($0.app.name) \($0.app.id) \($0.verdict)" }
                == [
                    "shop ABCDE12345.com.example.a match", "gift ABCDE12345.com.example.ga none",
                ])
        #expect(answer.apps[0].source?.location.description == "aasa.yaml:4:55")
    }

    @Test func `are recorded with the age that their override sets`() {
        let edition = snapshot.edition
        let ages = edition.hosts.map { host in
            host.document.map { edition.documents[$0].maxAgeSeconds }
        }
        #expect(ages == [3_600, 300, nil, 3_600, 3_600, 3_600, 300, 3_600])
    }
}
