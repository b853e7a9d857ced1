import Diagnostics
import SiteAssociation
import Testing

/// Bytes that are not JSON, and everything that is said about them.
struct MistakeCase: CustomTestStringConvertible, Sendable {
    var fixture: Fixture.Case
    var testDescription: String { fixture.name }

    static let all = Fixture(named: "json-mistakes.txt").cases.map(MistakeCase.init)
}

/// A text that is JSON, and how its value is written.
struct ReadCase: CustomTestStringConvertible, Sendable {
    var text: String
    var written: String
    var testDescription: String { text }

    init(_ text: String, _ written: String? = nil) {
        self.text = text
        self.written = written ?? text
    }

    static let all: [ReadCase] = [
        .init("{}"), .init("[]"), .init("0"), .init("-0"), .init(" \t\r\n1 \t\r\n", "1"),
        .init("[1.5,1E5,1e+05,-0.0e-1,12345678901234567890]"),
        .init("[true,false,null]"), .init(#""""#), .init(#"{"":{"":[]}}"#),
        .init(#"{ "a" : [ 1 , 2 ] , "b" : { } }"#, #"{"a":[1,2],"b":{}}"#),
        .init(#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\u000a\u000d\u0009""#),
        .init(#""\u0041\u00e9\u20AC\ud83d\uDE00\u0000""#, #""Aé€😀\u0000""#),
        .init("\"\u{7F}\u{80}\u{FFFE}\u{10FFFF}\""),
        .init(#"{"é":1,"e\#u{301}":2}"#),
    ]
}

struct `JSON reader` {
    @Test(arguments: ReadCase.all)
    func `reads what RFC 8259 allows`(_ example: ReadCase) {
        let reading = JSONReader.read(SourceFile(name: "a", bytes: Array(example.text.utf8)))
        #expect(reading.findings.isEmpty)
        #expect(reading.root?.value.text() == example.written)
    }

    @Test(arguments: MistakeCase.all)
    func `names each mistake and where it is`(_ example: MistakeCase) {
        let reading = JSONReader.read(SourceFile(name: "a", bytes: example.fixture.input))
        #expect(reading.root == nil)
        #expect(DiagnosticText().text(for: reading.findings) == example.fixture.expected)
    }

    @Test func `has a case for each of its mistakes`() {
        #expect(MistakeCase.all.count == 53)
    }

    @Test func `knows line and column of every key and value`() throws {
        let text = "{ \"é\": [1,\n\t{\"b\" : \"x\"}, null],\r\n\"😀\":true}"
        let root = try #require(
            JSONReader.read(SourceFile(name: "a", bytes: Array(text.utf8))).root)
        var places: [String] = []
        collectPlaces(root, into: &places)
        #expect(
            places == [
                "an object 1:1", "é 1:3", "an array 1:8", "a number 1:9", "an object 2:2",
                "b 2:3", "a string 2:9", "null 2:15", "😀 3:1", "a boolean 3:5",
            ])
    }

    private func collectPlaces(_ node: JSONNode, into places: inout [String]) {
        places.append("\(node.kind) \(node.location.description.dropFirst(2))")
        for element in node.elements ?? [] { collectPlaces(element, into: &places) }
        for member in node.members ?? [] {
            places.append("\(member.key) \(member.location.description.dropFirst(2))")
            collectPlaces(member.value, into: &places)
        }
    }

    @Test func `reads lists 64 deep and refuses the 65th`() {
        let deep = { (depth: Int) in
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return JSONReader.read(SourceFile(name: "a", bytes: Array(text.utf8)))
        }
        #expect(deep(JSONReader.depthLimit).findings.isEmpty)
        #expect(deep(JSONReader.depthLimit + 1).findings.map(\.id) == ["json-too-deep"])
        #expect(deep(1_000_000).findings.map(\.id) == ["json-too-deep"])
    }

    @Test func `refuses a file above the size limit before looking at it`() {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: JSONReader.sizeLimitBytes + 1)
        let reading = JSONReader.read(SourceFile(name: "a", bytes: bytes))
        #expect(
            DiagnosticText().text(for: reading.findings)
                == "a: error: the file is larger than 16777216 bytes [json-too-large]\n")
    }

    @Test func `stops after a hundred findings`() {
        let text = "[" + String(repeating: "[1,],", count: 1000) + "1]"
        let reading = JSONReader.read(SourceFile(name: "a", bytes: Array(text.utf8)))
        #expect(
            reading.findings.map(\.id)
                == Array(repeating: "json-trailing-comma", count: JSONReader.findingLimit))
    }
}
