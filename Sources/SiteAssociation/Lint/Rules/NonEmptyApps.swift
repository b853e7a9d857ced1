import Diagnostics

/// Finds apps directly under applinks.
enum NonEmptyApps: LintRule {
    static let id = "non-empty-apps"
    static let severity = Severity.warning
    static let summary =
        "under applinks 'apps' is empty or missing; without details it gives each app every URL"
    static let example = #""applinks": {"apps": ["ABCDE12345.com.example.shop"]}"#
    static let fix = #""applinks": {"details": [{"appIDs": […], "components": […]}]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        guard let links = subject.root?["applinks"], let apps = links.member("apps"),
            apps.value.elements?.isEmpty == false
        else { return [] }
        let effect =
            links["details"] == nil
            ? "without 'details' gives each app every URL" : "is not read beside 'details'"
        return [
            finding(
                "'apps' under 'applinks' \(effect)", at: apps.location,
                hint: "list the apps in 'details', and leave 'apps' out")
        ]
    }
}
