import Diagnostics
import Origin
import POSIX
import SiteAssociation

/// Prints findings for people: the one place of the program that does.
enum Findings {
    /// Prints findings to standard error.
    static func show(_ findings: [Diagnostic]) {
        ProcessContext.printError(DiagnosticText().text(for: findings))
    }

    /// Prints JSON to standard output, with a line feed.
    static func show(_ value: JSONValue) {
        ProcessContext.printOutput(value.encoded(indented: true) + [UInt8(ascii: "\n")])
    }

    /// The number of findings in words: `2 errors, 1 warning`, or nothing without any.
    static func count(_ findings: [Diagnostic]) -> String {
        [(Severity.error, "error"), (.warning, "warning"), (.note, "note")].compactMap { row in
            let count = findings.count { $0.severity == row.0 }
            return count == 0 ? nil : "\(count) \(row.1)\(count == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }
}
