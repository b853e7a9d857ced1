import Diagnostics
import HTTP
import SiteAssociation
import TLS
import TestSupport
import Testing

@testable import Configuration
@testable import Origin

struct `A snapshot` {
    @Test func `serves each host the document of its environment`() throws {
        let sample = SampleConfiguration.table()
        let snapshot = try Building.snapshot(sample.value)
        let site = try #require(snapshot.site(for: "staging.example.com"))
        let bytes = SampleConfiguration.document("staging").encoded()
        #expect(site.response.body == bytes)
        #expect(site.entityTag == "\"\(SHA256.hexDigest(of: bytes))\"")
        #expect(site.environment == "staging")
        #expect(snapshot.siteCount == 3)
        #expect(snapshot.site(for: "unknown.example.com") == nil)
    }

    @Test func `shares a body between environments but not the headers`() throws {
        var sample = SampleConfiguration()
        let document = SampleConfiguration.document("same")
        sample.add("one", document: document, hosts: ["one.example.com"])
        sample.add("two", mode: .developer, document: document, hosts: ["two.example.com"])
        let snapshot = try Building.snapshot(sample.value)
        let one = try #require(snapshot.site(for: "one.example.com"))
        let two = try #require(snapshot.site(for: "two.example.com"))
        #expect(one.entityTag == two.entityTag)
        #expect(one.response.fields[2] == HTTP.Field("Cache-Control", "public, max-age=3600"))
        #expect(two.response.fields[2] == HTTP.Field("Cache-Control", "no-store"))
    }

    @Test func `has a digest that any source, document or certificate changes`() throws {
        let plain = SampleConfiguration.table()
        let base = try Building.snapshot(plain.value).digest
        #expect(try Building.snapshot(plain.value).digest == base)

        var source = plain
        source.value.sources = [SourceFile(name: "test.yaml", bytes: Array("one\ntwo".utf8))]
        #expect(try Building.snapshot(source.value).digest != base)

        var renamed = plain
        renamed.value.sources = [
            SourceFile(name: "other.yaml", bytes: SampleConfiguration.source.bytes)
        ]
        #expect(try Building.snapshot(renamed.value).digest == base)

        var document = plain
        document.value.documents[1] = SampleConfiguration.document("other")
        #expect(try Building.snapshot(document.value).digest != base)
    }

    @Test func `refuses a document over the size limit and names host and environment`() {
        var sample = SampleConfiguration()
        sample.add(
            "production", document: Self.document(ofBytes: 131_073), hosts: ["a.example.com"])
        sample.add("staging", document: Self.document(ofBytes: 131_072), hosts: ["b.example.com"])
        let build = Building.build(sample.value)
        #expect(build.snapshot == nil)
        #expect(build.fault == .configuration)
        #expect(
            DiagnosticText().text(for: build.findings) == """
                test.yaml:2:3: error: document of 'a.example.com' in environment 'production' has \
                131073 bytes, over the limit of 131072 [document-too-large]
                  2 | two
                    |   ^
                  hint: Apple's systems ignore a larger file; move apps or rules to other hosts
                test.yaml:2:3: warning: document of 'b.example.com' in environment 'staging' has \
                131072 bytes, near the limit of 131072 [document-large]
                  2 | two
                    |   ^
                  hint: shorten the rules before the limit is reached

                """)
    }

    @Test func `is silent up to the size of the warning`() throws {
        var sample = SampleConfiguration()
        sample.add(
            "production", document: Self.document(ofBytes: 100_000), hosts: ["a.example.com"])
        #expect(Building.build(sample.value).findings == [])
    }

    @Test func `keeps the proxies of a listener that left the configuration`() throws {
        let network = IPNetwork(address: [10, 0, 0, 0], prefixLength: 8)
        var started = SampleConfiguration.table()
        started.value.listeners = [
            SampleConfiguration.listener("old", .proxied(trusted: [network])),
            SampleConfiguration.listener("both", .proxied(trusted: [network])),
        ]
        var now = SampleConfiguration.table()
        now.value.listeners = [SampleConfiguration.listener("both", .proxied(trusted: []))]
        let build = Building.build(now.value, started: started.value)
        #expect(
            build.snapshot?.proxyRules == [
                "old": ProxyRule(trusted: [network]), "both": ProxyRule(trusted: []),
            ])
    }

    @Test func `is not built from a configuration with errors`() {
        let error = Diagnostic(.error, "bad", "bad")
        let build = Building.build(SampleConfiguration.table().value, findings: [error])
        #expect(build.snapshot == nil)
        #expect(build.findings == [error])
        #expect(build.fault == .configuration)
    }

    /// A document of an exact size, by the length of an identifier.
    private static func document(ofBytes size: Int) -> Association {
        let empty = Association(services: [ServiceApps(.webCredentials, appIDs: [""])])
        let rest = size - empty.encoded().count
        return Association(services: [
            ServiceApps(.webCredentials, appIDs: [String(repeating: "A", count: rest)])
        ])
    }
}
