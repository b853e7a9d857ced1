import SiteAssociation
import Testing

struct `Association writer` {
    static let app = "ABCDE12345.com.example.shop"
    static let other = "ABCDE12345.com.example.seller"

    private func text(_ association: Association) -> String {
        String(decoding: association.encoded(), as: UTF8.self)
    }

    @Test func `writes an empty object when no app uses any service`() {
        #expect(text(Association()) == "{}")
        #expect(text(Association(services: [ServiceApps(.appClips, appIDs: [])])) == "{}")
    }

    @Test func `writes every key in the documented order`() {
        let component = Component(
            path: "/a/*", query: .items([QueryItem(name: "q", pattern: "?*")]), fragment: "f",
            isExcluded: true, caseSensitive: false, percentEncoded: true, comment: "why")
        let association = Association(
            appLinks: AppLinks(
                defaults: Defaults(percentEncoded: false),
                details: [
                    Details(
                        appIDs: [Self.app, Self.other],
                        components: [component, Component(query: .string("a=*")), Component()],
                        defaults: Defaults(caseSensitive: true))
                ],
                substitutionVariables: [SubstitutionVariable(name: "food", values: ["a", ""])]),
            services: [
                ServiceApps(.authSrv, appIDs: ["a"]),
                ServiceApps(.classificationReport, appIDs: ["b"]),
                ServiceApps(.messageFilter, appIDs: ["c"]), ServiceApps(.appClips, appIDs: ["d"]),
                ServiceApps(.activityContinuation, appIDs: ["e", "f"]),
                ServiceApps(.webCredentials, appIDs: ["g"]),
            ])
        #expect(
            text(association)
                == #"{"applinks":{"defaults":{"percentEncoded":false},"#
                + #""substitutionVariables":{"food":["a",""]},"#
                + #""details":[{"appIDs":["ABCDE12345.com.example.shop","#
                + #""ABCDE12345.com.example.seller"],"defaults":{"caseSensitive":true},"#
                + ##""components":[{"/":"/a/*","?":{"q":"?*"},"#":"f","exclude":true,"##
                + #""caseSensitive":false,"percentEncoded":true,"comment":"why"},"#
                + #"{"?":"a=*"},{}]}]},"webcredentials":{"apps":["g"]},"#
                + #""activitycontinuation":{"apps":["e","f"]},"appclips":{"apps":["d"]},"#
                + #""messagefilter":{"apps":["c"]},"classificationreport":{"apps":["b"]},"#
                + #""authsrv":{"apps":["a"]}}"#)
    }

    @Test func `writes empty components, which claim nothing`() {
        let association = Association(
            appLinks: AppLinks(details: [Details(appIDs: [Self.app], components: [])]))
        #expect(
            text(association) == #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com."#
                + #"example.shop"],"components":[]}]}}"#)
    }

    @Test func `joins lists of one service and never writes a key twice`() {
        let twice = [QueryItem(name: "q", pattern: "1"), QueryItem(name: "q", pattern: "2")]
        let association = Association(
            appLinks: AppLinks(details: [
                Details(appIDs: ["x"], components: [Component(query: .items(twice))])
            ]),
            services: [
                ServiceApps(.appClips, appIDs: ["a", "b"]),
                ServiceApps(.appClips, appIDs: ["b", "c"]),
            ])
        #expect(
            text(association) == #"{"applinks":{"details":[{"appIDs":["x"],"components":"#
                + #"[{"?":{"q":"1"}}]}]},"appclips":{"apps":["a","b","c"]}}"#)
    }

    @Test func `writes both formats of an app into one entry in the legacy form`() {
        let association = Association(
            appLinks: AppLinks(
                details: [
                    Details(
                        appIDs: ["a", "b"],
                        components: [
                            Component(path: "/n/*", isExcluded: true), Component(path: "/*"),
                        ])
                ], hasLegacyPaths: true))
        let rest =
            #""paths":["NOT /n/*","/*"],"components":[{"/":"/n/*","exclude":true},{"/":"/*"}]}"#
        #expect(
            text(association) == #"{"applinks":{"apps":[],"details":[{"appID":"a","# + rest
                + #",{"appID":"b","# + rest + "]}}")
    }
}

/// A component and the element of `paths` that stands for it.
struct LegacyPathCase: CustomTestStringConvertible, Sendable {
    var name: String
    var component: Component
    var path: LegacyPath
    var testDescription: String { name }

    init(_ name: String, _ component: Component, _ path: LegacyPath) {
        self.name = name
        self.component = component
        self.path = path
    }

    static let all: [LegacyPathCase] = [
        .init("plain", Component(path: "/a/*"), .exact("/a/*")),
        .init("plain exclude", Component(path: "/a/*", isExcluded: true), .exact("NOT /a/*")),
        .init("no path", Component(), .exact("*")),
        .init("no slash", Component(path: "not x"), .exact("/not x")),
        .init(
            "query that constrains nothing",
            Component(path: "/a", query: .items([QueryItem(name: "q", pattern: "*")])),
            .exact("/a")),
        .init("query", Component(path: "/a", query: .string("q=1")), .absent),
        .init("fragment", Component(path: "/a", fragment: "x"), .absent),
        .init(
            "exclude with query", Component(path: "/a", query: .string("q=1"), isExcluded: true),
            .approximate("NOT /a")),
        .init("exclude of any path", Component(fragment: "x", isExcluded: true), .absent),
        .init("variable", Component(path: "/$(lang)/a"), .absent),
        .init(
            "exclude with variable", Component(path: "/$(lang)/a", isExcluded: true),
            .approximate("NOT /*/a")),
        .init(
            "exclude with unclosed variable", Component(path: "/a/$(b", isExcluded: true),
            .approximate("NOT /a/*")),
        .init("dollar", Component(path: "/a$b"), .exact("/a$b")),
        .init("any case", Component(path: "/a", caseSensitive: false), .approximate("/a")),
        .init("decoded", Component(path: "/a", percentEncoded: false), .approximate("/a")),
        .init("decoded é", Component(path: "/é", percentEncoded: false), .absent),
        .init(
            "decoded exclude", Component(path: "/a b", isExcluded: true, percentEncoded: false),
            .approximate("NOT /a*b")),
    ]
}

struct `Legacy path` {
    @Test(arguments: LegacyPathCase.all)
    func `admits no more than the component`(_ example: LegacyPathCase) {
        let entry = Details(appIDs: ["a"], components: [example.component])
        let links = AppLinks(details: [entry], hasLegacyPaths: true)
        #expect(links.legacyPath(of: example.component, in: entry) == example.path)
    }

    @Test func `follows the defaults of the entry before those of the document`() {
        let entry = Details(
            appIDs: ["a"], components: [Component(path: "/a")],
            defaults: Defaults(caseSensitive: true))
        let links = AppLinks(defaults: Defaults(caseSensitive: false), details: [entry])
        #expect(links.legacyPath(of: entry.components[0], in: entry) == .exact("/a"))
    }
}
