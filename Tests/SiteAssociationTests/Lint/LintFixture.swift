import Diagnostics
import Foundation
import SiteAssociation
import Testing

/// The fixture of one rule: documents, and everything that the rule says about each.
struct LintFixture {
    static let folder = Fixture.folder.appending(path: "Lint")

    /// The case of a fixture, fit for a test's argument.
    struct Case: CustomTestStringConvertible, Sendable {
        var rule: String
        var name: String
        var input: [UInt8]
        var expected: String
        var testDescription: String { "\(rule): \(name)" }

        /// Cases whose names begin so expect nothing.
        var isFine: Bool { name.hasPrefix("fine: ") }

        /// What the rule says about the document.
        var findings: [Diagnostic] {
            LintRules.rule(rule)?.findings(in: subject) ?? []
        }

        /// A document may follow its size; a list of hosts stands for a configuration's.
        private var subject: LintSubject {
            let text = String(decoding: input, as: UTF8.self)
            if text.hasPrefix("hosts:") { return hosts(text) }
            var json = text[...]
            var size = input.count
            if text.hasPrefix("size:"), let blank = text.firstIndex(of: " ") {
                size = Int(text[..<blank].dropFirst(5)) ?? 0
                json = text[text.index(after: blank)...]
            }
            let source = SourceFile(name: "a.json", bytes: Array(json.utf8))
            guard let document = Document.read(source).document else {
                return LintSubject(Association(), places: AssociationPlaces())
            }
            return LintSubject(document, sizeBytes: size)
        }

        private func hosts(_ text: String) -> LintSubject {
            let source = SourceFile(name: "a.yaml", bytes: input)
            var offset = 6
            let hosts = text.dropFirst(6).split(separator: " ").map { name in
                defer { offset += name.utf8.count + 1 }
                return LintSubject.Host(String(name), at: source.location(ofOffset: offset))
            }
            return LintSubject(Association(), places: AssociationPlaces(hosts: hosts))
        }
    }

    /// Returns the cases of a rule; none when it has no fixture.
    static func cases(of rule: String) -> [Case] {
        Fixture(named: "Lint/\(rule).txt").cases.map {
            Case(rule: rule, name: $0.name, input: $0.input, expected: $0.expected)
        }
    }

    static let all: [Case] = {
        let environment = ProcessInfo.processInfo.environment
        if environment["UPDATE_FIXTURES"] == "1", environment["CI"] == nil { try? update() }
        return LintRules.all.flatMap { cases(of: $0.id) }
    }()

    /// Writes what the rules say now into the fixtures, for people to read in the difference.
    private static func update() throws {
        for rule in LintRules.all {
            let file = folder.appending(path: rule.id + ".txt")
            let text = try String(contentsOf: file, encoding: .utf8)
            let parts = text.components(separatedBy: "\n=== ")
            var result = parts[0]
            for (part, example) in zip(parts.dropFirst(), cases(of: rule.id)) {
                let head = part.components(separatedBy: "\n").prefix(2).joined(separator: "\n")
                result += "\n=== \(head)\n" + DiagnosticText().text(for: example.findings)
            }
            try result.write(to: file, atomically: true, encoding: .utf8)
        }
    }
}
