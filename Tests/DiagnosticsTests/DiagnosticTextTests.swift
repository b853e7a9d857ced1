import Diagnostics
import Testing

/// A source, a place in it, and the finding as it is printed.
struct ExcerptCase: CustomTestStringConvertible, Sendable {
    var name: String
    var source: String
    var line: Int
    var column: Int
    var excerpt: String
    var testDescription: String { name }

    static let all: [ExcerptCase] = [
        ExcerptCase(
            name: "first column", source: "apps:\n", line: 1, column: 1,
            excerpt: "  1 | apps:\n    | ^\n"),
        ExcerptCase(
            name: "two-digit line", source: String(repeating: "a\n", count: 10) + "bcd", line: 11,
            column: 3, excerpt: "  11 | bcd\n     |   ^\n"),
        ExcerptCase(
            name: "multi-byte text before", source: "é😀: x", line: 1, column: 5,
            excerpt: "  1 | é😀: x\n    |     ^\n"),
        ExcerptCase(
            name: "tab before", source: "\ta: b", line: 1, column: 5,
            excerpt: "  1 | \ta: b\n    | \t   ^\n"),
        ExcerptCase(
            name: "control character before", source: "a\u{1B}[31mb", line: 1, column: 7,
            excerpt: "  1 | a\\u{1b}[31mb\n    |            ^\n"),
        ExcerptCase(
            name: "direction override", source: "a\u{202E}b", line: 1, column: 1,
            excerpt: "  1 | a\\u{202e}b\n    | ^\n"),
        ExcerptCase(
            name: "carriage return and line feed", source: "ab\r\ncd\r\n", line: 1, column: 3,
            excerpt: "  1 | ab\n    |   ^\n"),
        ExcerptCase(
            name: "behind the end of the line", source: "ab\n", line: 1, column: 3,
            excerpt: "  1 | ab\n    |   ^\n"),
        ExcerptCase(
            name: "empty last line", source: "ab\n", line: 2, column: 1,
            excerpt: "  2 | \n    | ^\n"),
        ExcerptCase(name: "no such line", source: "ab\n", line: 9, column: 1, excerpt: ""),
        ExcerptCase(name: "empty file", source: "", line: 1, column: 1, excerpt: ""),
        ExcerptCase(
            name: "long line", source: String(repeating: "x", count: 500), line: 1, column: 301,
            excerpt: "  1 | " + String(repeating: "x", count: 200) + "\n    | "
                + String(repeating: " ", count: 120) + "^\n"),
    ]
}

struct `Diagnostic text` {
    @Test(arguments: ExcerptCase.all)
    func `points at the place in the source line`(_ example: ExcerptCase) {
        let source = SourceFile(name: "a.yaml", bytes: Array(example.source.utf8))
        let place = Location(source, line: example.line, column: example.column)
        let finding = Diagnostic(.error, "some-rule", "a rule is broken", at: place)
        let head = "a.yaml:\(example.line):\(example.column): error: a rule is broken [some-rule]\n"
        #expect(DiagnosticText().text(for: finding) == head + example.excerpt)
    }

    @Test func `prints hint and notes after the source line`() {
        let source = SourceFile(name: "a.yaml", bytes: Array("b: 1\nb: 2\n".utf8))
        let finding = Diagnostic(
            .warning, "duplicate-key", "key 'b' stands twice",
            at: Location(source, line: 2, column: 1), hint: "remove one of them",
            notes: [
                .init("first here", at: Location(source, line: 1, column: 1)), .init("no place"),
            ])
        #expect(
            DiagnosticText().text(for: finding) == """
                a.yaml:2:1: warning: key 'b' stands twice [duplicate-key]
                  2 | b: 2
                    | ^
                  hint: remove one of them
                a.yaml:1:1: note: first here
                note: no place

                """)
    }

    @Test func `names the file alone when there is no position`() {
        let missing = SourceFile(name: "no\nsuch.yaml")
        let finding = Diagnostic(
            .error, "file-missing", "no such file", at: Location(file: missing))
        #expect(
            DiagnosticText().text(for: finding)
                == "no\\u{a}such.yaml: error: no such file [file-missing]\n")
        #expect(
            DiagnosticText().text(for: Diagnostic(.note, "a-note", "nothing"))
                == "note: nothing [a-note]\n")
    }

    @Test(arguments: [(50, ""), (51, "… and 1 more finding\n"), (53, "… and 3 more findings\n")])
    func `counts what follows the first fifty`(count: Int, rest: String) {
        let findings = (1...count).map { Diagnostic(.error, "rule", "number \($0)") }
        let lines = (1...50).map { "error: number \($0) [rule]\n" }
        #expect(DiagnosticText().text(for: findings) == lines.joined() + rest)
    }
}

struct `One finding` {
    @Test func `quotes at most sixty characters and escapes control characters`() {
        #expect(Diagnostic.quoted("a'b") == "'a'b'")
        #expect(Diagnostic.quoted("a\u{0}\u{85}é\n") == "'a\\u{0}\\u{85}é\\u{a}'")
        let sixty = String(repeating: "é", count: 60)
        #expect(Diagnostic.quoted(sixty) == "'\(sixty)'")
        #expect(Diagnostic.quoted(sixty + "é") == "'\(sixty)…'")
        #expect(Diagnostic.quotedPath(sixty) == "'\(sixty)'")
        #expect(Diagnostic.quotedPath("/etc/é\n" + sixty) == "'…\(sixty)'")
        #expect(Diagnostic.quotedPath("/a\n.pem") == "'/a\\u{a}.pem'")
    }

    @Test func `turns warnings but not notes into errors when strict`() {
        let findings = [Severity.note, .warning, .error].map { Diagnostic($0, "rule", "text") }
        #expect(findings.strict().map(\.severity) == [.note, .error, .error])
        #expect(findings.containsError)
        #expect(!findings.dropLast().containsError)
    }
}
