package import Diagnostics

/// Runs the rules over documents and puts their findings in order.
package struct Linter: Sendable {
    private let rules: [any LintRule.Type]

    /// Creates a linter.
    ///
    /// - Parameters:
    ///   - only: The ids of the rules to run, or `nil` for all.
    ///   - ignored: The ids of rules to leave out.
    ///   - hasNotes: Whether rules are run that find nothing but notes.
    package init(only: Set<String>? = nil, ignored: Set<String> = [], hasNotes: Bool = true) {
        rules = LintRules.all.filter { rule in
            (only?.contains(rule.id) ?? true) && !ignored.contains(rule.id)
                && (hasNotes || rule.severity != .note)
        }
    }

    /// Returns what is found in a file: what makes it no JSON, or what the rules find.
    package func findings(in source: SourceFile) -> [Diagnostic] {
        let reading = Document.read(source)
        guard let document = reading.document else { return reading.findings }
        return findings(in: LintSubject(document, sizeBytes: source.bytes.count))
    }

    /// Returns what the rules find, in the order of the document.
    package func findings(in subject: LintSubject) -> [Diagnostic] {
        let found = rules.flatMap { $0.findings(in: subject) }
        guard found.count > 1 else { return found }
        let keyed = found.enumerated().map { offset, finding in
            let place = finding.location
            return (key: (place?.line ?? 0, place?.column ?? 0, offset), finding: finding)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.finding)
    }
}
