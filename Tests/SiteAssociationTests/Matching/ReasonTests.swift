import Diagnostics
import SiteAssociation
import Testing

/// A component, a URL it does not match, and the reasons.
struct ReasonCase: CustomTestStringConvertible, Sendable {
    var component: JSONValue
    var url: String
    var reasons: [String]
    var testDescription: String { component.text() + " " + url }

    init(_ component: JSONValue, _ url: String, _ reasons: String...) {
        self.component = component
        self.url = "https://h.test" + url
        self.reasons = reasons
    }

    private static func stars(_ count: Int) -> String { String(repeating: "*", count: count) }

    static let all: [ReasonCase] = [
        .init(["/": "/buy/*"], "/bu", "path '/bu/' does not match '/buy/*'"),
        .init(
            ["/": "/Help"], "/help",
            "path '/help/' does not match '/Help'; only letter case differs"),
        .init(
            ["/": "/buy"], "/buy/1",
            "path '/buy/1/' does not match '/buy'; paths below it need '/*' at the end"),
        .init(["/": "/a"], "", "path '/' does not match '/a'"),
        .init(["?": "a=1"], "/", "query is empty, which does not match 'a=1'"),
        .init(["?": "a=1"], "/?a=1&b=2", "query 'a=1&b=2' does not match 'a=1'"),
        .init(
            ["?": ["id": "42"]], "/?x=1",
            "query item 'id' is absent, and the empty text does not match '42'"),
        .init(["?": ["id": "42"]], "/?id=7", "query item 'id' '7' does not match '42'"),
        .init(["?": ["id": "42"]], "/?id=", "query item 'id' is empty, which does not match '42'"),
        .init(
            ["?": ["id": "42"]], "/?id=42&id=7&id=1",
            "query item 'id' '7' does not match '42'; every one of the 3 must match"),
        .init(["#": "?*"], "/", "fragment is empty, which does not match '?*'"),
        .init(
            ["/": "/a", "?": ["p": "1", "q": "2"], "#": "f"], "/b?q=3#g",
            "path '/b/' does not match '/a'",
            "query item 'p' is absent, and the empty text does not match '1'",
            "query item 'q' '3' does not match '2'", "fragment 'g' does not match 'f'"),
        .init(["/": "/$(Food)"], "/x", "path: '/$(Food)' names the unknown variable 'Food'"),
        .init(
            ["?": ["q": "$(x"]], "/", "query item 'q': '$(x' has a '$(' without ')'"),
        .init(
            ["#": .string(stars(65))], "/",
            "fragment: '\(stars(60))…' takes 65 wildcard steps, more than 64"
        ),
        .init(
            ["requiredEntitlement": "com.apple.x"], "/",
            "only for callers with the entitlement 'com.apple.x'"),
        .init(
            ["/": "/é", "percentEncoded": false], "/%E9%0A",
            "path '/%E9\\u{a}/' does not match '/é'"),
    ]
}

struct `Matcher's reasons` {
    private func document(_ details: JSONValue) throws -> Document {
        let value: JSONValue = ["applinks": ["details": details]]
        return try #require(Document.read(SourceFile(name: "a", bytes: value.encoded())).document)
    }

    @Test(arguments: ReasonCase.all)
    func `name every part that fails`(_ example: ReasonCase) throws {
        let document = try document([["appID": "app", "components": [example.component]]])
        let decision = LinkMatcher(document).decision(for: try LinkURL(example.url), appID: "app")
        #expect(decision.verdict == .none)
        #expect(decision.passedOver.flatMap(\.mismatches).map(\.reason) == example.reasons)
    }

