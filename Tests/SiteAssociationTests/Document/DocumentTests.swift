import Diagnostics
import SiteAssociation
import Testing

/// A file, and what the client makes of its entries: apps, then paths with `-` for excludes.
struct EntryCase: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var entries: [String]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ entries: String...) {
        self.name = name
        self.text = text
        self.entries = entries
    }

    static let all: [EntryCase] = [
        .init("no object", "[]"),
        .init("no applinks", #"{"webcredentials":{"apps":["a"]}}"#),
        .init("applinks of the wrong type", #"{"applinks":[1]}"#),
        .init("details of the wrong type", #"{"applinks":{"apps":["a"],"details":"x"}}"#),
        .init("details null hides apps", #"{"applinks":{"apps":["a"],"details":null}}"#),
        .init("empty apps", #"{"applinks":{"apps":[]}}"#),
        .init("apps alone", #"{"applinks":{"apps":["a",1,"b"]}}"#, "applinks.apps a b: everything"),
        .init(
            "details as an object",
            #"{"applinks":{"details":{"a":{"paths":["/x"]},"b":7,"c":{"appID":"d"}}}}"#,
            "applinks.details.a a: /x", "applinks.details.c c: everything"),
        .init(
            "entries that are no objects",
            #"{"applinks":{"details":[null,"a",{"appID":"a"}]}}"#,
            "applinks.details[2] a: everything"),
        .init(
            "app identifiers of the wrong type",
            #"{"applinks":{"details":[{"appID":1},{"appIDs":["a",2]},{"appIDs":"b","appID":"c"}]}}"#,
            "applinks.details[0] : everything", "applinks.details[1] a: everything",
            "applinks.details[2] c: everything"),
        .init(
            "empty appIDs hide appID", #"{"applinks":{"details":[{"appIDs":[],"appID":"c"}]}}"#,
            "applinks.details[0] : everything"),
        .init(
            "paths", #"{"applinks":{"details":[{"appID":"a","paths":["nOt /x","NOT/y","*",3]}]}}"#,
            "applinks.details[0] a: -/x NOT/y * any"),
        .init(
            "components of the wrong type beside paths",
            #"{"applinks":{"details":[{"appID":"a","components":{},"paths":["/x"]}]}}"#,
            "applinks.details[0] a: /x"),
        .init(
            "empty components beside paths",
            #"{"applinks":{"details":[{"appID":"a","components":[],"paths":["/x"]}]}}"#,
            "applinks.details[0] a:"),
        .init(
            "defaults with patterns",
            #"{"applinks":{"defaults":{"/":"/d","exclude":true},"details":[{"appID":"a","#
                + #""defaults":{"exclude":false},"components":[{},{"exclude":"YES"}]}]}}"#,
            "applinks.details[0] a: /d -/d"),
    ]
}

struct `Document from the wild` {
    @Test(arguments: EntryCase.all)
    func `reads entries as the client does`(_ example: EntryCase) throws {
        let source = SourceFile(name: "a", bytes: Array(example.text.utf8))
        let document = try #require(Document.read(source).document)
        let entries = document.entries.map { entry in
            let rules = entry.rules?.map { rule in
                (rule.effective.isExcluded ? "-" : "") + (rule.effective.path ?? "any")
            }
            let apps = entry.appIDs.joined(separator: " ")
            let words = [entry.pointer, apps + ":"] + (rules ?? ["everything"])
            return words.joined(separator: " ")
        }
        #expect(entries == example.entries)
    }

    @Test func `forces case on excluded paths only`() throws {
        let text =
            #"{"applinks":{"defaults":{"caseSensitive":false},"#
            + #""details":[{"appID":"a","paths":["NOT /x","/y"]}]}}"#
        let source = SourceFile(name: "a", bytes: Array(text.utf8))
        let document = try #require(Document.read(source).document)
        let flags = document.entries[0].rules?.map(\.effective.caseSensitive)
        #expect(flags == [true, false])
    }

    @Test func `reads variables and the apps of services as the client does`() throws {
        let text =
            #"{"applinks":{"substitutionVariables":{"a":"x","b":["y",1,""],"c":5}},"#
            + #""appclips":{"apps":["d",null,"e"]},"webcredentials":{"apps":"f"}}"#
        let source = SourceFile(name: "a", bytes: Array(text.utf8))
        let document = try #require(Document.read(source).document)
        #expect(
            document.variables == [
                SubstitutionVariable(name: "a", values: ["x"]),
                SubstitutionVariable(name: "b", values: ["y", ""]),
            ])
        #expect(document.apps(of: .appClips) == ["d", "e"])
        #expect(document.apps(of: .webCredentials) == [])
    }
}
