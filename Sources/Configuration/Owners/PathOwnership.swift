import Diagnostics
import SiteAssociation

/// Looks for rules that offer an app the paths that another file owns.
///
/// A rule offers them when its pattern matches any path that begins with the prefix.
/// Excludes stay away from paths, so they touch none; one for all of a prefix also lets a later
/// rule of the same list be as wide as it likes.
struct PathOwnership {
    /// A beginning of paths, and who claims it.
    struct PathClaim: Sendable {
        var prefix: String
        var claim: Ownership.Claim
    }

    let claims: [PathClaim]
    private let draft: Draft
    private let decoder: NodeDecoder
    private let reach: PathReach
    /// Whether any environment lets letter case be ignored.
    private let isFolded: Bool

    init(_ draft: Draft, _ decoder: NodeDecoder) {
        self.draft = draft
        self.decoder = decoder
        // What a value of tenants makes of a variable is not looked at row by row.
        let mayHaveValues = !draft.tenants.items.isEmpty
        reach = PathReach(
            variables: draft.variables.items.map { item in
                let values = item.value.map {
                    mayHaveValues && TemplateText.isNeeded(for: $0.value) ? "*" : $0.value
                }
                return SubstitutionVariable(name: item.name, values: values)
            })
        isFolded =
            draft.environments.items.contains { $0.value.defaults.caseSensitive == false }
            || draft.apps.items.contains { $0.value.defaults.caseSensitive == false }
        var claims: [PathClaim] = []
        for file in draft.claims {
            for path in file.paths {
                if let first = claims.first(where: { $0.prefix == path.value })?.claim {
                    Ownership.reportTwice("the path", path, first, decoder)
                    continue
                }
                let claim = Ownership.Claim(
                    owner: file.owner, source: file.source, location: path.location)
                claims.append(PathClaim(prefix: path.value, claim: claim))
            }
        }
        self.claims = claims
    }

    /// Reports all of them, but for those that values of tenants make.
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
        for claim in claims where claim.claim.source !== user.source {
            for pattern in patterns where claim.claim.source !== pattern.location.source {
                let path = pattern.component.path ?? "*"
                if Self.excludesAll(pattern, path, claim.prefix) { break }
                guard !pattern.component.isExcluded, touches(pattern, path, claim.prefix) else {
                    continue
                }
                decoder.report(Self.finding(path, claim, at: pattern.location))
            }
        }
    }

    /// Whether a rule keeps all later ones away from paths that begin with a prefix.
    static func excludesAll(_ pattern: Pattern, _ path: String, _ prefix: String) -> Bool {
        let component = pattern.component
        return component.isExcluded && path == prefix + "*" && component.query == nil
            && component.fragment == nil
    }

    /// Whether a rule can match a path that begins with a prefix.
    ///
    /// - Parameters:
    ///   - pattern: The rule.
    ///   - path: Its path, with the values of a row.
    ///   - prefix: The beginning of paths.
    /// - Returns: Whether there is such a path, whatever stands before the rule.
    func touches(_ pattern: Pattern, _ path: String, _ prefix: String) -> Bool {
        var reach = reach
        let isFolded = pattern.component.caseSensitive.map { !$0 } ?? isFolded
        return reach.reaches(path, prefix: prefix, isFolded: isFolded)
    }

    /// Returns what to say of a rule.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - claim: Who owns what it reaches.
    ///   - location: Where the path comes from: for that of a tenant the row.
    ///   - template: The rule with its placeholders.
    /// - Returns: The finding, with notes at the rule and at the claim.
    static func finding(
        _ path: String, _ claim: PathClaim, at location: Location, template: Location? = nil
    ) -> Diagnostic {
        let rule = template.map { [Diagnostic.Note("the rule stands here", at: $0)] } ?? []
        return Diagnostic(
            .error, "owned-path",
            "the rule \(quoted(path)) reaches \(quoted(claim.prefix)), which belongs to "
                + quoted(claim.claim.owner), at: location,
            hint:
                "put \(quoted("NOT \(claim.prefix)*")) before it, or leave the paths to that file",
            notes: rule + [Diagnostic.Note("they are claimed here", at: claim.claim.location)])
    }
}
