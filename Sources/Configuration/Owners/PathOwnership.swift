import Diagnostics
import SiteAssociation

/// Looks for rules that offer an app the paths that another file owns.
///
/// A rule offers them when its pattern begins with the prefix, or has a `*` that can reach it.
/// Excludes stay away from paths, so they touch none; one for all of a prefix also lets a later
/// rule of the same list be as wide as it likes.
struct PathOwnership {
    private let draft: Draft
    private let decoder: NodeDecoder
    private let claims: [(prefix: String, claim: Ownership.Claim)]

    init(_ draft: Draft, _ decoder: NodeDecoder) {
        self.draft = draft
        self.decoder = decoder
        var claims: [(prefix: String, claim: Ownership.Claim)] = []
        for file in draft.claims {
            for path in file.paths {
                if let first = claims.first(where: { $0.prefix == path.value })?.claim {
                    Ownership.reportTwice("the path", path, first, decoder)
                    continue
                }
                claims.append(
                    (
                        path.value,
                        Ownership.Claim(
                            owner: file.owner, source: file.source, location: path.location)
                    ))
            }
        }
        self.claims = claims
    }

    /// Reports all of them.
    func check() {
        guard !claims.isEmpty else { return }
        for app in draft.apps.items { check(app.value.rules, of: app.location) }
        for environment in draft.environments.items {
            for app in environment.value.apps ?? [] { check(app.rules, of: app.name.location) }
        }
        for override in draft.overrides {
            for entries in override.ruleEntries { check(entries, of: override.location) }
        }
    }

    /// Checks the rules that something in one file gives to an app.
    private func check(_ entries: [RuleEntry]?, of user: Location) {
        let patterns = (entries ?? []).flatMap { entry in
            switch entry {
            case .pattern(let pattern): [pattern]
            case .list(let name): draft.rules[name.value]?.value ?? []
            }
        }
        for (prefix, claim) in claims where claim.source !== user.source {
            for pattern in patterns where claim.source !== pattern.location.source {
                let path = pattern.component.path ?? "*"
                if pattern.component.isExcluded {
                    if path == prefix + "*", pattern.component.query == nil,
                        pattern.component.fragment == nil
                    {
                        break
                    }
                } else if Self.touches(path, prefix) {
                    report(path, prefix, claim, at: pattern.location)
                }
            }
        }
    }

    /// Whether a pattern can match a path that begins with a prefix.
    private static func touches(_ pattern: String, _ prefix: String) -> Bool {
        var literal = ""
        for character in pattern {
            if "*?$".contains(character) { break }
            literal.append(character)
        }
        if literal.hasPrefix(prefix) { return true }
        let rest = pattern.dropFirst(literal.count)
        return prefix.hasPrefix(literal) && (rest.contains("*") || rest.contains("$("))
    }

    private func report(
        _ path: String, _ prefix: String, _ claim: Ownership.Claim, at location: Location
    ) {
        decoder.error(
            "owned-path",
            "the rule \(quoted(path)) reaches \(quoted(prefix)), which belongs to "
                + quoted(claim.owner), at: location,
            hint: "put \(quoted("NOT \(prefix)*")) before it, or leave the paths to that file",
            notes: [Diagnostic.Note("they are claimed here", at: claim.location)])
    }
}
