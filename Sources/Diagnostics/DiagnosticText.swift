/// Renders findings as text for people: the only place that decides how they look.
package struct DiagnosticText: Sendable {
    /// How many findings are printed before the rest is only counted.
    package static let findingLimit = 50

    /// Creates a renderer.
    package init() {}

    /// Returns findings as text in the order given, each line ended by a line feed.
    ///
    /// After ``findingLimit`` findings the rest is counted in one line.
    package func text(for findings: some Collection<Diagnostic>) -> String {
        var text = ""
        for finding in findings.prefix(Self.findingLimit) {
            text += self.text(for: finding)
        }
        let rest = findings.count - Self.findingLimit
        if rest > 0 {
            text += "… and \(rest) more \(rest == 1 ? "finding" : "findings")\n"
        }
        return text
    }

    /// Returns one finding as text: head, source line with caret, hint and notes.
    package func text(for finding: Diagnostic) -> String {
        var text = head(finding.location)
        text += "\(finding.severity.rawValue): \(finding.message) [\(finding.id)]\n"
        text += excerpt(finding.location)
        if let hint = finding.hint { text += "  hint: \(hint)\n" }
        for note in finding.notes {
            text += head(note.location) + "note: \(note.message)\n"
        }
        return text
    }

    private func head(_ location: Location?) -> String {
        location.map { "\(Diagnostic.printable($0.description)): " } ?? ""
    }

    private func excerpt(_ location: Location?) -> String {
        guard let location, let line = location.line, let column = location.column,
            let source = location.source.text(ofLine: line)
        else { return "" }
        let scalars = Array(source.unicodeScalars)
        let start = max(0, min(column - 1, scalars.count) - 120)
        let window = scalars[start..<min(scalars.count, start + 200)]
        let number = String(line)
        var shown = ""
        var pad = ""
        for (offset, scalar) in window.enumerated() {
            let piece = scalar == "\t" ? "\t" : Diagnostic.printable(String(scalar))
            shown += piece
            guard start + offset < column - 1 else { continue }
            pad += scalar == "\t" ? "\t" : String(repeating: " ", count: piece.unicodeScalars.count)
        }
        let gutter = String(repeating: " ", count: number.count)
        return "  \(number) | \(shown)\n  \(gutter) | \(pad)^\n"
    }
}
