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
