import Diagnostics

/// Finds queries inside path patterns.
enum QueryInPath: LintRule {
    static let id = "query-in-path"
    static let severity = Severity.warning
    static let summary =
        "a '?' in a path stands for one character; the query has a pattern of its own"
    static let example = #"{"/": "/search?q=*"}"#
    static let fix = #"{"/": "/search", "?": {"q": "?*"}}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { rule, pattern in
            guard pattern.part == .path,
                case let plain = pattern.plain.utf8,
                let index = plain.firstIndex(of: UInt8(ascii: "?")),
                plain[index...].contains(where: { "=&".utf8.contains($0) })
            else { return nil }
            return finding(
                "the path \(quoted(pattern.text)) holds a query, and '?' is one character there",
                at: pattern.location,
                hint: rule.isLegacy
                    ? "'paths' cannot look at queries; 'components' can, under the key '?'"
                    : "put what follows the '?' under \(quoted(subject.spelling(of: "?")))")
        }
    }
}
