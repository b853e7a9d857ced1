import Diagnostics
import Doctor
import HTTPClient
import TestSupport
import Testing

struct `Findings on what an app asks for` {
    static let app = "ABCDE12345.com.example.shop"

    func lines(_ change: (inout Wishes) -> Void) -> [String] {
        var wishes = Wishes()
        change(&wishes)
        return Examination.report(on: SampleHost.seen, wishes: wishes).lines
    }

    func claim(_ text: String) throws -> DomainClaim {
        try #require(try entitlements([text]).claims.first)
    }

    func entitlements(_ domains: [String], app: String? = app) throws -> Entitlements {
        let key = app.map { "<key>application-identifier</key><string>\($0)</string>" } ?? ""
        let items = domains.map { "<string>\($0)</string>" }.joined()
        return try Entitlements(
            SourceFile(
                name: "Shop.entitlements",
                bytes: Array(
                    ("<plist><dict>\(key)<key>com.apple.developer.associated-domains</key>"
                        + "<array>\(items)</array></dict></plist>").utf8)))
    }

    @Test func `are none for an app that is listed`() throws {
        let claims = [try claim("applinks:shop.example.com"), try claim("webcredentials:*.a.test")]
        #expect(
            lines {
                $0.appIDs = [Self.app]
                $0.claims = claims
                $0.claimingApp = Self.app
            } == [])
    }

    @Test func `name the app that is not listed and the one that is like it`() throws {
        var wishes = Wishes()
        wishes.appIDs = ["ZZZZZ99999.com.example.shop"]
        let finding = try #require(
            Examination.report(on: SampleHost.seen, wishes: wishes).findings.first)
        #expect(finding.rule.id == "app-missing")
        #expect(
            finding.message == "the file lists ZZZZZ99999.com.example.shop under no service")
        #expect(
            finding.details == [
                "it lists the bundle with another prefix: ABCDE12345.com.example.shop"
            ])
    }

    @Test func `name the service that an entitlement asks for in vain`() throws {
        let claims = [try claim("appclips:shop.example.com")]
        #expect(
            lines {
                $0.claims = claims
                $0.claimingApp = Self.app
            } == [
                "error: appclips does not list ABCDE12345.com.example.shop, which asks for "
                    + "'appclips:shop.example.com' [app-missing]"
            ])
        #expect(
            lines { $0.claims = claims } == [
                "error: appclips lists no app, and the app asks for 'appclips:shop.example.com' "
                    + "[service-empty]"
            ])
    }

    @Test func `read services, hosts, wildcards and modes of entitlements`() throws {
        let read = try entitlements([
            "applinks:Shop.example.com", "applinks:*.example.com?mode=developer",
            "webcredentials:example.com?mode=managed",
            "activitycontinuation:example.com?mode=developer+managed",
        ])
        #expect(read.appID == Self.app)
        #expect(read.findings == [])
        #expect(
            read.claims.map {
                "\($0.service) \($0.host) \($0.isWildcard) \($0.mode?.rawValue ?? "")"
            }
                == [
                    "applinks shop.example.com false ", "applinks example.com true developer",
                    "webcredentials example.com false managed",
                    "activitycontinuation example.com false developer+managed",
                ])
    }

    static let malformed: [(String, String)] = [
        ("example.com", "error: 'example.com' has no service [entitlement-form]"),
        (
            "applink:example.com",
            "error: 'applink:example.com' has an unknown service [entitlement-service]"
        ),
        (
            "applinks:https://example.com",
            "error: 'applinks:https://example.com' has a scheme or a path [entitlement-form]"
        ),
        (
            "applinks:example.com/a",
            "error: 'applinks:example.com/a' has a scheme or a path [entitlement-form]"
        ),
        (
            "applinks:example.com:8443",
            "error: 'applinks:example.com:8443' has a port [entitlement-port]"
        ),
        ("applinks:", "error: 'applinks:' names no host [entitlement-form]"),
        ("applinks:a.*.com", "error: 'applinks:a.*.com' names no host [entitlement-form]"),
        (
            "appclips:*.example.com",
            "error: 'appclips:*.example.com' has a wildcard, which appclips does not know "
                + "[entitlement-wildcard]"
        ),
        (
            "applinks:example.com?mode=debug",
            "error: 'applinks:example.com?mode=debug' has an unknown mode [entitlement-mode]"
        ),
        (
            "applinks:$(DOMAIN)",
            "warning: 'applinks:$(DOMAIN)' has a build setting in it [entitlement-variable]"
        ),
    ]

    @Test(arguments: malformed)
    func `say what is wrong with an entry`(text: String, line: String) throws {
        let findings = try entitlements([text]).findings
        #expect(
            findings.map { "\($0.severity.rawValue): \($0.message) [\($0.id)]" } == [line])
    }

    @Test func `soften in developer mode what only Apple's servers mind`() {
        var seen = SampleHost.seen
        seen.addresses = .found(["10.0.0.7"])
        seen.chain?.faults = [.privateAuthority("CN=Corp")]
        var wishes = Wishes()
        wishes.isDirect = true
        #expect(
            Examination.report(on: seen, wishes: wishes).lines == [
                "warning: 'CN=Corp' is not a public authority [certificate-private-authority]",
                "note: shop.example.com leads to 10.0.0.7 [address-private]",
            ])
    }
}

struct `Tests of live hosts` {
    func tests(_ text: String) throws(Diagnostic) -> [LiveExpectation] {
        try ExpectationFile.list(in: SourceFile(name: "tests.yaml", bytes: Array(text.utf8)))
    }

