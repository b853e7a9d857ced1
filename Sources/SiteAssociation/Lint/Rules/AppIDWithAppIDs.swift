import Diagnostics

/// Finds entries with both spellings of their apps.
enum AppIDWithAppIDs: LintRule {
    static let id = "app-id-with-app-ids"
    static let severity = Severity.warning
    static let summary = "where appIDs is an array, appID is not read"
    static let example = #"{"appID": X, "appIDs": [Y]}"#
    static let fix = #"{"appIDs": [X, Y]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.entries.compactMap { entry in
            guard let list = entry.node?["appIDs"]?.elements,
                let single = entry.node?.member("appID")
            else { return nil }
            let isListed = list.contains { $0.string != nil && $0.string == single.value.string }
            return finding(
                "'appID' is not read where 'appIDs' is an array", at: single.location,
                hint: isListed ? "remove it; the array names the app" : "add it to the array",
                severity: isListed ? .note : nil)
        }
    }
}
