import Diagnostics
import SiteAssociation

/// Whether the values of a row make an app or a rule of what another file owns.
struct RowOwnership {
    /// A pattern that may come to reach what is claimed, and what stands before it.
    struct Candidate {
        /// The patterns of the list up to this one, as templates where they are.
        var paths: [(pattern: Pattern, text: TemplateText?)]
        var claim: PathOwnership.PathClaim
    }

    let ownership: Ownership
    let paths: PathOwnership

    /// Reports what a row has of others.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - variant: The environment that it fills in.
    ///   - empty: The columns without a value.
    ///   - report: Takes a finding and the place in the template.
    func check(
        _ row: Int, _ variant: TenantVariant, empty: Set<Int>,
        report: (Diagnostic, Location) -> Void
    ) {
        if ownership.hasApps { checkApps(row, variant, empty, report) }
        for candidate in candidates(variant) {
            check(candidate, row, variant.table, empty, report)
        }
    }

    // MARK: Apps

    private func checkApps(
        _ row: Int, _ variant: TenantVariant, _ empty: Set<Int>,
        _ report: (Diagnostic, Location) -> Void
    ) {
        for use in variant.compiled.uses {
            let ids = [(use.id, use.app.id?.location ?? use.reference.name.location)]
            let places =
                ids
                + [(use.id, use.reference.rulesLocation)].compactMap { id, place in
                    place.map { (id, $0) }
                }
            for (text, place) in places + use.app.clips.map({ ($0.value, $0.location) }) {
                guard let template = variant.texts[text],
                    empty.isDisjoint(with: template.columns), !template.columns.isEmpty
                else { continue }
                let location = variant.table.location(row, template.columns[0])
                let id = template.text(row, variant.table)
                ownership.finding(app: id, at: location, template: place).map { report($0, place) }
            }
        }
    }

    // MARK: Paths

    private func candidates(_ variant: TenantVariant) -> [Candidate] {
        if let known = variant.ownedPaths { return known }
        var candidates: [Candidate] = []
        for claim in paths.claims {
            for use in variant.compiled.uses {
                let user =
                    use.reference.rulesLocation ?? use.app.id?.location
                    ?? use.reference.name.location
                guard claim.claim.source !== user.source else { continue }
                let patterns = (use.expansion?.patterns ?? []).map { pattern in
                    (pattern, pattern.component.path.flatMap { variant.texts[$0] })
                }
                for (index, pattern) in patterns.enumerated()
                where isCandidate(pattern.0, pattern.1, claim) {
                    candidates.append(
                        Candidate(paths: Array(patterns[...index]), claim: claim))
                }
            }
        }
        variant.ownedPaths = candidates
        return candidates
    }

    private func isCandidate(
        _ pattern: Pattern, _ text: TemplateText?, _ claim: PathOwnership.PathClaim
    ) -> Bool {
        guard let text, !pattern.component.isExcluded,
            claim.claim.source !== pattern.location.source
        else { return false }
        // What reaches the paths whatever the values are has been reported of the template.
        guard !paths.touches(pattern, pattern.component.path ?? "*", claim.prefix) else {
            return false
        }
        guard case .literal(let start) = text.parts.first else { return true }
        let begin = start.prefix { !"*?$".contains($0) }
        return begin != start || claim.prefix.lowercased().hasPrefix(begin.lowercased())
    }

    private func check(
        _ candidate: Candidate, _ row: Int, _ table: TenantTable, _ empty: Set<Int>,
        _ report: (Diagnostic, Location) -> Void
    ) {
        let paths: [(Pattern, String)] = candidate.paths.compactMap { pattern, text in
            guard let text else { return (pattern, pattern.component.path ?? "*") }
            guard empty.isDisjoint(with: text.columns) else { return nil }
            return (pattern, text.text(row, table))
        }
        guard let last = paths.last, let text = candidate.paths.last?.text,
            empty.isDisjoint(with: text.columns)
        else { return }
        let isShielded = paths.dropLast().contains {
            PathOwnership.excludesAll($0.0, $0.1, candidate.claim.prefix)
        }
        guard !isShielded, self.paths.touches(last.0, last.1, candidate.claim.prefix) else {
            return
        }
        let place = table.location(row, text.columns.first ?? table.keyColumn)
        report(
            PathOwnership.finding(last.1, candidate.claim, at: place, template: last.0.location),
            last.0.location)
    }
}
