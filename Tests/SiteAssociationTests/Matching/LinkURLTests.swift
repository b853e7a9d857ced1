import Diagnostics
import SiteAssociation
import Testing

/// A text that is no URL to match, and what is said about it.
struct BadURLCase: CustomTestStringConvertible, Sendable {
    var text: String
    var finding: String
    var testDescription: String { text }

    static let all: [BadURLCase] = [
        .init(
            text: "", finding: "error: '' does not begin with https:// or http:// [url-scheme]\n"),
        .init(
            text: "a.test:80/x",
            finding: "error: 'a.test:80/x' does not begin with https:// or http:// [url-scheme]\n"
                + "  hint: write https://a.test:80/x\n"),
        .init(
            text: "/x",
            finding: "error: '/x' does not begin with https:// or http:// [url-scheme]\n"),
        .init(text: "https:///x", finding: "error: 'https:///x' has no host [url-host]\n"),
        .init(text: "https://u@:443", finding: "error: 'https://u@:443' has no host [url-host]\n"),
    ]
}

struct `Link URL` {
    @Test(arguments: BadURLCase.all)
    func `says why a text is none`(_ example: BadURLCase) {
        #expect(
            #expect(throws: Diagnostic.self) { try LinkURL(example.text) }
                .map { DiagnosticText().text(for: $0) } == example.finding)
    }

    @Test(arguments: [
        ("https://A.Test", "a.test", nil), ("HTTP://a.test:80/x", "a.test", "80"),
        ("https://u:p@a.test?x", "a.test", nil), ("https://[::1]:8443/", "[::1]", "8443"),
        ("https://[::1]#a@b", "[::1]", nil), ("https://a.test:/", "a.test", ""),
    ])
    func `finds host and port`(url: String, host: String, port: String?) throws {
        let parsed = try LinkURL(url)
        #expect(parsed.host == host)
        #expect(parsed.port == port)
    }

    @Test(arguments: ["ftp://h.test/x", "shop:x", "mailto:a@h.test", "app://"])
    func `opens no app with another scheme`(text: String) throws {
        let association = Association(
            appLinks: AppLinks(details: [Details(appIDs: ["a"], components: [Component()])]))
        let decision = LinkMatcher(association).decision(for: try LinkURL(text), appID: "a")
        #expect(decision.verdict == .none)
        #expect(decision.reason == "only https and http URLs can be universal links")
        #expect(LinkMatcher(association).verdict(for: try LinkURL(text), appID: "a") == .none)
    }

    @Test(arguments: [
        ("*.example.com", "example.com", true), ("*.example.com", "a.b.EXAMPLE.com", true),
        ("*.example.com", "badexample.com", false), ("example.com", "www.example.com", false),
        ("Example.com", "EXAMPLE.COM", true),
    ])
    func `belongs to a domain`(domain: String, host: String, isCovered: Bool) {
        #expect(AssociatedDomain(domain).covers(host: host) == isCovered)
    }
}
