import Diagnostics

/// Finds unknown keys that are almost a known one.
enum MisspeltKey: LintRule {
    static let id = "misspelt-key"
    static let severity = Severity.warning
    static let summary = "unknown keys are ignored without a word"
    static let example = #"{"/": "/buy/*", "casesensitive": false}"#
    static let fix = #"{"/": "/buy/*", "caseSensitive": false}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        (subject.root.map { KeyCheck.objects(in: $0) } ?? []).flatMap { object in
            object.unknown.compactMap { member in
                guard let nearest = NearestWord.nearest(to: member.key, among: object.known),
                    member.key.unicodeScalars.count > 2, object.node[nearest] == nil
                else { return nil }
                return finding(
                    "the key \(quoted(member.key)) is unknown and ignored", at: member.location,
                    hint: "did you mean '\(nearest)'?")
            }
        }
    }
}
