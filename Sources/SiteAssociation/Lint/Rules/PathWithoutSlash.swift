import Diagnostics

/// Finds paths that begin with neither a slash nor a wildcard.
enum PathWithoutSlash: LintRule {
    static let id = "path-without-slash"
    static let severity = Severity.note
    static let summary = "a path without its slash is read as if it had one"
    static let example = #"{"/": "buy/*"}"#
    static let fix = #"{"/": "/buy/*"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { rule, pattern in
            let text = pattern.text
            guard pattern.part == .path, text.unicodeScalars.count > 1,
                !["/", "*", "?", "$("].contains(where: text.hasPrefix), !text.contains("://"),
                rule.isLegacy || text.prefix(4).uppercased() != "NOT ",
                text.first?.isWhitespace == false
            else { return nil }
            return finding(
                "the path \(quoted(text)) has no '/' in front", at: pattern.location,
                hint: "write it as \(quoted("/" + text))")
        }
    }
}
