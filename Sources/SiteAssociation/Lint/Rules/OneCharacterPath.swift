import Diagnostics

/// Finds paths of one character.
enum OneCharacterPath: LintRule {
    static let id = "one-character-path"
    static let severity = Severity.warning
    static let summary = "a path of one character gets no slashes and matches the root or nothing"
    static let example = #"{"/": "a"}"#
    static let fix = #"{"/": "/a"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { _, pattern in
            guard pattern.part == .path, pattern.text.unicodeScalars.count == 1,
                pattern.text != "/", pattern.text != "*"
            else { return nil }
            let effect = pattern.text == "?" ? "matches the root only" : "matches nothing"
            return finding(
                "the path \(quoted(pattern.text)) gets no slashes, so it \(effect)",
                at: pattern.location, hint: "begin it with '/'")
        }
    }
}
