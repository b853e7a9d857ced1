import POSIX

/// Waits until Apple's servers hold the current version of hosts' files.
package struct CopyWatch: Sendable {
    /// How often the hosts are looked at, in seconds.
    package var intervalSeconds = 60
    /// For how long at most, in seconds.
    package var limitSeconds = 6 * 3600

    /// Creates a watch of six hours that looks once a minute.
    package init() {}

    /// Looks at hosts again and again, until all copies are current or the time is over.
    ///
    /// A host that fails for a while, and Apple's servers when they do not answer, are waited
    /// for like anything else.
    ///
    /// - Parameters:
    ///   - targets: The hosts whose copies are not current.
    ///   - look: Looks at a host and returns the report.
    ///   - tell: Is told each change of a host's state, and how it ends.
    /// - Returns: The verdict on all hosts at the end: stale when the time was over.
    package func run(
        _ targets: [ProbeTarget], look: (ProbeTarget) -> HostReport, tell: (HostReport) -> Void
    ) -> Verdict {
        let end = Clock.monotonicNanoseconds() + Int64(limitSeconds) * 1_000_000_000
        var states: [ProbeTarget: [String]] = [:]
        var waiting = targets
        let pause = Semaphore()
        while true {
            var rest: [ProbeTarget] = []
            for target in waiting {
                let report = look(target)
                // Details hold times, which change with every look.
                let state = [report.verdict.rawValue] + report.findings.map(\.message)
                if states[target] != state { tell(report) }
                states[target] = state
                if !report.hasCurrentCopy { rest.append(target) }
            }
            waiting = rest
            let left = (end - Clock.monotonicNanoseconds()) / 1_000_000
            guard !waiting.isEmpty, left > 0 else { break }
            _ = pause.wait(timeoutMilliseconds: min(left, Int64(intervalSeconds) * 1000))
        }
        return waiting.isEmpty ? .fine : .stale
    }
}
