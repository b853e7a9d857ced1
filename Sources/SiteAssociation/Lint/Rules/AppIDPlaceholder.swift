import Diagnostics

/// Finds placeholders and unset variables in app identifiers.
enum AppIDPlaceholder: LintRule {
    static let id = "app-id-placeholder"
    static let severity = Severity.error
    static let summary = "a placeholder that was never filled in names no app"
    static let example = #""appID": "TEAMID.com.example.shop""#
    static let fix = #""appID": "ABCDE12345.com.example.shop""#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        AppIDFault.findings(.placeholder, in: subject)
    }
}