    @Test func `name the entry and the rule that decided`() throws {
        let document = try document([
            ["appID": "other", "components": []],
            [
                "appIDs": ["a", "b"],
                "components": [["/": "/x"], ["/": "/n", "exclude": true], ["/": "*"]],
            ],
            ["appID": "old", "paths": ["NOT /n", "/y"]],
            ["appID": "all"],
        ])
        let matcher = LinkMatcher(document)
        let decisions = matcher.decisions(for: try LinkURL("https://h.test/n"))
        #expect(decisions.map(\.appID) == ["other", "a", "b", "old", "all"])
        #expect(decisions.map(\.verdict) == [.none, .exclude, .exclude, .exclude, .match])
        #expect(
            decisions.map(\.reason) == [
                "applinks.details[0] has an empty list of rules, so the app gets no URL",
                "excluded by applinks.details[1].components[1]",
                "excluded by applinks.details[1].components[1]",
                "excluded by applinks.details[2].paths[0]",
                "applinks.details[3] has no rules, so the app gets every URL",
            ])
        #expect(decisions.map(\.rule?.index) == [nil, 1, 1, 0, nil])
        #expect(decisions.map(\.entryIndex) == [0, 1, 1, 2, 3])
        let passedOver = decisions[1].passedOver.map(\.rule.pointer)
        #expect(passedOver == ["applinks.details[1].components[0]"])
        let rest = matcher.decisions(for: try LinkURL("https://h.test/z"))
        #expect(rest[1].reason == "matched by applinks.details[1].components[2]")
        #expect(rest[3].reason == "none of the 2 rules of applinks.details[2] matches")
        let unknown = matcher.decision(for: try LinkURL("https://h.test/z"), appID: "c")
        #expect(unknown.reason == "the document does not list the app under 'applinks'")
    }

    @Test func `use the indices of an association, also with legacy paths`() throws {
        let association = Association(
            appLinks: AppLinks(
                details: [
                    Details(appIDs: ["a", "b"], components: [Component(path: "/x")]),
                    Details(appIDs: ["c"], components: [Component(path: "/y"), Component()]),
                ], hasLegacyPaths: true))
        let decisions = association.decisions(for: try LinkURL("https://h.test/"))
        #expect(decisions.map(\.appID) == ["a", "b", "c"])
        #expect(decisions.map(\.entryIndex) == [0, 0, 1])
        #expect(decisions[2].rule?.index == 1)
    }
}

/// A document whose reading is lenient or disputed, and the warning for it.
struct DoubtCase: CustomTestStringConvertible, Sendable {
    var applinks: String
    var warnings: String
    var testDescription: String { applinks }

    init(_ applinks: String, _ warnings: String) {
        self.applinks = applinks
        self.warnings = warnings
    }

    private static func component(_ text: String) -> String {
        #"{"details":[{"appID":"app","components":["# + text + "]}]}"
    }

    static let all: [DoubtCase] = [
        .init(component(#"{"/":"/*"}"#), ""),
        .init(
            component(#""/x""#),
            "a:1:54: a string where a component object belongs counts as matching every URL"),
        .init(
            component(#"{"/":5}"#), "a:1:59: '/' is a number, so it constrains nothing"),
        .init(
            component(##"{"?":["a"],"#":null}"##),
            "a:1:59: '?' is an array, so it constrains nothing\n"
                + "a:1:69: '#' is null, so it constrains nothing"),
        .init(
            component(#"{"?":{"a":"1","b":true}}"#),
            "a:1:72: query item 'b' is a boolean, so all of '?' constrains nothing"),
        .init(
            component(#"{"caseSensitive":"no","percentEncoded":null,"exclude":0}"#),
            "a:1:108: 'exclude' is a number and is read as false\n"
                + "a:1:71: 'caseSensitive' is a string and is read as false\n"
                + "a:1:93: 'percentEncoded' is null and is read as false"),
        .init(
            component(#"{"/":"**"}"#),
            "a:1:54: path '**' stands for '/*/', which the root '/' does not match"),
        .init(
            component(#"{"/":"?"}"#),
            "a:1:54: path '?' gets no slashes, so it can match the root only"),
        .init(
            component(##"{"/":"*","#":"\\*"}"##),
            #"a:1:54: a backslash in '\*' counts as itself; what Apple does is unknown"#),
        .init(
            component(#"{"/":"/a/../*"}"#),
            "a:1:54: dot segments are compared as they stand; browsers resolve them first"),
        .init(
            #"{"apps":["app"]}"#,
            "a:1:14: 'apps' without 'details' gives each app every URL"),
        .init(
            #"{"details":[{"appID":"x","appIDs":["app"]}]}"#,
            "a:1:26: 'appID' is not read where 'appIDs' is an array"),
        .init(
            #"{"details":[{"appID":"app"},{"appID":"app"}]}"#,
            "a:1:41: only the first entry of app 'app' counts, not this one"),
    ]
}

struct `Matcher's warnings` {
    @Test(arguments: DoubtCase.all)
    func `say how a wrong or disputed document is read`(_ example: DoubtCase) throws {
        let text = #"{"applinks":"# + example.applinks + "}"
        let source = SourceFile(name: "a", bytes: Array(text.utf8))
        let document = try #require(Document.read(source).document)
        let decision = LinkMatcher(document).decision(
            for: try LinkURL("https://h.test/"), appID: "app")
        let warnings = decision.warnings.map { "\($0.location?.description ?? ""): \($0.message)" }
        #expect(warnings.joined(separator: "\n") == example.warnings)
    }

    @Test func `name dot segments in the URL`() throws {
        let association = Association(
            appLinks: AppLinks(details: [Details(appIDs: ["a"], components: [Component()])]))
        let decisions = association.decisions(for: try LinkURL("https://h.test/a/../b"))
        #expect(decisions.flatMap(\.warnings).map(\.id) == ["match-dot-segments"])
    }
}
