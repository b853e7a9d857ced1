import Configuration
import Diagnostics
import Testing

/// Small files that stand for huge configurations, and large ones full of mistakes.
struct `Hostile configuration` {
    private static let base = """
        apps: {shop: {id: ABCDE12345.com.example.shop, rules: [/x]}}

        """

    private static func firstIDs(_ text: String) -> [String] {
        Array(Loading.load(text).findings.map(\.id).prefix(1))
    }

    @Test func `is refused when lists of lists multiply`() {
        let list = (0..<2_000).map { "/p/\($0)" }.joined(separator: ", ")
        let uses = Array(repeating: "big", count: 3_000).joined(separator: ", ")
        let text = """
            rules: {big: [\(list)]}
            apps: {shop: {id: ABCDE12345.com.example.shop, rules: [\(uses)]}}
            environments: {production: {apps: [shop], hosts: [shop.example.com]}}
            """
        #expect(Self.firstIDs(text) == ["rules-too-many"])
    }

    @Test func `is refused when a document is far past Apple's limit`() {
        let list = (0..<30_000).map { "/p/some-long-page/\($0)" }.joined(separator: ", ")
        let text = """
            rules: {big: [\(list)]}
            apps: {shop: {id: ABCDE12345.com.example.shop, rules: [big]}}
            environments: {production: {apps: [shop], hosts: [shop.example.com]}}
            """
        #expect(Self.firstIDs(text) == ["document-too-large"])
    }

    @Test func `keeps ten thousand findings and says that there are more`() {
        let hosts = (0..<12_000).map { "h\($0)" }.joined(separator: ", ")
        let loaded = Loading.load(
            Self.base + "environments: {production: {apps: [shop], hosts: [\(hosts)]}}")
        #expect(loaded.findings.count == 10_001)
        #expect(loaded.findings.last?.id == "too-many-findings")
        #expect(loaded.configuration == nil)
    }

    @Test func `stops looking for near words after a hundred`() {
        let apps = (0..<300).map { _ in "shpo" }.joined(separator: ", ")
        let loaded = Loading.load(
            Self.base + "environments: {production: {apps: [\(apps)], hosts: [a.example.com]}}")
        let hints = loaded.findings.compactMap(\.hint)
        #expect(loaded.findings.count == 300)
        #expect(hints.filter { $0 == "did you mean 'shop'?" }.count == 100)
    }

    @Test func `is refused with more listeners than a server has`() {
        let ports = (1...100).map { "\":\($0)\"" }.joined(separator: ", ")
        let text = Self.base + "listen: [\(ports)]\n"
        #expect(Self.firstIDs(text) == ["listeners-too-many"])
    }

    @Test func `has an answer when cut at every byte`() throws {
        let whole = """
            include: [b.yaml]
            listen: [":1", {address: ":2", plain: refuse}]
            tls: {min_version: "1.3", self_signed: always}
            variables: {food: [pizza]}
            rules: {list: [/a/$(food), {path: /b, query: {q: "${TEAM}"}}]}
            apps: {shop: {id: ABCDE12345.com.example.shop, rules: [list, NOT /x]}}
            environments: {production: {apps: [shop], hosts: [bücher.example.com]}}
            limits: {idle_timeout: 3s}

            """
        let bytes = Array(whole.utf8)
        for count in 0...bytes.count {
            let files = MemoryConfigurationFiles(
                bytes: ["aasa.yaml": Array(bytes[..<count]), "b.yaml": Array("{}".utf8)])
            let loaded = ConfigurationLoader(
                files: files, environment: { Loading.environment[$0] }
            ).load(path: "aasa.yaml")
            #expect(
                (loaded.configuration == nil)
                    == loaded.findings.contains { $0.severity == .error })
        }
        let loaded = Loading.load(["aasa.yaml": whole, "b.yaml": "{}"])
        #expect(Loading.text(loaded) == "")
    }
}
