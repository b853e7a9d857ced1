import Configuration
import Diagnostics
import SiteAssociation
import Testing

@testable import Origin

struct `A report on a URL` {
    private static let configuration = """
        apps:
          shop:
            id: ABCDE12345.com.example.shop
            rules: [web-only, storefront, /seller/*]
          seller: {id: ABCDE12345.com.example.seller, rules: [/seller/*]}
          keys: {id: ABCDE12345.com.example.keys, services: [webcredentials]}
        rules:
          web-only: [{path: /help/*, exclude: true, comment: stays}]
          storefront: [/products/*]
        environments:
          production:
            apps: [shop, seller, keys]
            hosts: [shop.example.com, shops.example.com, "*.shops.example.com"]
          off: {enabled: false, apps: [shop], hosts: [off.example.com]}
        """

    private static func links() throws -> ConfiguredLinks {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles(["aasa.yaml": configuration]),
            environment: { _ in nil }
        ).load(path: "aasa.yaml")
        return ConfiguredLinks(try #require(loaded.configuration))
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let url: String
        var domain: String?
        var app: String?
        let verdict: Verdict
        let text: String

        var testDescription: String { url + (domain.map { " for " + $0 } ?? "") }
    }

    static let cases = [
        Case(
            url: "https://shop.example.com/products/1", verdict: .match,
            text: """
                https://shop.example.com/products/1: match
                  host shop.example.com, environment production
                  shop (ABCDE12345.com.example.shop): match
                    matched by aasa.yaml:9:16 {"/":"/products/*"} of 'storefront'
                    passed over aasa.yaml:8:14 {"/":"/help/*","exclude":true} of 'web-only': \
                path '/products/1/' does not match '/help/*'
                  seller (ABCDE12345.com.example.seller): none
                    its rule does not match
                    passed over aasa.yaml:5:55 {"/":"/seller/*"}: path '/products/1/' does not \
                match '/seller/*'
                  keys (ABCDE12345.com.example.keys): none
                    the document does not list the app under 'applinks'

                """),
        Case(
            url: "https://shop.example.com/help/1", app: "shop", verdict: .exclude,
            text: """
                https://shop.example.com/help/1: exclude
                  host shop.example.com, environment production
                  shop (ABCDE12345.com.example.shop): exclude
                    excluded by aasa.yaml:8:14 {"/":"/help/*","exclude":true} of 'web-only'

                """),
        Case(
            url: "https://a.shops.example.com/seller/1", domain: "*.shops.example.com",
            app: "ABCDE12345.com.example.seller", verdict: .match,
            text: """
                https://a.shops.example.com/seller/1: match
                  host shops.example.com, environment production
                  seller (ABCDE12345.com.example.seller): match
                    matched by aasa.yaml:5:55 {"/":"/seller/*"}

                """),
        Case(
            url: "https://off.example.com/products/1", verdict: .none,
            text: """
                https://off.example.com/products/1: none
                  host off.example.com, environment off
                  the environment is not enabled, so no app gets any URL
                  shop (ABCDE12345.com.example.shop): none
                    matched by aasa.yaml:9:16 {"/":"/products/*"} of 'storefront'
                    passed over aasa.yaml:8:14 {"/":"/help/*","exclude":true} of 'web-only': \
                path '/products/1/' does not match '/help/*'

                """),
        Case(
            url: "https://off.example.com/", app: "seller", verdict: .none,
            text: """
                https://off.example.com/: none
                  host off.example.com, environment off
                  the environment is not enabled, so no app gets any URL
                  the environment does not list the app 'seller'

                """),
        Case(
            url: "https://elsewhere.test/", verdict: .none,
            text: """
                https://elsewhere.test/: none
                  the host 'elsewhere.test' is not configured

                """),
        Case(
            url: "https://shop.example.com/", domain: "shops.example.com", verdict: .none,
            text: """
                https://shop.example.com/: none
                  the domain 'shops.example.com' does not cover the host 'shop.example.com'

                """),
    ]

    @Test(arguments: cases)
    func `tells people which apps get it and why`(_ item: Case) throws {
        var links = try Self.links()
        let report = links.report(
            try LinkURL(item.url), domain: item.domain, appID: item.app)
        #expect(report.text == item.text)
        #expect(report.verdict == item.verdict)
    }

