import Diagnostics

/// Finds prefixes that are not ten capitals and digits.
enum AppIDUnusualPrefix: LintRule {
    static let id = "app-id-unusual-prefix"
    static let severity = Severity.warning
    static let summary =
        "devices know a prefix by its ten characters; anything else is read as part of the name"
    static let example = #""appID": "ABCD1234.com.example.shop""#
    static let fix = #""appID": "ABCDE12345.com.example.shop""#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        AppIDFault.findings(.unusual, in: subject)
    }
}
