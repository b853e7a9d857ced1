import Diagnostics
import Testing

@testable import Configuration

struct `A configuration that is kept` {
    /// Texts of more than 15 bytes are objects of their own, and lists of more than 16 rules
    /// are shared.
    static let text = """
        listen: [{address: "127.0.0.1:8443", ciphers: [ECDHE-RSA-AES128-GCM-SHA256]}]
        admin: {address: "127.0.0.1:9000"}
        tls: {self_signed: always}
        variables: {a-variable-with-a-long-name: [one, a-value-that-is-rather-long]}
        rules:
          a-long-list-of-rules: [\((0..<20).map { "/a/rather/long/path/\($0)/*" }
        .joined(separator: ", "))]
        apps:
          shop:
            id: ABCDE12345.com.example.shop
            services: [applinks, webcredentials]
            rules: [a-long-list-of-rules]
          gift:
            id: ABCDE12345.com.example.gift
            rules:
              - {path: "/a/path/with/$(a-variable-with-a-long-name)", comment: A remark on it}
              - {path: "/q", query: {"a-rather-long-name": "a-rather-long-value"}}
              - {path: "/s", query: "a-rather-long-query=*", fragment: "a-rather-long-fragment"}
        environments:
          an-environment-of-many: {apps: [shop, gift], hosts: [example.com, "*.example.com"]}
          another-one: {apps: [shop], hosts: [b.example.com], max_age: 1m}
        """

    private static func configuration() throws -> Configuration {
        let loaded = Loading.load(text)
        #expect(Loading.text(loaded) == "")
        return try #require(loaded.configuration)
    }

    @Test func `has the documents and environments of the load when it is made anew`() throws {
        let configuration = try Self.configuration()
        let settled = configuration.settled()
        #expect(settled.documents == configuration.documents)
        #expect(
            settled.documents.indices.map(settled.documents.encoded)
                == configuration.documents.indices.map(configuration.documents.encoded))
        #expect(settled.environments == configuration.environments)
        #expect(Array(settled.hosts) == Array(configuration.hosts))
        #expect(settled.documents.count == 2)
    }

    /// Canonically equivalent texts are equal for Swift, and different ones for a device.
    @Test func `keeps the bytes of texts that only look alike`() throws {
        let (composed, decomposed) = ("a-rather-long-caf\u{E9}", "a-rather-long-cafe\u{301}")
        let loaded = Loading.load(
            """
            listen: ["127.0.0.1:8443"]
            tls: {self_signed: always}
            variables: {dish: ["\(composed)", "\(decomposed)"]}
            apps:
              shop:
                id: ABCDE12345.com.example.shop
                rules: [{path: "/$(dish)/*", comment: "\(composed)"}]
              gift:
                id: ABCDE12345.com.example.gift
                rules: [{path: "/$(dish)/*", comment: "\(decomposed)"}]
            environments:
              one: {apps: [shop, gift], hosts: [example.com]}
            """)
        #expect(Loading.text(loaded) == "")
        let configuration = try #require(loaded.configuration)
        let expected = """
            {"applinks":{"substitutionVariables":{"dish":["\(composed)","\(decomposed)"]},\
            "details":[\
            {"appIDs":["ABCDE12345.com.example.shop"],\
            "components":[{"/":"/$(dish)/*","comment":"\(composed)"}]},\
            {"appIDs":["ABCDE12345.com.example.gift"],\
            "components":[{"/":"/$(dish)/*","comment":"\(decomposed)"}]}]}}
            """
        for documents in [configuration.documents, configuration.settled().documents] {
            #expect(documents.encoded(0) == Array(expected.utf8))
        }
    }

    @Test func `lets go of its files when it keeps nothing but settings`() throws {
        weak var source: SourceFile?
        var settings: Configuration
        do {
            settings = try Self.configuration()
            source = settings.sources.first
            #expect(source != nil)
            settings.removeContent()
        }
        #expect(source == nil)
        #expect(settings.listeners.map(\.name) == ["127.0.0.1:8443"])
        #expect(settings.listeners[0].ciphers?.map(\.name) == ["ECDHE-RSA-AES128-GCM-SHA256"])
        #expect(settings.admin != nil)
    }
}
