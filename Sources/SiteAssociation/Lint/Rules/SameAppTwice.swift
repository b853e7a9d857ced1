import Diagnostics

/// Finds apps that are listed a second time in one service.
enum SameAppTwice: LintRule {
    static let id = "same-app-twice"
    static let severity = Severity.warning
    static let summary =
        "only the first entry of an app counts; what a second one says is never read"
    static let example = #""details": [{"appID": X, …}, {"appID": X, …}]"#
    static let fix = #""details": [{"appID": X, "components": [… all rules …]}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        var first: [AppIdentifier: (entry: LintSubject.Entry, app: LintSubject.App)] = [:]
        for entry in subject.entries {
            for app in entry.apps {
                let id = AppIdentifier(app.id)
                guard let known = first[id] else {
                    first[id] = (entry, app)
                    continue
                }
                if !isForOldSystems(entry, after: known.entry) {
                    findings.append(finding(app, known.app, "only the first one's rules count"))
                }
            }
        }
        for service in subject.services {
            var first: [AppIdentifier: LintSubject.App] = [:]
            for app in service.apps {
                if let known = first.updateValue(app, forKey: AppIdentifier(app.id)) {
                    var again = finding(app, known, "once is enough")
                    again.severity = .note
                    findings.append(again)
                }
            }
        }
        return findings
    }

    private static func finding(
        _ app: LintSubject.App, _ first: LintSubject.App, _ why: String
    ) -> Diagnostic {
        finding(
            "app \(quoted(app.id)) is listed before; \(why)", at: app.location,
            hint: "remove this one, or join the two",
            notes: [.init("listed first here", at: first.location)])
    }

    /// Whether a second entry serves systems before iOS 13, which cannot read the first.
    private static func isForOldSystems(
        _ entry: LintSubject.Entry, after first: LintSubject.Entry
    ) -> Bool {
        entry.node?["components"] == nil && entry.node?["paths"] != nil
            && entry.node?["appID"] != nil && first.node?["appIDs"] != nil
    }
}
