import Diagnostics
import Testing

@testable import Configuration

/// Loads texts that are only in memory.
struct Loading {
    static func load(
        _ files: [String: String], environment: [String: String] = [:],
        limits: LoaderLimits = LoaderLimits()
    ) -> LoadedConfiguration {
        ConfigurationLoader(
            files: MemoryConfigurationFiles(files), environment: { environment[$0] },
            limits: limits
        ).load(path: "aasa.yaml")
    }

    static func text(_ loaded: LoadedConfiguration) -> String {
        DiagnosticText().text(for: loaded.findings)
    }
}

struct `Configuration loader` {
    @Test func `returns hosts and one shared document for a small configuration`() throws {
        let loaded = Loading.load([
            "aasa.yaml": """
            apps:
              shop:
                id: ABCDE12345.com.example.shop
                rules: [store, "NOT /x/*"]
            rules:
              store:
                - /products/*
                - {path: /search, query: {q: "?*"}}
            environments:
              production:
                apps: [shop]
                hosts: [Shop.example.com, bücher.example]
              staging:
                mode: developer
                apps: [{app: shop, rules: [store, "NOT /x/*"]}]
                hosts: [localhost]
            """
        ])
        #expect(Loading.text(loaded) == "")
        let configuration = try #require(loaded.configuration)
        #expect(
            configuration.hosts.map(\.pattern)
                == ["shop.example.com", "xn--bcher-kva.example", "localhost"])
        #expect(configuration.documents.count == 1)
        #expect(configuration.hosts.map(\.document) == [0, 0, 0])
        #expect(
            configuration.environments.map(\.cacheControl) == ["public, max-age=3600", "no-store"])
    }
}
