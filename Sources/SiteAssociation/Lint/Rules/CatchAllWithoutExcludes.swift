import Diagnostics

/// Finds rules that take every URL without any exclude before them.
enum CatchAllWithoutExcludes: LintRule {
    static let id = "catch-all-without-excludes"
    static let severity = Severity.note
    static let summary =
        "an app that takes every URL also gets those it cannot show, such as sign-in pages"
    static let example = #"[{"/": "*"}]"#
    static let fix = #"[{"/": "/login/*", "exclude": true}, {"/": "*"}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.entries.compactMap { entry in
            guard let rules = entry.rules, let index = entry.catchAll,
                !rules[index].component.isExcluded,
                !rules[..<index].contains(where: \.component.isExcluded)
            else { return nil }
            return finding(
                "\(rules[index].title) claims the whole host, and nothing is excluded",
                at: rules[index].location,
                hint: "exclude what the app cannot show, such as sign-in or help pages")
        }
    }
}
