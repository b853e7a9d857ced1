package import Diagnostics
package import SiteAssociation

extension Diagnostic {
    /// The finding as JSON for machines; keys without a value are left out.
    package var json: JSONValue {
        JSONValue(present: [
            "severity": .string(severity.rawValue),
            "id": .string(id),
            "message": .string(message),
            "file": location.map { .string($0.source.name) },
            "line": location?.line.map { JSONValue($0) },
            "column": location?.column.map { JSONValue($0) },
            "hint": hint.map { .string($0) },
            "notes": notes.isEmpty ? nil : .array(notes.map(\.json)),
        ])
    }
}

extension Diagnostic.Note {
    fileprivate var json: JSONValue {
        JSONValue(present: [
            "message": .string(message),
            "file": location.map { .string($0.source.name) },
            "line": location?.line.map { JSONValue($0) },
            "column": location?.column.map { JSONValue($0) },
        ])
    }
}
