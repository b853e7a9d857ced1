/// Compares the rules of all apps of two documents.
struct LinkComparison {
    private let old: LinkMatcher
    private let new: LinkMatcher
    private let host: String
    /// What was found for a pair of rule lists, which apps of one entry share.
    private var known: [String: RuleComparison] = [:]

    init(old: LinkMatcher, new: LinkMatcher, host: String) {
        self.old = old
        self.new = new
        self.host = host
    }

    mutating func changes() -> [AppChange] {
        var seen: Set<AppIdentifier> = []
        return (old.appIDs + new.appIDs).compactMap { appID in
            guard seen.insert(AppIdentifier(appID)).inserted else { return nil }
            return change(of: appID)
        }
    }

    private mutating func change(of appID: String) -> AppChange? {
        let app = AppIdentifier(appID)
        let listing: AppChange.Listing =
            !old.lists(app) ? .gained : !new.lists(app) ? .lost : .kept
        let comparison = comparison(of: app)
        let urls = comparison.urls.compactMap { confirmed($0, appID: appID) }
        guard listing != .kept || !urls.isEmpty || comparison.isIncomplete else { return nil }
        return AppChange(
            appID: appID, listing: listing, urls: urls, isIncomplete: comparison.isIncomplete)
    }

    private mutating func comparison(of app: AppIdentifier) -> RuleComparison {
        let rules = (old.rules(for: app), new.rules(for: app))
        let key = (rules.0.first?.rule.pointer ?? "") + " " + (rules.1.first?.rule.pointer ?? "")
        if let comparison = known[key] { return comparison }
        let comparison = RuleComparison(old: rules.0, new: rules.1, host: host)
        known[key] = comparison
        return comparison
    }

    private func confirmed(_ text: String, appID: String) -> URLChange? {
        guard let url = try? LinkURL(text) else { return nil }
        let before = old.decision(for: url, appID: appID)
        let after = new.decision(for: url, appID: appID)
        guard before.verdict != after.verdict else { return nil }
        return URLChange(url: text, old: before, new: after)
    }
}
