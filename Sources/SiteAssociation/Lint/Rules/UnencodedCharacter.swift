import Diagnostics

/// Finds characters that URLs carry in percent-encoded form only.
enum UnencodedCharacter: LintRule {
    static let id = "unencoded-character"
    static let severity = Severity.warning
    static let summary =
        "by default patterns are compared with the encoded URL, where these characters cannot stand"
    static let example = #"{"/": "/{id}/edit"}"#
    static let fix = #"{"/": "/*/edit"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { rule, pattern in
            guard rule.component.percentEncoded != false,
                let scalar = trimmed(pattern.plain).unicodeScalars.first(where: isUnencoded)
            else { return nil }
            return finding(
                "the pattern \(quoted(pattern.text)) holds \(quoted(String(scalar))), which no "
                    + "encoded URL does", at: pattern.location,
                hint: scalar == "{" || scalar == "}"
                    ? "a pattern has no placeholders; '*' stands for any text"
                    : "write it as %\(String(scalar.value, radix: 16, uppercase: true))")
        }
    }

    private static func isUnencoded(_ scalar: Unicode.Scalar) -> Bool {
        " \"<>^`{|}".unicodeScalars.contains(scalar)
    }

    /// White space at the ends has a rule of its own.
    private static func trimmed(_ text: String) -> Substring {
        var rest = text[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest.drop(while: \.isWhitespace)
    }
}
