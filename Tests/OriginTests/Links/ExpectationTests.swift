import Configuration
import Diagnostics
import Testing

@testable import Origin

/// A section `expect`, and what is found when the configuration is loaded.
struct ExpectationCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expect: String
    let findings: String

    init(_ description: String, expect: String, findings: String = "") {
        testDescription = description
        self.expect = expect
        self.findings = findings
    }

    static let all = [
        ExpectationCase(
            "tests that hold",
            expect: """
                  - {url: "https://shop.example.com/products/1", opens: shop}
                  - {url: "https://shop.example.com/help/a", opens: nothing, because: web-only}
                  - {url: "https://shop.example.com/help/a", opens: [], because: NOT /help/*}
                  - {url: "https://shop.example.com/help/a", opens: [], because: /help/*}
                  - {url: "http://SHOP.example.com./seller/1", opens: [shop, seller]}
                  - {url: "https://a.b.shops.example.com/seller/1", opens: [seller, shop]}
                  - {url: "https://shop.example.com/products/1", opens: shop, because: storefront}
                  - {url: "https://shop.example.com/products/1", opens: shop, because: /products/*}
                  - {url: "https://off.example.com/products/1", opens: nothing}
                  - {url: "https://xn--bcher-kva.example/products/1", opens: shop}
                  - {url: "https://bücher.example/products/1", opens: shop}
                """),
        ExpectationCase(
            "an app that is offered too much, with the rule's place",
            expect: """
                  - url: https://shop.example.com/products/1
                    opens: nothing
                """,
            findings: """
                aasa.yaml:26:10: error: 'https://shop.example.com/products/1' opens 'shop', but \
                nothing is expected [expectation-failed]
                  26 |   - url: https://shop.example.com/products/1
                     |          ^
                aasa.yaml:8:16: note: 'shop' is offered it by '/products/*' of 'storefront'

                """),
        ExpectationCase(
            "an app that an exclude keeps out, with the rule's place",
            expect: """
                  - url: https://shop.example.com/help/1
                    opens: [shop, seller]
                """,
            findings: """
                aasa.yaml:26:10: error: 'https://shop.example.com/help/1' opens nothing, but \
                'shop' and 'seller' are expected [expectation-failed]
                  26 |   - url: https://shop.example.com/help/1
                     |          ^
                aasa.yaml:7:14: note: 'shop' is kept from it by '/help/*' of 'web-only'
                aasa.yaml:5:55: note: 'seller' is not offered it: path '/help/1/' does not match \
                '/seller/*'

                """),
        ExpectationCase(
            "apps that the host does not list, or not at all",
            expect: """
                  - {url: "https://xn--bcher-kva.example/seller/1", opens: [shop, seller]}
                  - {url: "https://off.example.com/seller/1", opens: shop}
                """,
            findings: """
                aasa.yaml:26:11: error: 'https://xn--bcher-kva.example/seller/1' opens 'shop', but \
                'shop' and 'seller' are expected [expectation-failed]
                  26 |   - {url: "https://xn--bcher-kva.example/seller/1", opens: [shop, seller]}
                     |           ^
                aasa.yaml:14:3: note: 'seller' is not listed in the environment 'books'
                aasa.yaml:27:11: error: 'https://off.example.com/seller/1' opens nothing, but \
                'shop' is expected [expectation-failed]
                  27 |   - {url: "https://off.example.com/seller/1", opens: shop}
                     |           ^
                aasa.yaml:17:3: note: the environment 'off' is not enabled

                """),
        ExpectationCase(
            "a rule by a path with placeholders",
            expect: """
                  - {url: "https://shop.example.com/products/1", opens: shop, because: "/{slug}/*"}
                """,
            findings: """
                aasa.yaml:26:11: error: 'https://shop.example.com/products/1' is not decided by \
                '/{slug}/*' [expectation-because]
                  26 |   - {url: "https://shop.example.com/products/1", opens: shop, because: "/{slug}/*"}
                     |           ^
                  hint: name the rule's list, or its path with the values of the row
                aasa.yaml:8:16: note: 'shop' is offered it by '/products/*' of 'storefront'

                """),
        ExpectationCase(
            "a URL that another rule decides",
            expect: """
                  - {url: "https://shop.example.com/products/1", opens: shop, because: web-only}
                  - {url: "https://shop.example.com/x", opens: nothing, because: web-only}
                """,
            findings: """
                aasa.yaml:26:11: error: 'https://shop.example.com/products/1' is not decided by \
                'web-only' [expectation-because]
                  26 |   - {url: "https://shop.example.com/products/1", opens: shop, because: web-only}
                     |           ^
                aasa.yaml:8:16: note: 'shop' is offered it by '/products/*' of 'storefront'
                aasa.yaml:27:11: error: 'https://shop.example.com/x' is not decided by 'web-only' \
                [expectation-because]
                  27 |   - {url: "https://shop.example.com/x", opens: nothing, because: web-only}
                     |           ^
                  hint: no rule keeps the URL from an app; none matches it

                """),
        ExpectationCase(
            "hosts that are not configured and texts that are no URL",
            expect: """
                  - {url: "https://shpo.example.com/a", opens: nothing}
                  - {url: "https://elsewhere.test/a", opens: nothing}
                  - {url: "shop.example.com/a", opens: nothing}
                """,
            findings: """
                aasa.yaml:26:11: error: the host 'shpo.example.com' of this test is not configured \
                [expectation-host]
                  26 |   - {url: "https://shpo.example.com/a", opens: nothing}
                     |           ^
                  hint: did you mean 'shop.example.com'?
                aasa.yaml:27:11: error: the host 'elsewhere.test' of this test is not configured \
                [expectation-host]
                  27 |   - {url: "https://elsewhere.test/a", opens: nothing}
                     |           ^
                  hint: list it under environments: NAME: hosts:
                aasa.yaml:28:11: error: 'shop.example.com/a' does not begin with https:// or \
                http:// [url-scheme]
                  28 |   - {url: "shop.example.com/a", opens: nothing}
                     |           ^
                  hint: write https://shop.example.com/a

                """),
        ExpectationCase(
            "a reason that names no rule",
            expect: """
                  - {url: "https://shop.example.com/a", opens: nothing, because: web-onyl}
                """,
            findings: """
                aasa.yaml:26:66: error: there is no rule list 'web-onyl' [unknown-rules]
                  26 |   - {url: "https://shop.example.com/a", opens: nothing, because: web-onyl}
                     |                                                                  ^
                  hint: did you mean 'web-only'?

                """),
    ]
}

