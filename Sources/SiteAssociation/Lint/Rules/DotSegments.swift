import Diagnostics

/// Finds path patterns with dot segments.
enum DotSegments: LintRule {
    static let id = "dot-segments"
    static let severity = Severity.warning
    static let summary = "browsers resolve dot segments before the path is compared"
    static let example = #"{"/": "/a/../b"}"#
    static let fix = #"{"/": "/b"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            guard pattern.part == .path,
                pattern.text.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
            else { return nil }
            return finding(
                "the path \(quoted(pattern.text)) holds a dot segment, which URLs lose on the way",
                at: pattern.location, hint: "write the path that remains")
        }
    }
}
