import Diagnostics

/// Finds query items whose pattern is no string.
enum NonStringQueryValue: LintRule {
    static let id = "non-string-query-value"
    static let severity = Severity.error
    static let summary = "one such value takes all constraints of the query away"
    static let example = #"{"?": {"id": 7, "x": "1"}}"#
    static let fix = #"{"?": {"id": "7", "x": "1"}}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        (subject.root?.allComponents ?? []).flatMap { component in
            (component["?"]?.members ?? []).filter { $0.value.string == nil }.map { item in
                finding(
                    "query item \(quoted(item.key)) is \(item.value.kind), so the whole query is "
                        + "ignored", at: item.value.location, hint: "it must be a string")
            }
        }
    }
}
