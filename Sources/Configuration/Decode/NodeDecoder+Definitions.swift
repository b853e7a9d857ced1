import Diagnostics
import YAML

extension NodeDecoder {
    /// Adds a definition, or reports it as the second of its name.
    func define<Value>(
        _ item: Definitions<Value>.Item, kind: String, in definitions: inout Definitions<Value>
    ) {
        guard let first = definitions.add(item) else { return }
        error(
            "duplicate-definition", "the \(kind) \(quoted(item.name)) is defined twice",
            at: item.location, hint: "rename one of the two",
            notes: [Diagnostic.Note("the first is here", at: first.location)])
    }

    /// Reports a name that cannot be told from a pattern or a word of the configuration.
    func checkName(_ entry: Node.Entry, kind: String) {
        let isWord = entry.key.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
                || (0x61...0x7A).contains($0) || "._-".utf8.contains($0)
        }
        if isWord, !entry.key.isEmpty, entry.key.utf8.count <= 64, entry.key != "nothing" {
            return
        }
        error(
            "bad-name", "\(quoted(entry.key)) cannot be the name of \(kind)", at: entry.location,
            hint: "use up to 64 letters, digits, '-', '_' and '.'; 'nothing' is taken")
    }

    /// Whether a section or key stands for the first time over all files.
    func isFirst(_ name: String, _ field: Field, _ draft: inout Draft) -> Bool {
        guard let first = draft.singletons[name] else {
            draft.singletons[name] = field.location
            return true
        }
        error(
            "duplicate-section", "\(quoted(name)) stands once over all files", at: field.location,
            hint: "keep one of the two", notes: [Diagnostic.Note("the first is here", at: first)])
        return false
    }

    /// Returns the text of a key that must be there.
    func required(_ name: String, in fields: Fields, of owner: String) -> Located<String>? {
        guard let field = fields[name] else {
            missing(name, of: owner, at: fields.location)
            return nil
        }
        return text(field)
    }

    /// Whether a text can be a path, which is reported otherwise.
    ///
    /// The system would cut a path at a NUL; other control characters come of a variable with
    /// a line end in it, and would stand in a name that nobody can type.
    func isPath(_ text: Located<String>) -> Bool {
        if text.value.isEmpty {
            error("bad-path", "a path is not empty", at: text.location)
        } else if text.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            error(
                "bad-path",
                "the path \(Diagnostic.quotedPath(text.value)) holds a control character",
                at: text.location)
        } else {
            return true
        }
        return false
    }

    /// Reports a key that must be there.
    func missing(_ name: String, of owner: String, at location: Location) {
        error("missing-key", "\(owner) has no '\(name)'", at: location, hint: "add '\(name):'")
    }
}
