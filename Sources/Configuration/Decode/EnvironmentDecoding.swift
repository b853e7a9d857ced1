import Diagnostics
import YAML

/// Decodes the `environments` section.
struct EnvironmentDecoding {
    /// The shortest and the longest `max_age`, in milliseconds.
    static let maxAgeRange: ClosedRange<Int64> = 0...31_536_000_000

    let decoder: NodeDecoder

    /// Adds the section's environments to the draft.
    func define(_ field: Field?, _ draft: inout Draft) {
        guard let field, let entries = decoder.mapping(field.value, named: "'environments'") else {
            return
        }
        draft.environments.reserve(entries.count)
        for entry in entries {
            decoder.checkName(entry, kind: "an environment")
            guard
                let fields = decoder.fields(entry.value, of: .environment, named: quoted(entry.key))
            else { continue }
            decoder.define(
                Definitions.Item(
                    name: entry.key, location: entry.location, value: environment(fields, entry)),
                kind: "environment", in: &draft.environments)
        }
    }

    private func environment(_ fields: Fields, _ entry: Node.Entry) -> EnvironmentDraft {
        var draft = EnvironmentDraft()
        draft.isEnabled = decoder.boolean(fields["enabled"]) ?? true
        let mode: Located<EnvironmentConfiguration.Mode>? = decoder.choice(fields["mode"])
        draft.mode = mode?.value ?? .production
        draft.maxAgeSeconds = maxAge(fields["max_age"])
        draft.enabledLocation = fields["enabled"]?.location
        draft.maxAgeLocation = fields["max_age"]?.location
        if let field = fields["apps"] {
            draft.apps = decoder.list(field)?.compactMap(app) ?? []
        } else {
            decoder.missing(
                "apps", of: "the environment \(quoted(entry.key))", at: entry.location)
        }
        draft.hosts = hosts(fields["hosts"], entry)
        draft.tenants = decoder.text(fields["tenants"])
        draft.filters = TenantDecoding(decoder: decoder, directory: ".")
            .filters(fields["where"])
        if let filters = fields["where"], fields["tenants"] == nil {
            decoder.error(
                "where-without-tenants", "'where' chooses rows of 'tenants', which is not here",
                at: filters.location, hint: "add 'tenants: TABLE', or remove it")
        }
        draft.hasLegacyPaths = decoder.boolean(fields["legacy_paths"]) ?? false
        draft.defaults = RuleDecoding(decoder: decoder).defaults(fields["defaults"])
        return draft
    }

    private func hosts(_ field: Field?, _ entry: Node.Entry) -> [Located<String>] {
        guard let field else {
            reportNoHosts(entry)
            return []
        }
        let hosts = decoder.texts(field)
        if case .sequence(let items) = field.value.content, items.isEmpty { reportNoHosts(entry) }
        return hosts ?? []
    }

    private func reportNoHosts(_ entry: Node.Entry) {
        decoder.warning(
            "environment-without-hosts", "the environment \(quoted(entry.key)) has no host",
            at: entry.location)
    }

    func maxAge(_ field: Field?) -> Int64? {
        guard let field,
            let age = decoder.quantity(field, unit: .duration, range: Self.maxAgeRange)
        else { return nil }
        guard age.value % 1_000 == 0 else {
            decoder.error(
                "bad-value", "'max_age' takes whole seconds", at: age.location,
                hint: "write it as \(max(1, age.value / 1_000))s")
            return nil
        }
        return age.value / 1_000
    }

    func app(_ node: Node) -> EnvironmentDraft.App? {
        if case .scalar = node.content {
            return decoder.text(node, named: "an item of 'apps'", takes: "the name of an app")
                .map { EnvironmentDraft.App(name: $0) }
        }
        guard
            let fields = decoder.fields(node, of: .environmentApp, named: "an item of 'apps'")
        else { return nil }
        let rules = RuleDecoding(decoder: decoder).entries(fields["rules"])
        guard let name = decoder.required("app", in: fields, of: "an item of 'apps'") else {
            return nil
        }
        return EnvironmentDraft.App(
            name: name, rules: rules, rulesLocation: fields["rules"]?.location)
    }
}
