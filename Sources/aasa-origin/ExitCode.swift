/// How a command ended: the one table of exit codes.
///
/// A supervisor must not restart after 1 and 2, since the same would happen again.
enum ExitCode: Int32, CaseIterable {
    /// Done; for a server, ended in order.
    case done = 0
    /// The configuration or a document has errors, or the answer is no: a refused reload, a URL
    /// that no rule speaks of, documents that differ.
    case refused = 1
    /// The command line is wrong.
    case wrongUsage = 2
    /// The server could not start or could not be reached (a port, a certificate, a key, a log
    /// file, a thread), or what a command works on could not be read, or its output not written.
    case failed = 3
    /// A rule excludes the URL that was asked for.
    case excluded = 4
    /// What Apple holds is older than what is served.
    case stale = 5

    /// What the code means, in one line, for the help.
    var summary: String {
        switch self {
        case .done: "done"
        case .refused: "the configuration or a document has errors, or the answer is no"
        case .wrongUsage: "wrong command line"
        case .failed: "could not start, reach or read (port, certificate, key, log file, document)"
        case .excluded: "a rule excludes the URL"
        case .stale: "what Apple holds is older than what is served"
        }
    }
}
