import Diagnostics
import YAML

/// A table of tenants before its rows are read.
struct TenantTableDraft: Sendable {
    enum Format: String, CaseIterable, Sendable {
        case csv
        case tsv
        case yaml
        case jsonl
    }
    /// The file, relative to the working directory.
    var file: Located<String>?
    var format: Format?
    /// The rows that stand in the configuration itself.
    var rows: [Node]?
    var key: Located<String>?
    var optional: [Located<String>] = []
}

/// The values of a column that an environment wants.
struct WhereDraft: Sendable {
    var column: Located<String>
    var values: [Located<String>]
}

/// Decodes the `tenants` section, and what environments say about it.
struct TenantDecoding {
    let decoder: NodeDecoder
    /// The directory that relative paths start from.
    let directory: String

    /// Adds the section's tables to the draft.
    func define(_ field: Field?, _ draft: inout Draft) {
        guard let field, let entries = decoder.mapping(field.value, named: "'tenants'") else {
            return
        }
        for entry in entries {
            decoder.checkName(entry, kind: "a table of tenants")
            guard let fields = decoder.fields(entry.value, of: .tenants, named: quoted(entry.key))
            else { continue }
            let table = table(fields, entry)
            guard draft.tenants.items.count < TenantLimits.tables else {
                return decoder.error(
                    "tenant-limit", "there are at most \(TenantLimits.tables) tables of tenants",
                    at: entry.location)
            }
            decoder.define(
                Definitions.Item(name: entry.key, location: entry.location, value: table),
                kind: "table", in: &draft.tenants)
        }
    }

    private func table(_ fields: Fields, _ entry: Node.Entry) -> TenantTableDraft {
        var draft = TenantTableDraft()
        let files = FileDecoding(decoder: decoder, directory: directory)
        draft.file = files.path(fields["file"])
        let format: Located<TenantTableDraft.Format>? = decoder.choice(fields["format"])
        draft.format = format?.value
        if let rows = fields["rows"] { draft.rows = decoder.list(rows) ?? [] }
        draft.key = decoder.text(fields["key"])
        draft.optional = decoder.texts(fields["optional"]) ?? []
        if fields["file"] == nil, fields["rows"] == nil {
            decoder.error(
                "missing-key", "the table \(quoted(entry.key)) has neither 'file' nor 'rows'",
                at: entry.location, hint: "add one of the two")
        } else if let rows = fields["rows"], fields["file"] != nil {
            decoder.error(
                "tenants-file-and-rows", "a table has either 'file' or 'rows'",
                at: rows.location, hint: "keep one of the two")
        } else if let file = draft.file, draft.format == nil {
            draft.format = Self.format(of: file.value)
            if draft.format == nil {
                decoder.error(
                    "tenants-format", "the name \(quoted(file.value)) does not show its format",
                    at: file.location, hint: "add 'format: csv', 'tsv', 'yaml' or 'jsonl'")
            }
        }
        return draft
    }

    private static func format(of path: String) -> TenantTableDraft.Format? {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "csv": return .csv
        case "tsv", "tab": return .tsv
        case "yaml", "yml": return .yaml
        case "jsonl", "ndjson": return .jsonl
        default: return nil
        }
    }

    /// Decodes the `where` of an environment.
    func filters(_ field: Field?) -> [WhereDraft] {
        guard let field, let entries = decoder.mapping(field.value, named: "'where'") else {
            return []
        }
        return entries.map { entry in
            let nodes: [Node]
            if case .sequence(let items) = entry.value.content {
                nodes = items
            } else {
                nodes = [entry.value]
            }
            let values = nodes.compactMap {
                decoder.text($0, named: quoted(entry.key), takes: "a value or a list of values")
            }
            return WhereDraft(
                column: Located(value: entry.key, location: entry.location), values: values)
        }
    }
}
