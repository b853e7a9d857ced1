import Diagnostics
import Origin

/// Why the server did not start, and the exit code for it.
struct StartFailure: Error {
    let findings: [Diagnostic]
    let code: ExitCode

    /// A port, a log file or a thread that could not be had.
    init(_ finding: Diagnostic) {
        findings = [finding]
        code = .failed
    }

    /// A build without a snapshot.
    ///
    /// A fault of a certificate is no fault of the configuration: it may be gone at the next
    /// start, when a renewal has ended, so a supervisor should try again.
    init(_ build: SnapshotBuild) {
        findings = build.findings
        code = build.fault == .certificate ? .failed : .refused
    }
}
