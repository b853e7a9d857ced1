import Diagnostics

/// Finds whole URLs where a path belongs.
enum HostInPath: LintRule {
    static let id = "host-in-path"
    static let severity = Severity.warning
    static let summary = "patterns see the path alone, without scheme and host"
    static let example = #"{"/": "https://example.com/buy/*"}"#
    static let fix = #"{"/": "/buy/*"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            guard pattern.part == .path, let mark = pattern.text.firstRange(of: "://") else {
                return nil
            }
            let scheme = pattern.text[..<mark.lowerBound]
            guard ["http", "https", "*"].contains(scheme.drop { $0 == "/" }.lowercased()) else {
                return nil
            }
            return finding(
                "the path \(quoted(pattern.text)) holds a scheme and a host", at: pattern.location,
                hint: "begin it with the '/' behind the host")
        }
    }
}
