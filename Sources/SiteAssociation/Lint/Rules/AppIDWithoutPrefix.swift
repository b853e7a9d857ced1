import Diagnostics

/// Finds app identifiers that are a bundle identifier alone.
enum AppIDWithoutPrefix: LintRule {
    static let id = "app-id-without-prefix"
    static let severity = Severity.error
    static let summary = "without the team prefix it is no app identifier, and no app is found"
    static let example = #""appID": "com.example.shop""#
    static let fix = #""appID": "ABCDE12345.com.example.shop""#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        AppIDFault.findings(.prefix, in: subject)
    }
}
