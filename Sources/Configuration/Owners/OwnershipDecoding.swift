import Diagnostics
import YAML

/// What one file claims for itself, and for whom.
struct OwnershipDraft: Sendable {
    /// The owner that the include names, or the name of the file.
    var owner: String
    var source: SourceFile
    var hosts: [Located<String>] = []
    var apps: [Located<String>] = []
    var paths: [Located<String>] = []
}

/// A file to include, and whose it is.
struct Include: Sendable {
    var path: Located<String>
    var owner: String?
}

/// Decodes `owns`, and the owners of includes.
struct OwnershipDecoding {
    let decoder: NodeDecoder

    /// Adds what a file claims to the draft.
    func define(_ field: Field?, owner: String?, _ draft: inout Draft) {
        guard let field,
            let fields = decoder.fields(field.value, of: .owns, named: "'owns'")
        else { return }
        let source = field.location.source
        var claims = OwnershipDraft(owner: owner ?? source.name, source: source)
        claims.hosts = decoder.texts(fields["hosts"]) ?? []
        claims.apps = decoder.texts(fields["apps"]) ?? []
        claims.paths = (decoder.texts(fields["paths"]) ?? []).compactMap(path)
        draft.claims.append(claims)
    }

    /// Returns a prefix of paths without the `*` that it may end in.
    private func path(_ text: Located<String>) -> Located<String>? {
        let prefix = text.value.hasSuffix("*") ? String(text.value.dropLast()) : text.value
        guard prefix.hasPrefix("/"), prefix.utf8.count > 1,
            !prefix.contains(where: { "*?".contains($0) }), !prefix.contains("$(")
        else {
            decoder.error(
                "owned-path-prefix", "\(quoted(text.value)) is not a prefix of paths",
                at: text.location, hint: "write it as /NAME/")
            return nil
        }
        return Located(value: prefix, location: text.location)
    }

    /// Decodes `include`.
    func includes(_ field: Field?) -> [Include] {
        guard let field else { return [] }
        var nodes = [field.value]
        if case .sequence(let items) = field.value.content { nodes = items }
        return nodes.compactMap(include).filter { decoder.isPath($0.path) }

        func include(_ node: Node) -> Include? {
            guard case .mapping = node.content else {
                return decoder.text(node, named: "'include'", takes: field.key.takes)
                    .map { Include(path: $0) }
            }
            guard let fields = decoder.fields(node, of: .include, named: "an include"),
                let path = decoder.required("file", in: fields, of: "an include")
            else { return nil }
            return Include(path: path, owner: decoder.text(fields["owner"])?.value)
        }
    }
}
