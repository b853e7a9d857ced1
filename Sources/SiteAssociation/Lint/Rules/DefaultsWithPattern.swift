import Diagnostics

/// Finds defaults beyond the documented ones.
enum DefaultsWithPattern: LintRule {
    static let id = "defaults-with-pattern"
    static let severity = Severity.warning
    static let summary = "defaults are documented for caseSensitive and percentEncoded only"
    static let example = #""defaults": {"/": "/shop/*"}"#
    static let fix = #""components": [{"/": "/shop/*"}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        (subject.root?.allDefaults ?? []).flatMap { defaults in
            (defaults.members ?? []).filter { ["/", "?", "#", "exclude"].contains($0.key) }.map {
                finding(
                    "\(quoted($0.key)) in 'defaults' works, but is not documented",
                    at: $0.location, hint: "write it in each component")
            }
        }
    }
}
