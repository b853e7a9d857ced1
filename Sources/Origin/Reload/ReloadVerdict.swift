package import Diagnostics

/// How an attempt to load the configuration again ended.
package struct ReloadVerdict: Sendable {
    /// The word that the verdict is known by, in answers and in the log.
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// Something changed, and it is served now (or would be, in a dry run).
        case reloaded
        /// Nothing changed.
        case unchanged
        /// The configuration has errors; what was served before is served on.
        case refused
        /// The caller expected another configuration to be served than the one that is.
        case preconditionFailed = "precondition_failed"
    }

    /// Who asked for it.
    package enum Trigger: String, Sendable, Hashable, CaseIterable {
        case signal
        case admin
        /// A file changed.
        case watch
    }

    /// How it ended.
    package var outcome: Outcome
    /// Who asked for it.
    package var trigger: Trigger
    /// Whether it was only tried.
    package var isDryRun: Bool
    /// When it began, in milliseconds since 1970 in UTC.
    package var timeMilliseconds: Int64
    /// How long it took, in milliseconds.
    package var durationMilliseconds: Int64 = 0
    /// The digest of the configuration that was served before.
    package var oldDigest: String
    /// The digest of the configuration that was loaded, or `nil` when there is none.
    package var newDigest: String?
    /// What differs.
    package var changes = SnapshotChanges()
    /// What the changed documents mean for apps and URLs, or `nil` when they mean the same.
    package var meaning: String?
    /// What changes in the documents, each kind of change once; a status does not keep it.
    package var documents: [SiteDiff.Change] = []
    /// All findings: the errors of a refusal, or the warnings of a success.
    package var findings: [Diagnostic] = []

    /// The number of findings of a severity.
    package func count(of severity: Severity) -> Int {
        findings.count { $0.severity == severity }
    }
}

extension ReloadVerdict: CustomStringConvertible {
    /// The verdict in one line, for the log and the command line.
    package var description: String {
        let subject = isDryRun ? "dry run: " : ""
        switch outcome {
        case .reloaded:
            let meaning = meaning.map { " (\($0))" } ?? ""
            return "\(subject)reloaded: \(changes)\(meaning), in \(durationMilliseconds) ms"
        case .unchanged:
            return "\(subject)unchanged: nothing differs from what is served"
        case .refused:
            let errors = count(of: .error)
            return "\(subject)refused: \(errors) \(errors == 1 ? "error" : "errors"), "
                + "the configuration from before is served on"
        case .preconditionFailed:
            return "\(subject)refused: the configuration is another than the expected one"
        }
    }
}
