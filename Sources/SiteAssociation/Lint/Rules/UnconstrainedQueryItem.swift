import Diagnostics

/// Finds query items whose pattern also accepts their absence.
enum UnconstrainedQueryItem: LintRule {
    static let id = "unconstrained-query-item"
    static let severity = Severity.warning
    static let summary = "'*' matches the empty text, and an absent item counts as empty"
    static let example = #"{"?": {"id": "*"}}"#
    static let fix = #"{"?": {"id": "?*"}}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { rule, pattern in
            guard case .queryItem(let name) = pattern.part, !pattern.text.isEmpty,
                pattern.text.utf8.allSatisfy({ $0 == UInt8(ascii: "*") })
            else { return nil }
            let effect =
                rule.component.isExcluded ? "the exclude also takes URLs" : "it also accepts URLs"
            return finding(
                "query item \(quoted(name)) is constrained by nothing; \(effect) without it",
                at: pattern.location, hint: "'?*' asks for the item with a value")
        }
    }
}
