import Diagnostics
import SiteAssociation
import YAML

/// Decodes rules: patterns, their shorthands, and names of rule lists.
struct RuleDecoding {
    static let exclusionPrefix = "NOT "

    let decoder: NodeDecoder

    /// Decodes the `rules` section.
    func define(_ field: Field?, _ draft: inout Draft) {
        guard let field, let entries = decoder.mapping(field.value, named: "'rules'") else {
            return
        }
        for entry in entries {
            decoder.checkName(entry, kind: "a rule list")
            decoder.define(
                Definitions.Item(
                    name: entry.key, location: entry.location, value: patterns(entry)),
                kind: "rule list", in: &draft.rules)
        }
    }

    private func patterns(_ entry: Node.Entry) -> [Pattern] {
        guard case .sequence(let items) = entry.value.content else {
            decoder.wrongType(entry.value, name: quoted(entry.key), takes: "a list of rules")
            return []
        }
        return items.compactMap { item in
            switch self.entry(item) {
            case .pattern(let pattern): return pattern
            case .list(let name):
                decoder.error(
                    "path-without-slash",
                    "a path pattern starts with '/', not \(quoted(name.value))",
                    at: name.location, hint: slashHint(name.value))
                return nil
            case nil: return nil
            }
        }
    }

    /// Decodes the rules of an app, where names of rule lists may stand.
    func entries(_ field: Field?) -> [RuleEntry]? {
        guard let field, let items = decoder.list(field) else { return nil }
        return items.compactMap(entry)
    }

    private func entry(_ node: Node) -> RuleEntry? {
        guard case .scalar = node.content else { return mapping(node).map(RuleEntry.pattern) }
        guard let text = decoder.text(node, named: "a rule", takes: "a pattern or a mapping")
        else { return nil }
        if text.value.hasPrefix("/") || text.value.hasPrefix("*") {
            return .pattern(shorthand(text.value, isExcluded: false, text))
        }
        guard text.value.hasPrefix(Self.exclusionPrefix) else { return .list(text) }
        let path = String(text.value.dropFirst(Self.exclusionPrefix.count))
        guard path.hasPrefix("/") || path.hasPrefix("*") else {
            decoder.error(
                "path-without-slash", "a path pattern starts with '/', not \(quoted(path))",
                at: text.location, hint: slashHint(path, after: Self.exclusionPrefix))
            return nil
        }
        return .pattern(shorthand(path, isExcluded: true, text))
    }

    private func shorthand(_ path: String, isExcluded: Bool, _ text: Located<String>) -> Pattern {
        Pattern(
            component: Component(path: path, isExcluded: isExcluded), location: text.location,
            texts: [text])
    }

    private func slashHint(_ path: String, after prefix: String = "") -> String? {
        path.isEmpty || path.contains(" ")
            ? nil : "write it as \(prefix)/\(Diagnostic.printable(path))"
    }

    // MARK: Mappings

    private func mapping(_ node: Node) -> Pattern? {
        guard let fields = decoder.fields(node, of: .rule, named: "a rule") else { return nil }
        var pattern = Pattern(component: Component(), location: node.location, texts: [])
        if let path = decoder.text(fields["path"]) {
            checkPath(path)
            pattern.component.path = path.value
            pattern.texts.append(path)
        }
        if let field = fields["query"] { query(field, &pattern) }
        if let fragment = decoder.text(fields["fragment"]) {
            pattern.component.fragment = fragment.value
            pattern.texts.append(fragment)
        }
        pattern.component.isExcluded = decoder.boolean(fields["exclude"]) ?? false
        pattern.component.caseSensitive = decoder.boolean(fields["case_sensitive"])
        pattern.component.percentEncoded = decoder.boolean(fields["percent_encoded"])
        pattern.component.comment = decoder.text(fields["comment"])?.value
        if fields["path"] == nil, fields["query"] == nil, fields["fragment"] == nil {
            decoder.error(
                "rule-without-pattern", "a rule has no 'path', 'query' or 'fragment'",
                at: node.location, hint: "write path: \"*\" if it is meant for every URL")
        }
        return pattern
    }

    private func checkPath(_ path: Located<String>) {
        if path.value.hasPrefix(Self.exclusionPrefix) {
            decoder.error(
                "not-in-path", "'NOT ' stands only in the short form of a rule",
                at: path.location, hint: "write the path without it and add 'exclude: true'")
        } else if !["/", "*", "$("].contains(where: path.value.hasPrefix) {
            decoder.error(
                "path-without-slash", "a path pattern starts with '/', not \(quoted(path.value))",
                at: path.location, hint: slashHint(path.value))
        }
    }

    private func query(_ field: Field, _ pattern: inout Pattern) {
        guard case .mapping(let entries) = field.value.content else {
            guard let text = decoder.text(field) else { return }
            pattern.component.query = .string(text.value)
            pattern.texts.append(text)
            return
        }
        var items: [QueryItem] = []
        for entry in entries {
            guard
                let text = decoder.text(
                    entry.value, named: quoted(entry.key),
                    takes: "a pattern (\"\" is an absent item)")
            else { continue }
            items.append(QueryItem(name: entry.key, pattern: text.value))
            pattern.texts.append(text)
        }
        if entries.isEmpty {
            decoder.error(
                "query-without-items", "'query' names no query item", at: field.value.location,
                hint: "write it as query: {name: \"?*\"}")
        }
        pattern.component.query = .items(items)
    }

    /// Decodes `defaults`, whose keys are the same wherever it stands.
    func defaults(_ field: Field?) -> Defaults {
        guard let field,
            let fields = decoder.fields(field.value, of: .defaults, named: "'defaults'")
        else { return Defaults() }
        return Defaults(
            caseSensitive: decoder.boolean(fields["case_sensitive"]),
            percentEncoded: decoder.boolean(fields["percent_encoded"]))
    }
}
