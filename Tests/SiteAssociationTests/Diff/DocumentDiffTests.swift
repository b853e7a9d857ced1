import Diagnostics
import SiteAssociation
import TestSupport
import Testing

/// The components of one app before and after, and the URLs whose verdict changes.
struct DiffCase: CustomTestStringConvertible, Sendable {
    var name: String
    var old: [Component]
    var new: [Component]
    var changes: [String]
    var testDescription: String { name }

    init(_ name: String, _ old: [Component], _ new: [Component], _ changes: String...) {
        self.name = name
        self.old = old
        self.new = new
        self.changes = changes
    }

    private static let items = [
        QueryItem(name: "q", pattern: "1"), QueryItem(name: "r", pattern: "?*"),
    ]

    static let same: [DiffCase] = [
        .init("equal", [Component(path: "/a")], [Component(path: "/a")]),
        .init("comment", [Component(path: "/a")], [Component(path: "/a", comment: "c")]),
        .init("slashes", [Component(path: "/a")], [Component(path: "a//")]),
        .init("stars", [Component(path: "/a/*")], [Component(path: "/a/**")]),
        .init(
            "nothing and none", [Component(path: "/a", isExcluded: true)], [],
            "https://h.test/a exclude -> none"),
        .init("one or more", [Component(path: "/a/?*")], [Component(path: "/a/*?*")]),
        .init(
            "order of rules that never meet", [Component(path: "/a"), Component(path: "/b")],
            [Component(path: "/b"), Component(path: "/a")]),
        .init(
            "a dead rule", [Component(path: "/a/*"), Component(path: "/a/b", isExcluded: true)],
            [Component(path: "/a/*")]),
        .init(
            "two rules for one", [Component(path: "/a"), Component(path: "/a/?*")],
            [Component(path: "/a/*")]),
        .init("query that constrains nothing", [Component(query: .string("*"))], [Component()]),
        .init(
            "letters spelt out", [Component(path: "/$(xdigit)")],
            "0123456789abcdefABCDEF".map { Component(path: "/\($0)") }),
    ]

    static let all: [DiffCase] = [
        .init(
            "a path is lost", [Component(path: "/a/*"), Component(path: "/b/*")],
            [Component(path: "/a/*")], "https://h.test/b match -> none"),
        .init(
            "a later exclude moves up",
            [Component(path: "/a/*"), Component(path: "/a/b", isExcluded: true)],
            [Component(path: "/a/b", isExcluded: true), Component(path: "/a/*")],
            "https://h.test/a/b match -> exclude"),
        .init(
            "letter case", [Component(path: "/ab")], [Component(path: "/ab", caseSensitive: false)],
            "https://h.test/AB none -> match"),
        .init(
            "percent encoding", [Component(path: "/a b")],
            [Component(path: "/a b", percentEncoded: false)], "https://h.test/a%20b none -> match"),
        .init(
            "encoded text", [Component(path: "/caf%C3%A9")], [Component(path: "/caf*")],
            "https://h.test/caf none -> match"),
        .init(
            "query items", [Component(path: "/s", query: .items(items))], [Component(path: "/s")],
            "https://h.test/s none -> match"),
        .init(
            "a weaker query item", [Component(query: .items(items))],
            [Component(query: .items([items[0]]))], "https://h.test/?q=1 none -> match"),
        .init(
            "repeated query items",
            [
                Component(query: .items([QueryItem(name: "q", pattern: "1?")])),
                Component(query: .items([QueryItem(name: "q", pattern: "?1")]), isExcluded: true),
            ],
            [
                Component(query: .items([QueryItem(name: "q", pattern: "?1")]), isExcluded: true),
                Component(query: .items([QueryItem(name: "q", pattern: "1?")])),
            ], "https://h.test/?q=11 match -> exclude"),
        .init(
            "fragment", [Component(fragment: "?*", isExcluded: true), Component()], [Component()],
            "https://h.test/#x exclude -> match"),
        .init(
            "all of it", [],
            [
                Component(
                    path: "/p/$(digit)?", query: .items(items), fragment: "f*", isExcluded: true)
            ], "https://h.test/p/0x?q=1&r=x#f none -> exclude"),
        .init(
            "UK is no region", [Component(path: "/$(region)")], [Component(path: "/??")],
            "https://h.test/00 none -> match"),
    ]
}

struct `Document diff` {
    private func document(_ components: [Component]) -> Document {
        Document(
            Association(
                appLinks: AppLinks(details: [Details(appIDs: ["app"], components: components)])))
    }

    private func changes(_ diff: DocumentDiff) -> [String] {
        diff.apps.flatMap(\.urls).map {
            "\($0.url) \($0.old.verdict.rawValue) -> \($0.new.verdict.rawValue)"
        }
    }

