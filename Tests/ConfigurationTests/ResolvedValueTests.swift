import Diagnostics
import Testing

@testable import Configuration

/// Values that need more than a finding to be checked.
struct `Resolved values` {
    private static func load(
        _ text: String, with files: [String: String] = [:]
    ) throws -> Configuration {
        let smallest = """
            apps: {shop: {id: ABCDE12345.com.example.shop, rules: [/x]}}
            environments: {production: {apps: [shop], hosts: [shop.example.com]}}

            """
        let loaded = Loading.load(
            [
                "etc/aasa.yaml": smallest + text, "etc/secret": "0123456789abcdef\r\n",
                "etc/tls/a.pem": "", "etc/tls/b.pem": "",
            ].merging(files) { $1 }, main: "etc/aasa.yaml")
        #expect(Loading.text(loaded) == "")
        return try #require(loaded.configuration)
    }

    struct AddressCase: CustomTestStringConvertible, Sendable {
        let text: String
        let address: ListenerConfiguration.Address
        var testDescription: String { text }
    }

    static let addresses = [
        AddressCase(text: "[::]:443", address: .internet(host: "::", port: 443)),
        AddressCase(text: ":80", address: .internet(host: "::", port: 80)),
        AddressCase(text: "0.0.0.0:80", address: .internet(host: "0.0.0.0", port: 80)),
        AddressCase(text: "127.0.0.1:0", address: .internet(host: "127.0.0.1", port: 0)),
        AddressCase(text: "[::1]:8443", address: .internet(host: "::1", port: 8443)),
        AddressCase(
            text: "[::ffff:192.0.2.1]:1", address: .internet(host: "::ffff:192.0.2.1", port: 1)),
        AddressCase(text: "unix:/run/a.sock", address: .unix(path: "/run/a.sock")),
        AddressCase(text: "unix:a.sock", address: .unix(path: "etc/a.sock")),
    ]

    @Test(arguments: addresses)
    func `hold the address to listen on`(_ item: AddressCase) throws {
        let configuration = try Self.load("listen: [\"\(item.text)\"]")
        #expect(configuration.listeners.map(\.address) == [item.address])
        #expect(configuration.listeners.map(\.name) == [item.text])
    }

