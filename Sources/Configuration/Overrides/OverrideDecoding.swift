import Diagnostics
import YAML

/// Decodes the `overrides` section.
struct OverrideDecoding {
    let decoder: NodeDecoder

    /// Adds the section's overrides to the draft.
    func define(_ field: Field?, _ draft: inout Draft) {
        guard let field, let items = decoder.list(field) else { return }
        for item in items {
            guard let fields = decoder.fields(item, of: .overrides, named: "an override") else {
                continue
            }
            guard let override = override(fields) else { continue }
            guard draft.overrides.count < TenantLimits.overrides else {
                return decoder.error(
                    "override-limit", "there are at most \(TenantLimits.overrides) overrides",
                    at: item.location)
            }
            draft.overrides.append(override)
        }
    }

    private func override(_ fields: Fields) -> OverrideDraft? {
        var draft = OverrideDraft(location: fields.location)
        draft.tenants = names(fields["tenant"])
        draft.hosts = names(fields["host"])
        if fields["tenant"] == nil, fields["host"] == nil {
            decoder.error(
                "override-subject", "an override names no tenant and no host",
                at: fields.location, hint: "add 'tenant: NAME' or 'host: NAME'")
        } else if let host = fields["host"], fields["tenant"] != nil {
            decoder.error(
                "override-subject", "an override names tenants or hosts, not both",
                at: host.location, hint: "write two overrides")
        }
        draft.environments = fields["environments"].map { names($0) }
        if let field = fields["off"], let isOff = decoder.boolean(field) {
            draft.isOff = Located(value: isOff, location: field.location)
        }
        let environments = EnvironmentDecoding(decoder: decoder)
        if let field = fields["max_age"], let seconds = environments.maxAge(field) {
            draft.maxAgeSeconds = Located(value: seconds, location: field.location)
        }
        draft.apps = apps(fields["apps"])
        draft.rules = rules(fields["rules"])
        if let field = fields["add"],
            let added = decoder.fields(field.value, of: .overrideAdditions, named: "'add'")
        {
            draft.addedApps = apps(added["apps"])
            draft.addedRules = rules(added["rules"])
        }
        if draft.keys.isEmpty {
            decoder.warning(
                "override-without-effect", "the override changes nothing", at: fields.location,
                hint: "set 'off', 'max_age', 'apps', 'rules' or 'add'")
        }
        return draft
    }

    private func names(_ field: Field?) -> [Located<String>] {
        guard let field else { return [] }
        if case .sequence = field.value.content { return decoder.texts(field) ?? [] }
        return decoder.text(field).map { [$0] } ?? []
    }

    private func apps(_ field: Field?) -> Located<[EnvironmentDraft.App]>? {
        guard let field, let items = decoder.list(field) else { return nil }
        let environments = EnvironmentDecoding(decoder: decoder)
        return Located(value: items.compactMap(environments.app), location: field.location)
    }

    private func rules(_ field: Field?) -> [OverrideDraft.Rules] {
        guard let field, let entries = decoder.mapping(field.value, named: "'rules'") else {
            return []
        }
        return entries.compactMap { entry in
            guard case .sequence = entry.value.content else {
                decoder.wrongType(entry.value, name: quoted(entry.key), takes: "a list of rules")
                return nil
            }
            let list = Field(key: field.key, location: entry.location, value: entry.value)
            return RuleDecoding(decoder: decoder).entries(list).map {
                OverrideDraft.Rules(
                    app: Located(value: entry.key, location: entry.location), entries: $0,
                    location: entry.location)
            }
        }
    }
}
