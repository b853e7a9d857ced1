import Diagnostics

/// Finds white space in app identifiers.
enum AppIDWithSpace: LintRule {
    static let id = "app-id-with-space"
    static let severity = Severity.error
    static let summary = "an app identifier is compared whole, so one blank makes it another app"
    static let example = #""appID": "ABCDE12345.com.example.shop ""#
    static let fix = #""appID": "ABCDE12345.com.example.shop""#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        AppIDFault.findings(.space, in: subject)
    }
}
