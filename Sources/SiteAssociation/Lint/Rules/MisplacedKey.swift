import Diagnostics

/// Finds keys that are known, but not where they stand.
enum MisplacedKey: LintRule {
    static let id = "misplaced-key"
    static let severity = Severity.warning
    static let summary = "a key in the wrong object is ignored without a word"
    static let example = #""applinks": {"webcredentials": {…}}"#
    static let fix = #""applinks": {…}, "webcredentials": {…}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        (subject.root.map { KeyCheck.objects(in: $0) } ?? []).flatMap { object in
            object.unknown.compactMap { member in
                guard let place = object.place(of: member.key) else { return nil }
                return finding(
                    "the key \(quoted(member.key)) is ignored in \(object.name)",
                    at: member.location, hint: "it belongs \(place)")
            }
        }
    }
}
