import Diagnostics
import SiteAssociation

/// A verdict that a server answered with, read back for people.
struct VerdictText {
    /// The verdict in one line.
    let summary: String
    /// Its findings, without the lines of the files, which the server has.
    let findings: [Diagnostic]

    /// Reads an answer; `nil` when it is none of ours.
    init?(_ root: JSONNode) {
        let value = root.value
        guard case .string(let summary) = value["summary"],
            case .array(let findings) = value["diagnostics"]
        else { return nil }
        self.summary = summary
        self.findings = findings.compactMap(Self.finding)
    }

    private static func finding(_ value: JSONValue) -> Diagnostic? {
        guard let message = text(value, "message"), let id = text(value, "id"),
            let severity = text(value, "severity").flatMap(Severity.init)
        else { return nil }
        var finding = Diagnostic(
            severity, Diagnostic.printable(id), Diagnostic.printable(message),
            at: location(value), hint: text(value, "hint").map { Diagnostic.printable($0) })
        if case .array(let notes) = value["notes"] {
            finding.notes = notes.map {
                Diagnostic.Note(
                    Diagnostic.printable(text($0, "message") ?? ""), at: location($0))
            }
        }
        return finding
    }

    private static func location(_ value: JSONValue) -> Location? {
        guard let file = text(value, "file") else { return nil }
        let source = SourceFile(name: file)
        guard let line = number(value, "line"), let column = number(value, "column") else {
            return Location(file: source)
        }
        return Location(source, line: line, column: column)
    }

    private static func text(_ value: JSONValue, _ key: String) -> String? {
        guard case .string(let text) = value[key] else { return nil }
        return text
    }

    private static func number(_ value: JSONValue, _ key: String) -> Int? {
        guard case .number(let text) = value[key] else { return nil }
        return Int(text)
    }
}
