import Diagnostics

/// Finds documents that list no app.
enum NoApps: LintRule {
    static let id = "no-apps"
    static let severity = Severity.note
    static let summary = "a document without apps claims nothing; that may be meant"
    static let example = #"{"applinks": {"details": []}}"#
    static let fix = #"{"applinks": {"details": [{"appIDs": […], "components": […]}]}}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        guard subject.root?.members != nil, subject.listedApps.isEmpty else { return [] }
        return [finding("the document lists no app", at: subject.location)]
    }
}
