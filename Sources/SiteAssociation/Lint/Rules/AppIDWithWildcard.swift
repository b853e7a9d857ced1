import Diagnostics

/// Finds wildcards in app identifiers.
enum AppIDWithWildcard: LintRule {
    static let id = "app-id-with-wildcard"
    static let severity = Severity.error
    static let summary = "app identifiers take no wildcards; each app is listed"
    static let example = #""appID": "ABCDE12345.*""#
    static let fix = #""appIDs": ["ABCDE12345.com.example.shop", "ABCDE12345.com.example.seller"]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        AppIDFault.findings(.wildcard, in: subject)
    }
}
