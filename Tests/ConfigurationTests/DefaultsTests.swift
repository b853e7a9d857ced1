import Configuration
import Diagnostics
import Testing

/// What a configuration means where it says nothing.
struct `Configuration defaults` {
    private static let smallest = """
        apps: {shop: {id: ABCDE12345.com.example.shop, rules: [/x]}}
        environments: {production: {apps: [shop], hosts: [shop.example.com]}}
        """

    @Test func `listen with TLS on every address at port 443`() throws {
        let configuration = try #require(Loading.load(Self.smallest).configuration)
        let listener = try #require(configuration.listeners.first)
        #expect(configuration.listeners.count == 1)
        #expect(listener.name == "[::]:443")
        #expect(listener.address == .internet(host: "::", port: 443))
        #expect(listener.kind == .tls)
    }

    @Test func `equal the sections written out empty`() throws {
        let plain = try #require(Loading.load(Self.smallest).configuration)
        let text = Self.smallest + "\ntls: {}\nlog:\nlimits: {}\nvariables:\nrules: {}\n"
        let empty = try #require(Loading.load(text).configuration)
        #expect(empty.limits == plain.limits)
        #expect(empty.limits == LimitsConfiguration())
        #expect(empty.log.access == .standardOutput)
        #expect(empty.log.format == .json)
        #expect(empty.tls == plain.tls)
        #expect(empty.tls.minimumVersion == "1.2")
        #expect(empty.tls.selfSigned == .developer)
        #expect(empty.documents == plain.documents)
        #expect(empty.admin == nil)
        #expect(empty.expectations == [])
    }

    @Test func `equal the defaults of the key table`() throws {
        let configuration = try #require(Loading.load(Self.smallest).configuration)
        #expect(ConfigurationSection.environment.key("max_age")?.defaultText == "1h")
        #expect(configuration.environments[0].cacheControl == "public, max-age=3600")
        #expect(configuration.environments[0].mode.rawValue == "production")
        #expect(configuration.environments[0].isEnabled)
        let limits = Mirror(reflecting: LimitsConfiguration()).children.count
        #expect(ConfigurationSection.limits.keys.count == limits)
        let text = ConfigurationSection.limits.keys.map {
            "\($0.name): \($0.defaultText ?? "")"
        }.joined(separator: ", ")
        let written = Loading.load(Self.smallest + "\nlimits: {\(text)}\n")
        #expect(Loading.text(written) == "")
        #expect(written.configuration?.limits == LimitsConfiguration())
    }
}
