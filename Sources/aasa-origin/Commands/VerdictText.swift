import Diagnostics
import Origin
import SiteAssociation

/// A verdict that a server answered with, read back for people.
struct VerdictText {
    /// The verdict in one line.
    let summary: String
    /// What changes: a line for each group of hosts with equal changes.
    let groups: [String]
    /// Its findings, without the lines of the files, which the server has.
    let findings: [Diagnostic]

    /// Reads an answer; `nil` when it is none of ours.
    init?(_ root: JSONNode) {
        let value = root.value
        guard case .string(let summary) = value["summary"],
            case .array(let findings) = value["diagnostics"]
        else { return nil }
        self.summary = summary
        groups = Self.groups(value["groups"])
        self.findings = findings.compactMap(Self.finding)
    }

    private static func groups(_ value: JSONValue?) -> [String] {
        guard case .array(let groups) = value else { return [] }
        return groups.compactMap { group in
            guard let change = text(group, "change"), let count = number(group, "count"),
                case .array(let hosts) = group["hosts"]
            else { return nil }
            let names = hosts.compactMap { host -> String? in
                guard case .string(let name) = host else { return nil }
                return Diagnostic.printable(name)
            }
            let rest = count - names.count
            return "\(Diagnostic.printable(change)): \(names.joined(separator: ", "))"
                + (rest > 0 ? " and \(Count.text(rest)) more" : "")
                + (text(group, "what").map { ": \(Diagnostic.printable($0))" } ?? "")
        }
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