    @Test func `hold trusted networks as bytes`() throws {
        let configuration = try Self.load(
            "listen: [{address: \":1\", plain: proxied, "
                + "trusted_proxies: [10.0.0.0/8, 127.0.0.1, \"fc00::/7\", 0.0.0.0/0]}]")
        #expect(
            configuration.listeners.map(\.kind) == [
                .proxied(trusted: [
                    IPNetwork(address: [10, 0, 0, 0], prefixLength: 8),
                    IPNetwork(address: [127, 0, 0, 1], prefixLength: 32),
                    IPNetwork(
                        address: [0xFC] + [UInt8](repeating: 0, count: 15), prefixLength: 7),
                    IPNetwork(address: [0, 0, 0, 0], prefixLength: 0),
                ])
            ])
    }

    @Test func `hold whose PROXY headers are believed`() throws {
        let configuration = try Self.load(
            "listen: [{address: \":1\", proxy_protocol: required, trusted_proxies: [10.0.0.0/8]},"
                + " {address: \":2\", proxy_protocol: optional, trusted_proxies: [10.0.0.0/8]},"
                + " {address: \":3\", proxy_protocol: off}]")
        let trusted = [IPNetwork(address: [10, 0, 0, 0], prefixLength: 8)]
        #expect(
            configuration.listeners.map(\.proxyProtocol)
                == [.required(trusted: trusted), .optional(trusted: trusted), .off])
        #expect(configuration.listeners.map(\.kind) == [.tls, .tls, .tls])
    }

    @Test func `hold limits in milliseconds, bytes and pieces`() throws {
        let limits = try Self.load(
            "limits: {connections: 5, handshake_timeout: 1500ms, idle_timeout: 2m, "
                + "drain_timeout: 0s, head_limit: 1KiB, loops: 3}"
        ).limits
        var expected = LimitsConfiguration()
        expected.connections = 5
        expected.handshakeTimeoutMilliseconds = 1_500
        expected.idleTimeoutMilliseconds = 120_000
        expected.drainTimeoutMilliseconds = 0
        expected.headLimitBytes = 1_024
        expected.loops = 3
        #expect(limits == expected)
    }

    @Test func `hold certificates of globs in order, with the one for clients without a name`()
        throws
    {
        let tls = try Self.load(
            "tls: {certificates: [\"tls/*.pem\", {cert: c.pem, key: c.key}], "
                + "default_certificate: ./tls/b.pem, min_version: 1.3, self_signed: never, "
                + "authority: ca}"
        ).tls
        #expect(
            tls.certificates.map(\.certificateFile)
                == ["etc/tls/a.pem", "etc/tls/b.pem", "etc/c.pem"])
        #expect(tls.certificates.map(\.keyFile) == [nil, nil, "etc/c.key"])
        #expect(tls.fallback == 1)
        #expect(tls.minimumVersion == "1.3")
        #expect(tls.selfSigned == .never)
        #expect(tls.authorityDirectory == "etc/ca")
    }

    @Test func `pair the files of certificate directories by their names`() throws {
        let files = [
            "README", "a.example/cert.pem", "a.example/chain.pem", "a.example/fullchain.pem",
            "a.example/privkey.pem", "b/ca.crt", "b/tls.crt", "b/tls.key", "c/both.pem",
            "c/dev+1-key.pem", "c/dev+1.pem", "c/shop.cer", "c/shop.key",
        ]
        let tls = try Self.load(
            "tls: {certificates: [live/*.example, live/b, live/c/]}",
            with: Dictionary(uniqueKeysWithValues: files.map { ("etc/live/" + $0, "") })
        ).tls
        let pairs = tls.certificates.map { "\($0.certificateFile) + \($0.keyFile ?? "-")" }
        #expect(
            pairs == [
                "etc/live/a.example/fullchain.pem + etc/live/a.example/privkey.pem",
                "etc/live/b/tls.crt + etc/live/b/tls.key",
                "etc/live/c/both.pem + -",
                "etc/live/c/dev+1.pem + etc/live/c/dev+1-key.pem",
                "etc/live/c/shop.cer + etc/live/c/shop.key",
            ])
    }

    @Test func `leave out what lies beside directories and is called otherwise`() throws {
        let files = ["README", "a/fullchain.pem", "a/privkey.pem", "both.pem", "notes.txt"]
        let tls = try Self.load(
            "tls: {certificates: [\"live/*\"]}",
            with: Dictionary(uniqueKeysWithValues: files.map { ("etc/live/" + $0, "") })
        ).tls
        #expect(
            tls.certificates.map(\.certificateFile) == [
                "etc/live/a/fullchain.pem", "etc/live/both.pem",
            ])
    }

    @Test func `hold the token without its line break`() throws {
        let configuration = try Self.load(
            "admin: {address: \"0.0.0.0:1\", token_file: secret, hosts: [Admin.Example.com]}")
        let admin = try #require(configuration.admin)
        #expect(admin.token == Array("0123456789abcdef".utf8))
        #expect(admin.tokenFile == "etc/secret")
        #expect(admin.hosts == ["admin.example.com"])
        #expect(configuration.sources.map(\.name) == ["etc/aasa.yaml"])
    }

    @Test(
        arguments: [
            ("stdout", LogConfiguration.Destination.standardOutput), ("off", .off),
            ("stderr", .standardError), ("./a.log", .file(path: "etc/./a.log")),
            ("/var/log/a.log", .file(path: "/var/log/a.log")),
        ])
    func `hold where the access log goes`(
        _ text: String, _ destination: LogConfiguration.Destination
    ) throws {
        let log = try Self.load("log: {access: \(text), format: combined}").log
        #expect(log.access == destination)
        #expect(log.format == .combined)
    }

    @Test func `hold the cache control of each environment`() throws {
        let configuration = try Self.load("")
        #expect(configuration.environments.map(\.cacheControl) == ["public, max-age=3600"])
        let loaded = Loading.load(
            """
            apps: {shop: {id: ABCDE12345.com.example.shop, rules: [/x]}}
            environments:
              a: {apps: [shop], hosts: [a.example.com], mode: developer}
              b: {apps: [shop], hosts: [b.example.com], mode: developer, max_age: 90s}
              c: {apps: [shop], hosts: [c.example.com], mode: managed, max_age: 2d}
              d: {apps: [shop], hosts: [d.example.com], max_age: 0s, enabled: false}
            """)
        #expect(
            loaded.configuration?.environments.map(\.cacheControl)
                == [
                    "no-store", "public, max-age=90", "public, max-age=172800", "public, max-age=0",
                ])
        #expect(loaded.configuration?.environments.map(\.isEnabled) == [true, true, true, false])
    }

    @Test func `hold tests with their places`() throws {
        let configuration = try Self.load(
            """
            expect:
              - url: https://shop.example.com/x
                opens: [shop]
                because: /products/*
              - url: https://shop.example.com/y
                opens: nothing
            """)
        #expect(configuration.expectations.map(\.opens) == [["shop"], []])
        #expect(configuration.expectations.map(\.because) == ["/products/*", nil])
        #expect(
            configuration.expectations.map(\.location.description)
                == ["etc/aasa.yaml:4:10", "etc/aasa.yaml:7:10"])
    }

    @Test func `name standard input in findings`() {
        let loaded = Loading.load(["-": "{}\n"], main: "-")
        #expect(loaded.findings.map { $0.location?.description } == ["<stdin>"])
        #expect(loaded.sources.map(\.name) == ["<stdin>"])
    }

    @Test func `stop at the limit of files and bytes`() {
        var limits = LoaderLimits()
        limits.files = 2
        let files = ["aasa.yaml": "include: \"*.yml\"\n", "a.yml": "{}\n", "b.yml": "{}\n"]
        #expect(
            Loading.text(Loading.load(files, limits: limits)) == """
                aasa.yaml:1:10: error: the configuration has more than 2 files [include-count]
                  1 | include: "*.yml"
                    |          ^

                """)
        limits = LoaderLimits()
        limits.totalBytes = 19
        #expect(
            Loading.text(Loading.load(files, limits: limits)) == """
                aasa.yaml:1:10: error: cannot read 'a.yml': the files are larger than 19 bytes \
                together [include-unreadable]
                  1 | include: "*.yml"
                    |          ^
                aasa.yaml:1:10: error: cannot read 'b.yml': the files are larger than 19 bytes \
                together [include-unreadable]
                  1 | include: "*.yml"
                    |          ^

                """)
    }
}

