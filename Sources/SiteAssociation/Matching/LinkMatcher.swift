import Diagnostics

/// Decides which apps a document offers a URL to, as Apple's client would.
///
/// Patterns are compiled once; a decision takes no longer than the length of the patterns
/// times the length of the URL. Hosts are not looked at: see ``AssociatedDomain``.
package struct LinkMatcher: Sendable {
    private struct Entry: Sendable {
        let entry: LinkEntry
        let rules: [CompiledRule]?
        /// The apps for which this is the first entry.
        let apps: [String]
    }

    /// The variables that patterns may name.
    let variables: [SubstitutionVariable]
    private let entries: [Entry]
    private let entryOfApp: [AppIdentifier: Int]
    /// The later entries of an app, which change nothing; kept for the remark.
    private let laterEntryDoubts: [AppIdentifier: [Diagnostic]]

    /// Creates a matcher for a document.
    package init(_ document: Document) {
        variables = document.variables
        var table = VariableTable(document.variables)
        var entryOfApp: [AppIdentifier: Int] = [:]
        var later: [AppIdentifier: [Diagnostic]] = [:]
        entries = document.entries.enumerated().map { index, entry in
            var apps: [String] = []
            for appID in entry.appIDs {
                let app = AppIdentifier(appID)
                if entryOfApp[app] == nil {
                    entryOfApp[app] = index
                    apps.append(appID)
                } else {
                    let doubt = Doubt.sameAppTwice(appID).finding(at: entry.location)
                    later[app, default: []].append(doubt)
                }
            }
            let rules = entry.rules?.map { CompiledRule($0, variables: &table) }
            return Entry(entry: entry, rules: rules, apps: apps)
        }
        self.entryOfApp = entryOfApp
        laterEntryDoubts = later
    }

    /// Creates a matcher for an association; indices are those of its details and components.
    package init(_ association: Association) {
        self.init(Document(association))
    }

    /// The apps that the document lists for universal links, each once, in its order.
    package var appIDs: [String] { entries.flatMap(\.apps) }

    /// Returns the rules that decide about an app, which are none when it is not listed.
    func rules(for app: AppIdentifier) -> [CompiledRule] {
        guard let index = entryOfApp[app] else { return [] }
        return entries[index].rules ?? [.everything(in: entries[index].entry)]
    }

    /// Whether the document lists an app.
    func lists(_ app: AppIdentifier) -> Bool { entryOfApp[app] != nil }

    /// Returns the verdict for each app, in the order of the document.
    package func decisions(for url: LinkURL) -> [AppDecision] {
        var forms = URLForms(url)
        return entries.flatMap { entry in
            let decision = decision(in: entry, &forms)
            return entry.apps.map { completed(decision, for: $0) }
        }
    }

    /// Returns the verdict for one app, which is `none` when the document does not list it.
    package func decision(for url: LinkURL, appID: String) -> AppDecision {
        guard let index = entryOfApp[AppIdentifier(appID)] else {
            return AppDecision(
                appID: appID, verdict: .none, passedOver: [], warnings: doubts(ofUnlisted: appID),
                reason: "the document does not list the app under 'applinks'")
        }
        var forms = URLForms(url)
        return completed(decision(in: entries[index], &forms), for: appID)
    }

    /// Returns the verdict alone for one app, without reasons, for large numbers of URLs.
    package func verdict(for url: LinkURL, appID: String) -> Verdict {
        guard url.isWebURL, let index = entryOfApp[AppIdentifier(appID)] else { return .none }
        guard let rules = entries[index].rules else { return .match }
        var forms = URLForms(url)
        let deciding = rules.first { $0.matches(&forms) }
        return deciding.map { $0.rule.effective.isExcluded ? .exclude : .match } ?? .none
    }

    private func doubts(ofUnlisted appID: String) -> [Diagnostic] {
        let app = AppIdentifier(appID)
        return entries.lazy.map(\.entry)
            .filter { $0.hiddenAppID.map(AppIdentifier.init) == app }.flatMap(\.doubts)
    }

    private func completed(_ decision: AppDecision, for appID: String) -> AppDecision {
        var decision = decision
        decision.appID = appID
        decision.warnings += laterEntryDoubts[AppIdentifier(appID)] ?? []
        return decision
    }

    private func decision(in entry: Entry, _ forms: inout URLForms) -> AppDecision {
        var decision = AppDecision(
            appID: "", verdict: .match, entryIndex: entry.entry.index,
            entryPointer: entry.entry.pointer, passedOver: [], warnings: [], reason: "")
        let others = entry.entry.doubts.filter { $0.id != Doubt.sameAppTwice("").id }
        decision.warnings = others
        if forms.url.hasDotSegments {
            decision.warnings.append(Doubt.dotSegments.finding(at: nil))
        }
        guard forms.url.isWebURL else {
            decision.verdict = .none
            decision.reason = "only https and http URLs can be universal links"
            return decision
        }
        guard let rules = entry.rules else {
            decision.reason = "\(entry.entry.pointer) has no rules, so the app gets every URL"
            return decision
        }
        decide(&decision, by: rules, in: entry.entry, &forms)
        return decision
    }

    private func decide(
        _ decision: inout AppDecision, by rules: [CompiledRule], in entry: LinkEntry,
        _ forms: inout URLForms
    ) {
        for compiled in rules {
            let rule = AppDecision.Rule(
                index: compiled.rule.index, pointer: compiled.rule.pointer,
                source: compiled.rule.source)
            decision.warnings += compiled.doubts
            if compiled.matches(&forms) {
                let isExcluded = compiled.rule.effective.isExcluded
                decision.verdict = isExcluded ? .exclude : .match
                decision.rule = rule
                decision.reason = (isExcluded ? "excluded by " : "matched by ") + rule.pointer
                return
            }
            let mismatches = compiled.mismatches(&forms)
            decision.passedOver.append(.init(rule: rule, mismatches: mismatches))
        }
        decision.verdict = .none
        decision.reason =
            rules.isEmpty
            ? "\(entry.pointer) has an empty list of rules, so the app gets no URL"
            : rules.count == 1
                ? "the only rule of \(entry.pointer) does not match"
                : "none of the \(rules.count) rules of \(entry.pointer) matches"
    }
}

extension Association {
    /// Returns what the association says about a URL, for each app in its order.
    ///
    /// To ask about many URLs, make one ``LinkMatcher`` and keep it.
    package func decisions(for url: LinkURL) -> [AppDecision] {
        LinkMatcher(self).decisions(for: url)
    }
}
