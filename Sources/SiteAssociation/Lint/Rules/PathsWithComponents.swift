import Diagnostics

/// Finds entries with both kinds of rules.
enum PathsWithComponents: LintRule {
    static let id = "paths-with-components"
    static let severity = Severity.warning
    static let summary = "systems since iOS 13 read components alone, older ones paths alone"
    static let example = #"{"paths": ["/a/*"], "components": [{"/": "/b/*"}]}"#
    static let fix = #"{"components": [{"/": "/a/*"}, {"/": "/b/*"}]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.entries.compactMap { entry in
            guard entry.node?["components"]?.elements != nil,
                let paths = entry.node?.member("paths"), let texts = paths.value.elements
            else { return nil }
            let modern = (entry.rules ?? []).map { rule in
                (rule.component.isExcluded ? "NOT " : "") + (rule.component.path ?? "*")
            }
            let isSame = texts.map { meaning($0.string ?? "") } == modern.map(meaning)
            return finding(
                isSame
                    ? "'paths' repeats the components for systems before iOS 13"
                    : "'paths' is not read where 'components' stands, except before iOS 13",
                at: paths.location,
                hint: isSame ? nil : "remove it, or make it say the same as the components",
                severity: isSame ? .note : nil)
        }
    }

    /// The two spellings of every path are one.
    private static func meaning(_ path: String) -> String { path == "/*" ? "*" : path }
}
