import Configuration
import Diagnostics
import SiteAssociation
import Testing

@testable import Origin

struct `A difference between sites` {
    private static func site(_ text: String) throws -> PublishedSite {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles(["aasa.yaml": text]), environment: { _ in nil }
        ).load(path: "aasa.yaml")
        return PublishedSite(
            try #require(
                loaded.configuration, "\(DiagnosticText().text(for: loaded.findings))"))
    }

    private static let old = """
        apps:
          shop: {id: ABCDE12345.com.example.shop, rules: [NOT /help/*, /buy/*]}
          seller: {id: ABCDE12345.com.example.seller, rules: [/seller/*]}
        environments:
          production:
            apps: [shop, seller]
            hosts: [a.example.com, b.example.com, c.example.com, d.example.com, old.example.com]
          staging: {apps: [shop], hosts: [staging.example.com]}
          off: {enabled: false, apps: [shop], hosts: [off.example.com]}
        """

    private static let new = """
        apps:
          shop: {id: ABCDE12345.com.example.shop, rules: [{path: /buy/*, comment: new}]}
          seller: {id: ABCDE12345.com.example.seller, rules: [/seller/*]}
        environments:
          production:
            apps: [shop]
            hosts: [a.example.com, b.example.com, c.example.com, d.example.com, new.example.com]
          staging: {apps: [{app: shop, rules: [NOT /help/*, /buy, /buy/*]}], hosts: [staging.example.com]}
          off: {enabled: false, apps: [seller], hosts: [off.example.com]}
        """

    @Test func `groups hosts and shows a URL for each change`() throws {
        let diff = SiteDiff(old: try Self.site(Self.old), new: try Self.site(Self.new))
        #expect(!diff.isSameMeaning)
        #expect(
            diff.text == """
                host new.example.com (added)
                host old.example.com (removed)
                hosts a.example.com, b.example.com, c.example.com and 1 more: 1 app lost, links of \
                1 app changed
                  app ABCDE12345.com.example.shop (kept)
                    https://a.example.com/help: exclude -> none
                      old: excluded by applinks.details[0].components[0]
                      new: the only rule of applinks.details[0] does not match
                  app ABCDE12345.com.example.seller (lost)
                    https://a.example.com/seller: match -> none
                      old: matched by applinks.details[1].components[0]
                      new: the document does not list the app under 'applinks'

                """)
        #expect(
            diff.summary
                == "6 of 8 hosts change: 1 host added; 1 host removed; 1 app lost, links of 1 app "
                + "changed")
        #expect(diff.json["same"] == false)
        #expect(
            diff.json["hosts"] == ["added": ["new.example.com"], "removed": ["old.example.com"]])
    }

    @Test func `is none between documents that only look different`() throws {
        let renamed = Self.old.replacing("shop:", with: "store:").replacing("[shop", with: "[store")
        let diff = SiteDiff(old: try Self.site(Self.old), new: try Self.site(renamed))
        #expect(diff.isSameMeaning)
        #expect(diff.text.isEmpty)
        #expect(diff.summary == "no change of meaning")
        #expect(diff.changeSummary == nil)
    }

    @Test func `compares each pair of documents once and no more than its limit`() throws {
        func document(_ name: String) -> PublishedDocument {
            let association = Association(services: [ServiceApps(.webCredentials, appIDs: [name])])
            return PublishedDocument(
                digest: name, document: { Document(association) },
                bytes: { association.encoded() })
        }
        let hosts = (0..<6).map { "h\($0).example.com" }
        let old = PublishedSite(hosts.map { PublishedSite.Host($0, document("old")) })
        let new = PublishedSite(
            hosts.enumerated().map {
                PublishedSite.Host($1, $0 == 5 ? nil : document("new\($0 % 3)"))
            })
        let diff = SiteDiff(old: old, new: new, pairLimit: 2)
        #expect(
            diff.changes.map(\.hosts) == [
                ["h0.example.com", "h3.example.com"], ["h1.example.com", "h4.example.com"],
            ])
        #expect(diff.uncomparedHosts == ["h2.example.com", "h5.example.com"])
        #expect(
            diff.summary
                == "6 of 6 hosts change: webcredentials +1 -1, in 2 ways; "
                + "documents of 2 hosts not compared")
        #expect(!diff.isSameMeaning)
    }

    @Test func `is one for all hosts of a template, whatever their comments and domains are`()
        throws
    {
        func site(_ path: String) throws -> PublishedSite {
            let rows = (0..<40).map { "{slug: t\($0), name: Shop number \($0)}" }
            return try Self.site(
                """
                tenants: {t: {rows: [\(rows.joined(separator: ", "))]}}
                apps:
                  shop:
                    id: "ABCDE12345.com.example.{slug}"
                    rules: [{path: "/s/{slug}/*", comment: "of {name}"}, \(path)]
                environments:
                  live:
                    tenants: t
                    hosts: ["{slug}.example.com", "shop.{slug}.example"]
                    apps: [shop]
                """)
        }
        let diff = SiteDiff(old: try site("/a/*"), new: try site("/b/*"), pairLimit: 3)
        #expect(diff.uncomparedHosts.isEmpty)
        #expect(diff.summary == "80 of 80 hosts change: links of 1 app changed")
    }

    @Test func `tells a query item called comment from the comment of a rule`() {
        func shape(_ rule: String) -> DocumentShape {
            DocumentShape(
                old: [], new: Array(#"{"components":[\#(rule)]}"#.utf8), host: "a.example.com")
        }
        #expect(shape(#"{"/":"/x","comment":"a"}"#) == shape(#"{"/":"/x","comment":"b"}"#))
        #expect(shape(#"{"?":{"comment":"a"}}"#) != shape(#"{"?":{"comment":"b"}}"#))
        #expect(
            shape(#"{"?":{"comment":"a"},"comment":"c"}"#)
                == shape(#"{"?":{"comment":"a"},"comment":"d"}"#))
        #expect(shape(#"{"/":"/x","comment":"a"}"#) != shape(#"{"/":"/y","comment":"a"}"#))
        #expect(shape(#"{"/":"/a/com/*"}"#) != shape(#"{"/":"/com/a/*"}"#))
    }

    @Test func `finds a host by its name, its pattern and a wildcard`() throws {
        let site = try Self.site(
            Self.old.replacing("staging.example.com", with: "\"*.staging.example.com\""))
        #expect(site.host(named: "A.example.com")?.pattern == "a.example.com")
        #expect(site.host(named: "*.staging.example.com")?.pattern == "*.staging.example.com")
        #expect(site.host(named: "x.y.staging.example.com")?.pattern == "*.staging.example.com")
        #expect(site.host(named: "staging.example.com") == nil)
        #expect(site.host(named: "off.example.com")?.document == nil)
    }
}
