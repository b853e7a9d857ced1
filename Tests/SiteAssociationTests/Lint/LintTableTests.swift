import Foundation
import SiteAssociation
import Testing

struct `The README's table of lint rules` {
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "README.md")

    private static let begin = "<!-- lint rules -->\n"
    private static let end = "<!-- /lint rules -->\n"

    private var table: String {
        let rows = LintRules.all.map { rule in
            "| \(rule.id) | \(rule.severity.rawValue) | \(cell(rule.summary)) "
                + "| `\(rule.example)` | `\(rule.fix)` |\n"
        }
        return "| rule | severity | why | for instance | instead |\n|---|---|---|---|---|\n"
            + rows.joined()
    }

    /// Stars and dollar signs mean something in Markdown.
    private func cell(_ text: String) -> String {
        text.replacing("*", with: "\\*").replacing("$", with: "\\$")
    }

    @Test func `is that of the program`() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(text.range(of: Self.begin)).upperBound
        let end = try #require(text.range(of: Self.end)).lowerBound
        let environment = ProcessInfo.processInfo.environment
        if environment["UPDATE_FIXTURES"] == "1", environment["CI"] == nil {
            let updated = text[..<start] + table + text[end...]
            try String(updated).write(to: Self.file, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start..<end] == table)
        }
    }

    @Test func `shows nothing that breaks a table`() {
        let texts = LintRules.all.flatMap { [$0.summary, $0.example, $0.fix] }
        #expect(texts.filter { $0.contains("|") || $0.contains("`") } == [])
    }
}
