import Diagnostics
import Testing

struct `A line over the limit` {
    @Test func `is not shown, and the finding still has its place`() {
        let text = String(repeating: "x", count: SourceFile.lineLimitBytes + 1) + "\nshort\n"
        let source = SourceFile(name: "a.yaml", bytes: Array(text.utf8))
        #expect(source.text(ofLine: 1) == nil)
        #expect(source.text(ofLine: 2) == "short")
        let finding = Diagnostic(
            .error, "x", "it is long", at: Location(source, line: 1, column: 9), hint: "cut it")
        #expect(
            DiagnosticText().text(for: finding) == """
                a.yaml:1:9: error: it is long [x]
                  hint: cut it

                """)
    }
}
