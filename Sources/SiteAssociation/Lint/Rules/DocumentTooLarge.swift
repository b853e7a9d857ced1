import Diagnostics

/// Finds documents near and over the limit of Apple's client.
enum DocumentTooLarge: LintRule {
    static let id = "document-too-large"
    static let severity = Severity.error
    static let summary = "a document over 131072 bytes is not read at all"
    static let example = "a document of 131073 bytes"
    static let fix = "share rules between apps, shorten comments"

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        let size = subject.sizeBytes
        guard size > Association.sizeWarningBytes else { return [] }
        let isOver = size > Association.sizeLimitBytes
        return [
            finding(
                "the document has \(size) bytes, "
                    + (isOver ? "over" : "close to")
                    + " the limit of \(Association.sizeLimitBytes)",
                at: subject.location, hint: "write it compactly, and share rules between apps",
                severity: isOver ? .error : .warning)
        ]
    }
}
