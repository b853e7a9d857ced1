import SiteAssociation
import Testing

/// A value and its compact text.
struct WriterCase: CustomTestStringConvertible, Sendable {
    var value: JSONValue
    var text: String
    var testDescription: String { text }

    static let all: [WriterCase] = [
        WriterCase(value: nil, text: "null"),
        WriterCase(value: true, text: "true"),
        WriterCase(value: false, text: "false"),
        WriterCase(value: 0, text: "0"),
        WriterCase(value: -12, text: "-12"),
        WriterCase(value: JSONValue(UInt64.max), text: "18446744073709551615"),
        WriterCase(value: .number("1.50e+3"), text: "1.50e+3"),
        WriterCase(value: "", text: #""""#),
        WriterCase(value: "a/b", text: #""a/b""#),
        WriterCase(value: "a\"b\\c", text: #""a\"b\\c""#),
        WriterCase(
            value: "\u{0}\u{8}\t\n\r\u{1F}\u{7F}",
            text: "\"\\u0000\\u0008\\u0009\\u000a\\u000d\\u001f\u{7F}\""),
        WriterCase(value: "é\u{2028}😀", text: "\"é\u{2028}😀\""),
        WriterCase(value: [], text: "[]"),
        WriterCase(value: [1, "b", [nil]], text: #"[1,"b",[null]]"#),
        WriterCase(value: [:], text: "{}"),
        WriterCase(
            value: ["b": 1, "a": ["c": true], "é\"": []],
            text: #"{"b":1,"a":{"c":true},"é\"":[]}"#),
    ]
}

struct `JSON writer` {
    @Test(arguments: WriterCase.all)
    func `writes compact text`(_ example: WriterCase) {
        #expect(example.value.text() == example.text)
    }

    @Test func `indents by two spaces and keeps empty lists on one line`() {
        let value: JSONValue = ["a": [1, ["b": nil]], "c": [], "d": [:]]
        #expect(
            value.text(indented: true) == """
                {
                  "a": [
                    1,
                    {
                      "b": null
                    }
                  ],
                  "c": [],
                  "d": {}
                }
                """)
    }

    @Test func `leaves out members without a value`() {
        let value = JSONValue(present: ["a": 1, "b": nil, "c": .null])
        #expect(value.text() == #"{"a":1,"c":null}"#)
    }

    @Test func `finds a member by its key`() {
        let value: JSONValue = ["a": 1, "b": "x"]
        #expect(value["b"] == "x")
        #expect(value["c"] == nil)
        #expect(JSONValue("a")["a"] == nil)
    }
}