struct `The guard of reloads` {
    struct ShareCase: CustomTestStringConvertible, Sendable {
        let text: String
        let policy: GuardPolicy
        var written: String?
        var testDescription: String { text }
    }

    static let shares = [
        ShareCase(text: "on", policy: .on),
        ShareCase(text: "off", policy: .off),
        ShareCase(text: "5%", policy: .share(basisPoints: 500)),
        ShareCase(text: "0.5%", policy: .share(basisPoints: 50)),
        ShareCase(text: "12.34%", policy: .share(basisPoints: 1_234)),
        ShareCase(text: "0.05%", policy: .share(basisPoints: 5)),
        ShareCase(text: "100%", policy: .share(basisPoints: 10_000)),
        ShareCase(text: "0%", policy: .on, written: "on"),
        ShareCase(text: "007%", policy: .share(basisPoints: 700), written: "7%"),
    ]

    @Test(arguments: shares)
    func `reads a share and writes it as it was`(_ item: ShareCase) {
        #expect(GuardPolicy(item.text) == item.policy)
        #expect(item.policy.description == item.written ?? item.text)
    }

    @Test(arguments: [
        "", "%", "5", "5 %", "-5%", "+5%", "100.01%", "101%", "1.234%", ".5%", "5.%", "1e1%",
        "5%%", "ON", "٥%", "1.2.3%", "9999999999999999999999%",
    ])
    func `takes nothing that only looks like a share`(text: String) {
        #expect(GuardPolicy(text) == nil)
    }
}