    @Test func `tells machines the same`() throws {
        var links = try Self.links()
        let url = try LinkURL("https://shop.example.com/products/1")
        let report = links.report(url, appID: "shop")
        #expect(
            report.json == [
                "url": "https://shop.example.com/products/1", "verdict": "match",
                "host": "shop.example.com", "environment": "production", "remarks": [],
                "apps": [
                    [
                        "name": "shop", "app": "ABCDE12345.com.example.shop", "verdict": "match",
                        "reason": "matched by applinks.details[0].components[1]",
                        "rule": [
                            "pointer": "applinks.details[0].components[1]",
                            "file": "aasa.yaml", "line": 9,
                            "component": ["/": "/products/*"],
                        ],
                        "passed_over": [
                            [
                                "rule": [
                                    "pointer": "applinks.details[0].components[0]",
                                    "file": "aasa.yaml", "line": 8,
                                    "component": [
                                        "/": "/help/*", "exclude": true, "comment": "stays",
                                    ],
                                ],
                                "mismatches": [
                                    [
                                        "part": "/",
                                        "reason": "path '/products/1/' does not match '/help/*'",
                                    ]
                                ],
                            ]
                        ],
                        "warnings": [], "rule_list": "storefront",
                    ]
                ],
            ])
    }

    @Test(arguments: [
        ("shop.example.com", nil, ["ABCDE12345.com.example.keys"]),
        ("shop.example.com", "keys", ["ABCDE12345.com.example.keys"]),
        ("shop.example.com", "shop", []), ("off.example.com", nil, []),
    ])
    func `names the apps of services without patterns`(
        host: String, app: String?, appIDs: [String]
    ) throws {
        var links = try Self.links()
        let report = links.report(try LinkURL("https://\(host)/"), appID: app)
        #expect(
            report.services
                == (appIDs.isEmpty ? [] : [ServiceApps(.webCredentials, appIDs: appIDs)]))
    }

    @Test func `points into a document that stands alone`() throws {
        let source = SourceFile(
            name: "aasa.json",
            bytes: Array(#"{"applinks":{"details":[{"appID":"a","paths":["/x"]}]}}"#.utf8))
        let document = try #require(Document.read(source).document)
        let matcher = LinkMatcher(document)
        let url = try LinkURL("https://h.test/x")
        #expect(
            LinkReport(matcher, url, appID: nil, domain: "h.test").text == """
                https://h.test/x: match
                  a: match
                    matched by aasa.json:1:47 applinks.details[0].paths[0] "/x"

                """)
        #expect(
            LinkReport(matcher, url, appID: "b", domain: "other.test").text == """
                https://h.test/x: none
                  the domain 'other.test' does not cover the host 'h.test'
                  b: none
                    the document does not list the app under 'applinks'

                """)
    }

    @Test func `is made for components alone`() throws {
        func node(_ text: String) throws -> JSONNode {
            try #require(JSONReader.read(SourceFile(name: "-", bytes: Array(text.utf8))).root)
        }
        let document = Document(
            components: try node(#"[{"/":"/no"},{"/":"/$(food)"}]"#),
            variables: try node(#"{"food":["pizza"]}"#),
            defaults: try node(#"{"caseSensitive":false}"#))
        let decision = LinkMatcher(document).decision(
            for: try LinkURL("https://h.test/PIZZA"), appID: Document.componentAppID)
        #expect(decision.verdict == .match)
        #expect(decision.rule?.index == 1)
    }

    @Test(arguments: [
        ([Verdict.match, .match], Verdict.match), ([.match, .exclude], .exclude),
        ([.exclude, .none, .match], .none), ([], .none),
    ])
    func `stands for several URLs by the one farthest from a match`(
        verdicts: [Verdict], worst: Verdict
    ) {
        #expect(Verdict.worst(verdicts) == worst)
    }
}

struct `A list of URLs` {
    @Test func `takes a URL from each line and says which lines are none`() {
        var list = URLList(["https://a.test/"])
        list.add(
            SourceFile(
                name: "urls",
                bytes: Array("# list\r\n\n  https://b.test/x y \t\r\n  nothing\nhttp://c.test".utf8)
            ))
        #expect(
            list.urls.map(\.text) == ["https://a.test/", "https://b.test/x y", "http://c.test"])
        #expect(
            DiagnosticText().text(for: list.findings) == """
                urls:4:3: error: 'nothing' does not begin with https:// or http:// [url-scheme]
                  4 |   nothing
                    |   ^
                  hint: write https://nothing

                """)
    }
}
