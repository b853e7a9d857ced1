import Diagnostics

/// Finds excludes that compare decoded URLs.
enum DecodedExclude: LintRule {
    static let id = "decoded-exclude"
    static let severity = Severity.warning
    static let summary =
        "with percentEncoded false, '%2F' counts as '/', so the exclude covers other "
        + "URLs than it shows"
    static let example = #"{"/": "/admin/*", "exclude": true, "percentEncoded": false}"#
    static let fix = #"{"/": "/admin/*", "exclude": true}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.rules.filter { $0.component.isExcluded && $0.component.percentEncoded == false }
            .map { rule in
                finding(
                    "the exclude \(quoted(rule.component.path ?? "*")) compares decoded URLs, "
                        + "where '%2F' is '/'", at: rule.location,
                    hint:
                        "leave \(subject.spelling(of: "percentEncoded")) alone on excludes that "
                        + "protect something"
                )
            }
    }
}