struct `Expectations of a configuration` {
    /// 25 lines; the tests follow.
    private static let base = """
        apps:
          shop:
            id: ABCDE12345.com.example.shop
            rules: [web-only, storefront, /seller/*]
          seller: {id: ABCDE12345.com.example.seller, rules: [/seller/*]}
        rules:
          web-only: [{path: /help/*, exclude: true}]
          storefront: [/products/*]
        environments:
          production:
            apps: [shop, seller]
            hosts: [shop.example.com, shops.example.com, "*.shops.example.com"]

          books:
            apps: [shop]
            hosts: [xn--bcher-kva.example]
          off:
            enabled: false
            apps: [shop]
            hosts: [off.example.com]
        tls: {self_signed: always}



        expect:

        """

    static func load(expect: String) -> LoadedConfiguration {
        ConfigurationLoader(
            files: MemoryConfigurationFiles(["aasa.yaml": base + expect + "\n"]),
            environment: { _ in nil }
        ).load(path: "aasa.yaml")
    }

    @Test(arguments: ExpectationCase.all)
    func `gate every load`(_ item: ExpectationCase) {
        let build = SnapshotBuilder(certificates: .none, nowMilliseconds: { Building.now })
            .build(Self.load(expect: item.expect))
        let errors = build.findings.filter { $0.severity == .error }
        #expect(DiagnosticText().text(for: errors) == item.findings)
        #expect((build.snapshot == nil) == !item.findings.isEmpty)
    }

    @Test func `are refused above their limit`() {
        let test = "  - {url: \"https://shop.example.com/x\", opens: nothing}\n"
        let count = ExpectationCheck.limit + 1
        let build = SnapshotBuilder(certificates: .none, nowMilliseconds: { Building.now })
            .build(Self.load(expect: String(repeating: test, count: count)))
        let errors = build.findings.filter { $0.severity == .error }
        #expect(errors.map(\.id) == ["expectations-too-many"])
        #expect(errors.first?.location?.line == 26 + ExpectationCheck.limit)
    }
}
