import Diagnostics

/// Finds texts and numbers where true or false belongs.
enum LenientBoolean: LintRule {
    static let id = "lenient-boolean"
    static let severity = Severity.warning
    static let summary =
        "a text or a number happens to be read as a truth value; nobody promises that"
    static let example = #""exclude": "true""#
    static let fix = #""exclude": true"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        (subject.root?.allSettings ?? []).flatMap { settings in
            (settings.members ?? []).compactMap { member in
                guard ["exclude", "caseSensitive", "percentEncoded"].contains(member.key)
                else { return nil }
                switch member.value.content {
                case .number, .string: break
                default: return nil
                }
                return finding(
                    "\(quoted(member.key)) is \(member.value.kind)", at: member.value.location,
                    hint: "write true or false, without quotes")
            }
        }
    }
}
