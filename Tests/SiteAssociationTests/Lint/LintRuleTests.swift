import Diagnostics
import Foundation
import SiteAssociation
import Testing

struct `Lint rules` {
    @Test(arguments: LintFixture.all)
    func `say exactly what their fixtures expect`(_ example: LintFixture.Case) {
        #expect(DiagnosticText().text(for: example.findings) == example.expected)
    }

    @Test func `have a fixture each that shows what they find and what they leave alone`() {
        var findings: [String] = []
        for rule in LintRules.all {
            let cases = LintFixture.cases(of: rule.id)
            let firing = cases.filter { !$0.isFine }
            if firing.isEmpty { findings.append("\(rule.id) never finds anything") }
            if firing.count == cases.count { findings.append("\(rule.id) leaves nothing alone") }
            findings += cases.filter { $0.expected.isEmpty != $0.isFine }.map(\.testDescription)
        }
        #expect(findings == [])
    }

    @Test func `are shown to count scalars and not bytes before the place`() {
        // A finding about the document as a whole has nothing before it.
        let exempt = ["no-apps", "document-too-large"]
        let rules = LintRules.all.map { $0.id }.filter { !exempt.contains($0) }.filter { id in
            !LintFixture.cases(of: id).flatMap(\.findings).contains(where: standsBehindOthers)
        }
        #expect(rules == [])
    }

    @Test func `have fixtures for no rule that does not exist`() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: LintFixture.folder.path(percentEncoded: false))
        let known = Set(LintRules.all.map { $0.id + ".txt" })
        #expect(names.filter { !known.contains($0) } == [])
    }

    @Test func `are named as their types`() {
        let wrong = LintRules.all.filter { kebab(String(describing: $0)) != $0.id }.map { $0.id }
        #expect(wrong == [])
        #expect(Set(LintRules.all.map { $0.id }).count == LintRules.all.count)
    }

    @Test func `find only what bears their id and is no graver than they say`() {
        let order: [Severity] = [.note, .warning, .error]
        let wrong = LintFixture.all.filter { example in
            guard let rule = LintRules.rule(example.rule) else { return true }
            return example.findings.contains { finding in
                finding.id != rule.id
                    || (order.firstIndex(of: finding.severity) ?? 0)
                        > (order.firstIndex(of: rule.severity) ?? 0)
            }
        }
        #expect(wrong.map(\.testDescription) == [])
    }

    @Test func `are each explained in one line without a full stop`() {
        let wrong = LintRules.all.filter { rule in
            [rule.summary, rule.example, rule.fix].contains { $0.isEmpty || $0.contains("\n") }
                || rule.summary.hasSuffix(".")
        }
        #expect(wrong.map { $0.id } == [])
    }

    /// Whether characters outside ASCII stand before a finding, in its line.
    private func standsBehindOthers(_ finding: Diagnostic) -> Bool {
        let column = finding.location?.column ?? 1
        let line = finding.location?.line ?? 1
        let text = finding.location?.source.text(ofLine: line) ?? ""
        return text.unicodeScalars.prefix(column - 1).contains { !$0.isASCII }
    }

    /// Words begin at capitals; initialisms such as `AppIDs` and `ASCII` are one word.
    private func kebab(_ name: String) -> String {
        name.replacing("IDs", with: "Ids")
            .replacing(/([A-Z]+)([A-Z][a-z])/) { "\($0.1)-\($0.2)" }
            .replacing(/([a-z0-9])([A-Z])/) { "\($0.1)-\($0.2)" }
            .lowercased()
    }
}
