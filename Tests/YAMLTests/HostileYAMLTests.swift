import Diagnostics
import Testing
import YAML

/// Texts that are made to exhaust, hang or confuse a reader.
struct `Hostile YAML` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let findings: String

        init(_ description: String, _ bytes: [UInt8], _ findings: String) {
            testDescription = description
            self.bytes = bytes
            self.findings = findings
        }

        init(_ description: String, _ text: String, _ findings: String) {
            self.init(description, Array(text.utf8), findings)
        }
    }

    static let encodings = [
        Case(
            "a byte order mark", [0xEF, 0xBB, 0xBF, 0x61],
            """
            a.yaml:1:1: error: the file begins with a byte order mark [yaml-encoding]
              1 | \\u{feff}a
                | ^
              hint: save it as UTF-8 without a byte order mark

            """),
        Case(
            "UTF-16 with its mark", [0xFF, 0xFE, 0x61, 0],
            """
            a.yaml: error: the file is UTF-16 or UTF-32, not UTF-8 [yaml-encoding]
              hint: save it as UTF-8

            """),
        Case(
            "UTF-16 without its mark", [0, 0x61, 0, 0x62],
            """
            a.yaml: error: the file is UTF-16 or UTF-32, not UTF-8 [yaml-encoding]
              hint: save it as UTF-8

            """),
        Case(
            "a byte that is not UTF-8", Array("a: b\nc: ä".utf8) + [0xE4, 0x0A],
            """
            a.yaml:2:5: error: the byte 0xE4 is not UTF-8 [yaml-encoding]
              2 | c: ä\u{FFFD}
                |     ^
              hint: save the file as UTF-8

            """),
        Case(
            "an overlong encoding", [0x61, 0xC0, 0xAF],
            """
            a.yaml:1:2: error: the byte 0xC0 is not UTF-8 [yaml-encoding]
              1 | a\u{FFFD}\u{FFFD}
                |  ^
              hint: save the file as UTF-8

            """),
        Case(
            "a cut sequence at the end", [0x61, 0xE2, 0x82],
            """
            a.yaml:1:2: error: the byte 0xE2 is not UTF-8 [yaml-encoding]
              1 | a\u{FFFD}
                |  ^
              hint: save the file as UTF-8

            """),
        Case(
            "NUL", "ab: c\u{0}d",
            """
            a.yaml:1:6: error: the character U+0000 cannot stand in a configuration [yaml-encoding]
              1 | ab: c\\u{0}d
                |      ^
              hint: remove it, or write it as "\\u0000" in double quotes

            """),
        Case(
            "an escape character", "a: \u{1B}[2J",
            """
            a.yaml:1:4: error: the character U+001B cannot stand in a configuration [yaml-encoding]
              1 | a: \\u{1b}[2J
                |    ^
              hint: remove it, or write it as "\\u001B" in double quotes

            """),
        Case(
            "a control character of two bytes", "a: \u{85}b",
            """
            a.yaml:1:4: error: the character U+0085 cannot stand in a configuration [yaml-encoding]
              1 | a: \\u{85}b
                |    ^
              hint: remove it, or write it as "\\u0085" in double quotes

            """),
        Case(
            "a separator of lines", "ä: \u{2028}b",
            """
            a.yaml:1:4: error: the character U+2028 cannot stand in a configuration [yaml-encoding]
              1 | ä: \\u{2028}b
                |    ^
              hint: remove it, or write it as "\\u2028" in double quotes

            """),
        Case(
            "a lone carriage return", "a: b\rc: d",
            """
            a.yaml:1:5: error: a carriage return stands without a line feed [yaml-encoding]
              1 | a: b\\u{d}c: d
                |     ^
              hint: save the file with line feeds at the ends of lines

            """),
        Case(
            "a byte order mark in the middle", "a: \u{FEFF}b",
            """
            a.yaml:1:4: error: the character U+FEFF cannot stand in a configuration [yaml-encoding]
              1 | a: \\u{feff}b
                |    ^
              hint: remove it, or write it as "\\uFEFF" in double quotes

            """),
    ]

    @Test(arguments: encodings)
    func `is refused for its encoding, with the place`(_ item: Case) {
        let document = Reading.read(item.bytes)
        #expect(Reading.findings(document) == item.findings)
        #expect(document.root == nil)
    }

    // MARK: Limits

    private static func small() -> YAMLLimits {
        var limits = YAMLLimits()
        limits.fileBytes = 200
        limits.depth = 3
        limits.nodes = 20
        limits.aliasedNodes = 6
        limits.scalarBytes = 8
        limits.findings = 1
        return limits
    }

    static let limited = [
        Case(
            "a file that is too large", String(repeating: "#", count: 201),
            "a.yaml: error: the file is larger than 200 bytes [yaml-limit]\n"
                + "  hint: split it with 'include'\n"),
        Case(
            "lists too deep", "a: [[[x]]]",
            """
            a.yaml:1:6: error: lists and mappings are nested more than 3 deep [yaml-limit]
              1 | a: [[[x]]]
                |      ^

            """),
        Case(
            "aliases too deep", "- &a [[x]]\n- [*a]\n",
            """
            a.yaml:2:4: error: lists and mappings are nested more than 3 deep [yaml-limit]
              2 | - [*a]
                |    ^

            """),
        Case(
            "too many values", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]",
            """
            a.yaml:1:53: error: the file holds more than 20 values and keys [yaml-limit]
              1 | [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]
                |                                                     ^
              hint: split it over several servers

            """),
        Case(
            "aliases for too many values", "[&a [1, 2], *a, *a, *a]",
            """
            a.yaml:1:21: error: aliases stand for more than 6 values and keys [yaml-limit]
              1 | [&a [1, 2], *a, *a, *a]
                |                     ^
              hint: write the values out

            """),
        Case(
            "a text too long", "a: 123456789",
            """
            a.yaml:1:4: error: a text is longer than 8 bytes [yaml-limit]
              1 | a: 123456789
                |    ^

            """),
        Case(
            "too many duplicate keys", "{a: 1, a: 2, a: 3}",
            """
            a.yaml:1:8: error: the key 'a' stands twice in this mapping [yaml-duplicate-key]
              1 | {a: 1, a: 2, a: 3}
                |        ^
              hint: keep one of the two
            a.yaml:1:2: note: the first is here
            a.yaml:1:11: error: the file has more than 1 findings [yaml-limit]
              1 | {a: 1, a: 2, a: 3}
                |           ^
              hint: correct the first ones

            """),
        Case(
            "an alias inside its own anchor", "&a [*a]",
            """
            a.yaml:1:5: error: no anchor named 'a' is above [yaml-unknown-alias]
              1 | &a [*a]
                |     ^
              hint: put quotes around a value that begins with '*'

            """),
    ]

    @Test(arguments: limited)
    func `is refused at a limit`(_ item: Case) {
        let document = Reading.read(item.bytes, limits: Self.small())
        #expect(Reading.findings(document) == item.findings)
        #expect(document.root == nil)
    }

    @Test func `is taken at exactly the limits`() {
        let texts = [
            String(repeating: "#", count: 200), "a: [[x]]", "- &a [x]\n- [*a]\n",
            "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]", "[&a [1, 2], *a, *a]",
            "a: 12345678",
        ]
        for text in texts {
            #expect(Reading.findings(Reading.read(text, limits: Self.small())) == "")
        }
    }

    // MARK: Bombs, with the limits of the product

    @Test func `is refused as a billion laughs`() {
        var text = "a0: &a0 [lol]\n"
        for level in 1...40 {
            let alias = "*a\(level - 1)"
            let list = Array(repeating: alias, count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(list)]\n"
        }
        let document = Reading.read(text)
        #expect(document.findings.map(\.id) == ["yaml-limit"])
        #expect(document.root == nil)
    }

    @Test func `is refused as a chain of doubling mappings`() {
        var text = "a0: &a0 {x: y}\n"
        for level in 1...60 {
            text += "a\(level): &a\(level) {l: *a\(level - 1), r: *a\(level - 1)}\n"
        }
        #expect(Reading.read(text).findings.map(\.id) == ["yaml-limit"])
    }

    @Test(arguments: ["[", "{", "- ", "{a: ", "[{a: ", "? "])
    func `is refused when it only opens`(_ opening: String) {
        let document = Reading.read(String(repeating: opening, count: 50_000))
        #expect(document.findings.count == 1)
        #expect(document.root == nil)
    }

    @Test func `is read when one line holds a great many values`() {
        let text = "[" + Array(repeating: "a", count: 20_000).joined(separator: ",") + "]"
        guard case .sequence(let items) = Reading.read(text).root?.content else {
            Issue.record("no list")
            return
        }
        #expect(items.count == 20_000)
    }

    @Test func `has an answer when cut at every byte`() {
        let text = """
            %YAML 1.1
            ---
            a: &x [1, 'two', "th\\u0072ee", {four: ~}]
            b: >-
              folded
              text
            ? größe
            : *x   # a comment
            c: !!str no
            ...

            """
        let bytes = Array(text.utf8)
        var roots = 0
        for count in 0...bytes.count {
            let document = Reading.read(Array(bytes[..<count]))
            let hasError = document.findings.contains { $0.severity == .error }
            // Without a root there is an error, or nothing but marks and comments.
            #expect(document.root != nil || hasError || count <= 13)
            for finding in document.findings { #expect(finding.location != nil) }
            roots += document.root == nil ? 0 : 1
        }
        #expect(roots > 20)
        #expect(Reading.findings(Reading.read(bytes)) == "")
    }

    @Test func `has an answer when any byte is another`() {
        let bytes = Array("a: &x [1, 'two', \"three\"]\nb: {c: *x, ? d : e}\n".utf8)
        for index in bytes.indices {
            for byte in [UInt8](0...255) {
                var changed = bytes
                changed[index] = byte
                let document = Reading.read(changed)
                #expect(document.root != nil || !document.findings.isEmpty)
            }
        }
    }
}
