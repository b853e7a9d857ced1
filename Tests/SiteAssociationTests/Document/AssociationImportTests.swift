import Diagnostics
import SiteAssociation
import TestSupport
import Testing

/// A file, the association made of it, and what is said.
struct ImportCase: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var written: String
    var findings: [String]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ written: String, _ findings: String...) {
        self.name = name
        self.text = text
        self.written = written
        self.findings = findings
    }

    static let all: [ImportCase] = [
        .init("an array", "[]", "{}", "a:1:1: an array is no association"),
        .init(
            "paths", #"{"applinks":{"details":[{"appID":"a","paths":["NOT /x","*"]}]}}"#,
            #"{"applinks":{"details":[{"appIDs":["a"],"#
                + #""components":[{"/":"/x","exclude":true},{"/":"*"}]}]}}"#),
        .init(
            "legacy paths",
            #"{"applinks":{"apps":[],"details":[{"appID":"a","paths":["/x"]}]}}"#,
            #"{"applinks":{"apps":[],"details":[{"appID":"a","paths":["/x"],"#
                + #""components":[{"/":"/x"}]}]}}"#),
        .init(
            "no rules", #"{"applinks":{"details":{"a":{}}}}"#,
            #"{"applinks":{"details":[{"appIDs":["a"],"components":[{"/":"*"}]}]}}"#),
        .init(
            "apps without details", #"{"applinks":{"apps":["a"]}}"#,
            #"{"applinks":{"details":[{"appIDs":["a"],"components":[{"/":"*"}]}]}}"#,
            "a:1:14: 'apps' without 'details' gives each app every URL"),
        .init(
            "defaults of both kinds",
            #"{"applinks":{"defaults":{"/":"/d","caseSensitive":0},"#
                + #""details":[{"appID":"a","components":[{"comment":"c"},{"/":"/e"}]}]}}"#,
            #"{"applinks":{"defaults":{"caseSensitive":false},"details":[{"appIDs":["a"],"#
                + #""components":[{"/":"/d","comment":"c"},{"/":"/e"}]}]}}"#,
            "a:1:51: 'caseSensitive' is a number and is read as false"),
        .init(
            "excluded path under defaults",
            #"{"applinks":{"defaults":{"caseSensitive":false},"#
                + #""details":[{"appID":"a","paths":["NOT /x","/y"]}]}}"#,
            #"{"applinks":{"defaults":{"caseSensitive":false},"details":[{"appIDs":["a"],"#
                + #""components":[{"/":"/x","exclude":true,"caseSensitive":true},{"/":"/y"}]}]}}"#
        ),
        .init(
            "the same app twice",
            #"{"applinks":{"details":[{"appID":"a","components":[]},"#
                + #"{"appIDs":["a","b"],"components":[{"/":"/x"}]}]}}"#,
            #"{"applinks":{"details":[{"appIDs":["a"],"components":[]},"#
                + #"{"appIDs":["b"],"components":[{"/":"/x"}]}]}}"#,
            "a:1:55: only the first entry of app 'a' counts, not this one"),
        .init(
            "unknown keys",
            #"{"x":1,"applinks":{"y":2,"details":[{"appID":"a","relativeOrder":1,"paths":[]}]},"#
                + #""appclips":{"apps":["c","c",4],"details":[]}}"#,
            #"{"applinks":{"details":[{"appIDs":["a"],"components":[]}]},"#
                + #""appclips":{"apps":["c"]}}"#,
            "a:1:2: key 'x' is unknown here and is left out",
            "a:1:20: key 'y' is unknown here and is left out",
            "a:1:50: key 'relativeOrder' is undocumented and is left out",
            "a:1:110: an app is a string, not a number",
            "a:1:113: key 'details' is unknown here and is left out"),
        .init(
            "variables",
            #"{"applinks":{"substitutionVariables":{"a":"x","b":["$(a)",1,"y"],"c":{}}}}"#,
            #"{"applinks":{"substitutionVariables":{"a":["x"],"b":["y"]},"details":[]}}"#,
            "a:1:52: a value of 'b' is no text without '$(', so it is left out",
            "a:1:59: a value of 'b' is no text without '$(', so it is left out",
            "a:1:70: a value of 'c' is no text without '$(', so it is left out"),
        .init(
            "paths that differ from components",
            #"{"applinks":{"apps":[],"details":[{"appID":"a","paths":["/x"],"#
                + #""components":[{"/":"/y"}]}]}}"#,
            #"{"applinks":{"apps":[],"details":[{"appID":"a","paths":["/y"],"#
                + #""components":[{"/":"/y"}]}]}}"#,
            "a:1:48: 'paths' differ from 'components', which are taken for both"),
    ]
}

struct `Association from a document` {
    private func document(_ bytes: [UInt8]) throws -> Document {
        try #require(Document.read(SourceFile(name: "a", bytes: bytes)).document)
    }

    @Test(arguments: ImportCase.all)
    func `keeps the meaning and says what it leaves out`(_ example: ImportCase) throws {
        let (association, findings) = try document(Array(example.text.utf8)).association()
        #expect(String(decoding: association.encoded(), as: UTF8.self) == example.written)
        let lines = findings.map { "\($0.location?.description ?? ""): \($0.message)" }
        #expect(lines == example.findings)
    }

    @Test func `is the association that was written`() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<300 {
            let association = RandomDocuments.association(&random)
            let (again, findings) = try document(association.encoded()).association()
            #expect(again.encoded() == association.encoded())
            #expect(again == association)
            #expect(findings.filter { $0.id.hasPrefix("import") }.isEmpty)
        }
    }

    @Test func `decides as the document does, whatever is wrong with it`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let original = try document(RandomDocuments.wild(&random).encoded())
            let before = LinkMatcher(original)
            let after = LinkMatcher(original.association().association)
            #expect(after.appIDs == before.appIDs)
            for _ in 0..<20 {
                let url = try LinkURL(RandomDocuments.url(&random))
                for appID in before.appIDs {
                    let verdicts = [before, after].map { $0.verdict(for: url, appID: appID) }
                    #expect(verdicts[0] == verdicts[1], "\(url.text) \(original.root.value.text())")
                }
            }
        }
    }
}
