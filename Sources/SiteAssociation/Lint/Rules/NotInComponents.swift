import Diagnostics

/// Finds the keyword of legacy paths inside components.
enum NotInComponents: LintRule {
    static let id = "not-in-components"
    static let severity = Severity.error
    static let summary =
        "'NOT ' is a keyword of 'paths' only; in a component it is plain text that matches nothing"
    static let example = #"{"/": "NOT /help/*"}"#
    static let fix = #"{"/": "/help/*", "exclude": true}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { rule, pattern in
            guard pattern.part == .path, !rule.isLegacy,
                pattern.text.prefix(4).uppercased() == "NOT "
            else { return nil }
            return finding(
                "'NOT ' means nothing in a component", at: pattern.location,
                hint: "write \(quoted(pattern.text.dropFirst(4))) and \"exclude\": true")
        }
    }
}
