import Diagnostics
import YAML

/// Reads texts as YAML and shows trees as one line, with the place of each node.
enum Reading {
    static func read(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) -> YAMLDocument {
        YAMLReader.read(SourceFile(name: "a.yaml", bytes: bytes), limits: limits)
    }

    static func read(_ text: String, limits: YAMLLimits = YAMLLimits()) -> YAMLDocument {
        read(Array(text.utf8), limits: limits)
    }

    static func findings(_ document: YAMLDocument) -> String {
        DiagnosticText().text(for: document.findings)
    }

    /// The tree: `{key@1:1=plain@1:6}`, quoted texts in double quotes.
    static func shown(_ node: Node?) -> String {
        guard let node else { return "nothing" }
        let place = "@\(node.location.line ?? 0):\(node.location.column ?? 0)"
        switch node.content {
        case .scalar(let scalar):
            return (scalar.isPlain ? scalar.text : "\"\(scalar.text)\"") + place
        case .sequence(let items):
            return "[" + items.map(shown).joined(separator: ", ") + "]" + place
        case .mapping(let entries):
            let parts = entries.map {
                "\($0.key)@\($0.location.line ?? 0):\($0.location.column ?? 0)=\(shown($0.value))"
            }
            return "{" + parts.joined(separator: ", ") + "}" + place
        }
    }
}
