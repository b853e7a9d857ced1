import Diagnostics

/// Finds identifiers whose bundle identifier is not one.
enum AppIDBundle: LintRule {
    static let id = "app-id-bundle"
    static let severity = Severity.error
    static let summary = "a bundle identifier is letters, digits, hyphens and dots"
    static let example = #""appID": "ABCDE12345.com.example/shop""#
    static let fix = #""appID": "ABCDE12345.com.example.shop""#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        AppIDFault.findings(.bundle, in: subject)
    }
}
