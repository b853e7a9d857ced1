import Diagnostics

/// Finds entries with both spellings of their apps.
enum AppIDWithAppIDs: LintRule {
    static let id = "app-id-with-app-ids"
    static let severity = Severity.warning
    static let summary = "where appIDs is a list, appID is not read"
    static let example = #"{"appID": X, "appIDs": [Y]}"#
    static let fix = #"{"appIDs": [X, Y]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.entries.compactMap { entry in
            guard let list = entry.node?["appIDs"]?.elements,
                let single = entry.node?.member("appID")
            else { return nil }
            let isListed = list.contains { $0.string != nil && $0.string == single.value.string }
            return finding(
                "'appID' is not read where 'appIDs' is a list", at: single.location,
                hint: isListed ? "remove it; the list names the app" : "add it to the list",
                severity: isListed ? .note : nil)
        }
    }
}
