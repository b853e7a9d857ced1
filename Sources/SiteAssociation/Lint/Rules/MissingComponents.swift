import Diagnostics

/// Finds entries without rules.
enum MissingComponents: LintRule {
    static let id = "missing-components"
    static let severity = Severity.warning
    static let summary = "without a list of rules the app gets every URL of the host"
    static let example = #"{"appID": "ABCDE12345.com.example.shop"}"#
    static let fix =
        #"{"appID": "ABCDE12345.com.example.shop", "components": [{"/": "/products/*"}]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.entries.compactMap { entry in
            guard entry.node != nil, entry.rules == nil else { return nil }
            return finding(
                "neither 'components' nor 'paths', so the app gets every URL", at: entry.location,
                hint: #"write "components": [{"/": "*"}] if every URL is meant"#)
        }
    }
}