    func lines(_ text: String) throws -> [String] {
        var wishes = Wishes()
        wishes.expectations = try tests(text)
        return Examination.report(on: SampleHost.seen, wishes: wishes).findings.flatMap {
            ["\($0.message) [\($0.rule.id)]"] + $0.details
        }
    }

    @Test func `pass when the URL opens what is expected`() throws {
        #expect(
            try lines(
                """
                expect:
                  - url: https://shop.example.com/products/42
                    opens: ABCDE12345.com.example.shop
                    because: /products/*
                  - {url: https://shop.example.com/help, opens: nothing}
                """) == [])
    }

    @Test func `say what is opened, what is expected and which rule decided`() throws {
        #expect(
            try lines(
                """
                - {url: https://shop.example.com/products/42, opens: nothing}
                - {url: https://shop.example.com/x, opens: [ABCDE12345.com.example.shop, A.b]}
                """) == [
                    "'https://shop.example.com/products/42' opens ABCDE12345.com.example.shop, "
                        + "expected is nothing [expectation-failed]", "tests.yaml:1:3",
                    "ABCDE12345.com.example.shop: matched by applinks.details[0].components[0]",
                    "'https://shop.example.com/x' opens nothing, expected is "
                        + "ABCDE12345.com.example.shop, A.b [expectation-failed]",
                    "tests.yaml:2:3",
                    "ABCDE12345.com.example.shop: the only rule of applinks.details[0] does not "
                        + "match", "A.b: not listed under applinks",
                ])
    }

    @Test func `say when another rule decides`() throws {
        #expect(
            try lines(
                "- {url: https://shop.example.com/products/, because: /shop/*, "
                    + "opens: ABCDE12345.com.example.shop}"
            ).first
                == "'https://shop.example.com/products/' is not decided by '/shop/*' "
                + "[expectation-failed]")
    }

    static let malformed: [(String, String)] = [
        ("a: b", "the file has a list 'expect' of at most 10000 tests"),
        ("- x", "a test is a mapping of 'url' and 'opens'"),
        ("- {url: https://a.test/}", "a test has a 'url' and what it 'opens'"),
        (
            "- {url: https://a.test/, open: x}",
            "a test has 'url', 'opens' and 'because', not 'open'"
        ),
    ]

    @Test(arguments: malformed)
    func `name what is malformed in their file`(text: String, message: String) throws {
        let error = try #require(throws: Diagnostic.self) { try tests(text) }
        #expect(error.message == message)
        #expect(error.id == "expect-form")
    }
}

struct `The hosts to look at` {
    @Test func `come from lines, tests and entitlements, each once`() throws {
        var roster = Roster()
        let findings = roster.addLines(
            of: SourceFile(
                name: "hosts",
                bytes: Array("\u{FEFF}# ours\r\na.test\r\n\n\tb.test:8443 # two\na.test#\n".utf8)))
        #expect(findings == [])
        roster.add([
            LiveExpectation(
                url: "https://c.test/x", appIDs: [], because: nil,
                location: Location(file: SourceFile(name: "t")))
        ])
        #expect(roster.targets.map(\.name) == ["a.test", "b.test:8443"])
        #expect(roster.testsOfOthers == 1)
        roster.addHostsOfTests()
        #expect(roster.targets.map(\.name) == ["a.test", "b.test:8443", "c.test"])
        #expect(roster.wishes(for: ProbeTarget("c.test")).expectations.count == 1)
    }

    @Test func `are refused at every line that is none, or more than one`() throws {
        var roster = Roster()
        let text = "a.test\nhttps://b.test/\n c.test\td.test # two\ne.test, f.test\n*.g.test\n"
        let findings = roster.addLines(of: SourceFile(name: "hosts", bytes: Array(text.utf8)))
        let lines = findings.map {
            "\($0.location.map(String.init(describing:)) ?? ""): \($0.message)"
        }
        #expect(
            lines == [
                "hosts:2:1: 'https://b.test/' is no host",
                "hosts:3:9: one host stands in a line, and 'd.test' is more",
                "hosts:4:9: one host stands in a line, and 'f.test' is more",
                "hosts:5:1: '*.g.test' is no host",
            ])
        #expect(findings.allSatisfy { $0.hint != nil })
    }

    static let names: [(String, String?)] = [
        ("Example.com", "example.com"), ("example.com:443", "example.com"),
        ("a.test:8443", "a.test:8443"), ("a.test:", nil), ("a.test:0", nil), ("a.test:65536", nil),
        ("a..test", nil), ("", nil), ("https://a.test", nil), ("a.test/x", nil), ("-a.test", nil),
        ("a b.test", nil), ("a.test:1:2", nil), ("a.test:+1", nil),
    ]

    @Test(arguments: names)
    func `are names with or without a port`(text: String, name: String?) {
        #expect(ProbeTarget(text: text)?.name == name)
    }

    static let routes: [(String, String?)] = [
        ("a.test:443:127.0.0.1:8443", "127.0.0.1:8443"), ("::127.0.0.1:8443", "127.0.0.1:8443"),
        ("::[::1]:8443", "::1:8443"), ("a.test:443", nil), ("::127.0.0.1:", nil), ("::x", nil),
        ("a:x:b:1", nil),
    ]

    @Test(arguments: routes)
    func `may be reached by a route`(text: String, endpoint: String?) {
        let route = Route(text: text)
        #expect(route.map { "\($0.endpoint.address):\($0.endpoint.port)" } == endpoint)
    }
}
