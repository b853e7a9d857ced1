import Diagnostics

/// Finds characters outside ASCII where the encoded URL is compared.
enum NonASCIIPattern: LintRule {
    static let id = "non-ascii-pattern"
    static let severity = Severity.warning
    static let summary = "URLs are ASCII; by default a pattern with other characters never matches"
    static let example = #"{"/": "/café/*"}"#
    static let fix = #"{"/": "/café/*", "percentEncoded": false}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.findings { rule, pattern in
            guard rule.component.percentEncoded != false,
                !pattern.plain.utf8.allSatisfy({ $0 < 0x80 })
            else { return nil }
            return finding(
                "the pattern \(quoted(pattern.text)) is not ASCII, but encoded URLs are",
                at: pattern.location,
                hint:
                    "write it percent-encoded, or set "
                    + "\(subject.spelling(of: "percentEncoded")) to false"
            )
        }
    }
}
