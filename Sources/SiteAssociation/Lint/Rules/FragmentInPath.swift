import Diagnostics

/// Finds fragments inside path patterns.
enum FragmentInPath: LintRule {
    static let id = "fragment-in-path"
    static let severity = Severity.warning
    static let summary = "a path never holds a '#'; the fragment has a pattern of its own"
    static let example = #"{"/": "/app/#/reset/*"}"#
    static let fix = ##"{"/": "/app/", "#": "/reset/*"}"##

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { rule, pattern in
            guard pattern.part == .path, pattern.plain.utf8.contains(UInt8(ascii: "#"))
            else { return nil }
            return finding(
                "the path \(quoted(pattern.text)) holds a '#', which no path does",
                at: pattern.location,
                hint: rule.isLegacy
                    ? "'paths' cannot look at fragments; 'components' can, under the key '#'"
                    : "put what follows the '#' under \(quoted(subject.spelling(of: "#")))")
        }
    }
}