    @Test(arguments: DiffCase.all + DiffCase.same)
    func `names a URL for each change of meaning and no other`(_ example: DiffCase) {
        let diff = DocumentDiff(
            old: document(example.old), new: document(example.new), host: "h.test")
        #expect(changes(diff) == example.changes)
        #expect(diff.isSameMeaning == example.changes.isEmpty)
        #expect(diff.apps.filter(\.isIncomplete).isEmpty)
    }

    @Test func `admits that it may miss something where query patterns depend on each other`() {
        let items = Query.items([QueryItem(name: "q", pattern: "1")])
        let diff = DocumentDiff(
            old: document([Component(query: items), Component(query: .string("a=*"))]),
            new: document([Component(query: .string("a=*")), Component(query: items)]))
        #expect(diff.apps.map(\.isIncomplete) == [true])
        #expect(diff.apps.map(\.urls.count) == [0])
        #expect(!diff.isSameMeaning)
    }

    @Test func `says which apps and services are gained and lost`() {
        let old = Association(
            appLinks: AppLinks(details: [
                Details(appIDs: ["a", "b"], components: [Component(path: "/x")]),
                Details(appIDs: ["c"], components: []),
            ]), services: [ServiceApps(.appClips, appIDs: ["a"])])
        let new = Association(
            appLinks: AppLinks(details: [
                Details(appIDs: ["d"], components: [Component(path: "/x")])
            ]),
            services: [ServiceApps(.appClips, appIDs: ["z"]), ServiceApps(.authSrv, appIDs: ["a"])])
        let diff = DocumentDiff(old: old, new: new)
        #expect(
            diff.apps.map { "\($0.appID) \($0.listing)" } == [
                "a lost", "b lost", "c lost", "d gained",
            ])
        #expect(diff.apps.map(\.urls.count) == [1, 1, 0, 1])
        let services = diff.services.map { "\($0.service.rawValue) +\($0.gained) -\($0.lost)" }
        #expect(services == [#"appclips +["z"] -["a"]"#, #"authsrv +["a"] -[]"#])
    }

    @Test func `follows values of variables`() {
        func association(_ values: [String]) -> Association {
            Association(
                appLinks: AppLinks(
                    details: [Details(appIDs: ["a"], components: [Component(path: "/$(v)/x")])],
                    substitutionVariables: [SubstitutionVariable(name: "v", values: values)]))
        }
        let diff = DocumentDiff(
            old: association(["de", "en", "f*"]), new: association(["en", "de", "fr"]),
            host: "h.test")
        #expect(changes(diff) == ["https://h.test/f/x match -> none"])
        let same = DocumentDiff(old: association(["de", "en"]), new: association(["en", "de"]))
        #expect(same.isSameMeaning)
    }

    @Test func `finds no difference in names of variables and in rules that match nothing`() {
        func document(_ name: String, _ values: [String], _ more: [Component]) -> Document {
            let path = Component(path: "/$(\(name))/*", query: .string("$(\(name))*"))
            return Document(
                Association(
                    appLinks: AppLinks(
                        details: [Details(appIDs: ["app"], components: more + [path])],
                        substitutionVariables: [SubstitutionVariable(name: name, values: values)])))
        }
        let unknown = Component(path: "/$(unknown)/*", isExcluded: true)
        let old = document("v", ["a*", "b"], [unknown])
        #expect(DocumentDiff(old: old, new: document("w", ["a*", "b"], [])).isSameMeaning)
        #expect(!DocumentDiff(old: old, new: document("v", ["b"], [])).isSameMeaning)
    }

    @Test func `finds every change that random URLs show`() throws {
        var random = SeededGenerator(seed: 8)
        var different = 0
        for _ in 0..<150 {
            let components = (0..<2).map { _ in
                (0..<random.below(4)).map { _ in RandomDocuments.component(&random) }
            }
            let sides = components.map(document)
            let diff = DocumentDiff(old: sides[0], new: sides[1], host: "h.test")
            for change in diff.apps.flatMap(\.urls) {
                #expect(change.old.verdict != change.new.verdict)
            }
            let matchers = sides.map(LinkMatcher.init)
            for _ in 0..<30 {
                let url = try LinkURL(RandomDocuments.url(&random))
                let verdicts = matchers.map { $0.verdict(for: url, appID: "app") }
                if verdicts[0] != verdicts[1] {
                    #expect(!diff.isSameMeaning, "\(url.text) \(components)")
                }
            }
            different += diff.isSameMeaning ? 0 : 1
        }
        #expect(different > 100)
    }

    @Test func `finds no difference between a document and its association`() throws {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<100 {
            let bytes = RandomDocuments.wild(&random).encoded()
            let read = Document.read(SourceFile(name: "a", bytes: bytes)).document
            let original = try #require(read)
            let association = original.association().association
            let again = Document.read(SourceFile(name: "b", bytes: association.encoded())).document
            let diff = DocumentDiff(old: original, new: try #require(again))
            let changed = diff.apps.filter { !$0.urls.isEmpty || $0.listing != .kept }
            #expect(changed.isEmpty, "\(original.root.value.text())")
            #expect(diff.services.isEmpty)
        }
    }
}
