package import Configuration
package import Diagnostics
import Synchronization

/// Loads the configuration again: the one way for the signal, the admin route and the command.
///
/// A load that has errors changes nothing. Reloads are serialised: a second one waits.
///
/// - Threads: All methods may be called from any thread; ``reload`` takes as long as loading.
package final class Reloader: Sendable {
    /// What is known of the configuration that is served.
    package struct Status: Sendable {
        /// What requests are answered from.
        package var snapshot: Snapshot
        /// When it was loaded, in milliseconds since 1970 in UTC.
        package var loadedMilliseconds: Int64
        /// The last attempt to load that was not a dry run, or `nil` before the first.
        package var lastVerdict: ReloadVerdict?
        /// The warnings of the configuration that is served.
        package var findings: [Diagnostic]
    }

    /// Reads and builds everything anew.
    ///
    /// The arguments are the settings that the process started with, without hosts and
    /// documents, and whether nothing may be written.
    package typealias Load =
        @Sendable (_ started: Configuration, _ isDryRun: Bool) -> SnapshotBuild

    private let turn = Mutex(())
    private let state: Mutex<Status>
    private let started: Configuration
    private let load: Load
    private let swap: @Sendable (Snapshot) -> Void
    private let report: @Sendable (ReloadVerdict) -> Void
    private let tidy: @Sendable () -> Void
    private let nowMilliseconds: @Sendable () -> Int64

    /// Creates a reloader for a process that serves a snapshot already.
    ///
    /// - Parameters:
    ///   - started: The snapshot of the start.
    ///   - findings: The warnings of its load.
    ///   - nowMilliseconds: The clock.
    ///   - load: Reads and builds; must have no effect on what is served.
    ///   - swap: Puts a snapshot in place of the one that is served.
    ///   - report: Takes every verdict, for the log.
    ///   - tidy: Is called after each attempt, when nothing of it is left but what is served.
    package init(
        started: Snapshot, findings: [Diagnostic],
        nowMilliseconds: @escaping @Sendable () -> Int64, load: @escaping Load,
        swap: @escaping @Sendable (Snapshot) -> Void,
        report: @escaping @Sendable (ReloadVerdict) -> Void = { _ in },
        tidy: @escaping @Sendable () -> Void = {}
    ) {
        self.started = started.configuration.withoutContent
        self.load = load
        self.swap = swap
        self.report = report
        self.tidy = tidy
        self.nowMilliseconds = nowMilliseconds
        state = Mutex(
            Status(
                snapshot: started, loadedMilliseconds: nowMilliseconds(), findings: findings))
    }

    /// What is served, and since when.
    package var status: Status { state.withLock { $0 } }

    /// Who may use the admin listener, by the configuration that is served.
    ///
    /// The listener stays open when its section is gone, and keeps the rules of the start.
    package var adminAccess: AdminAccess? {
        (status.snapshot.configuration.admin ?? started.admin).map(AdminAccess.init)
    }

    /// Loads the configuration and serves it when it is sound and differs.
    ///
    /// - Parameters:
    ///   - trigger: Who asks.
    ///   - isDryRun: Whether to stop before the swap.
    ///   - expected: The digests, as quoted entity tags, of which one must be served now;
    ///     `nil` to go ahead whatever is served.
    ///   - reviewed: The digest of the configuration that somebody has looked at; another one
    ///     is not taken. `nil` takes whatever stands in the files.
    ///   - allowsShrinking: Whether hosts and apps may disappear, which is refused otherwise
    ///     unless the new configuration has its guard off.
    /// - Returns: The verdict; the server serves by it already.
    package func reload(
        _ trigger: ReloadVerdict.Trigger, isDryRun: Bool = false, expected: EntityTags? = nil,
        reviewed: String? = nil, allowsShrinking: Bool = false
    ) -> ReloadVerdict {
        defer { tidy() }
        return turn.withLock { _ in
            let begin = nowMilliseconds()
            let current = status.snapshot
            var verdict = ReloadVerdict(
                outcome: .preconditionFailed, trigger: trigger, isDryRun: isDryRun,
                timeMilliseconds: begin, oldDigest: current.digest)
            defer { report(verdict) }
            if let expected, !expected.contain("\"\(current.digest)\"", weakly: false) {
                return verdict
            }
            let build = load(started, isDryRun)
            judge(build, against: current, allowsShrinking, &verdict)
            if let reviewed, let digest = verdict.newDigest, digest != reviewed {
                verdict.outcome = .preconditionFailed
            }
            if !isDryRun, verdict.outcome == .reloaded, let snapshot = build.snapshot {
                swap(snapshot)
            }
            verdict.durationMilliseconds = max(0, nowMilliseconds() - begin)
            if !isDryRun { remember(verdict, build) }
            return verdict
        }
    }

    private func judge(
        _ build: SnapshotBuild, against current: Snapshot, _ allowsShrinking: Bool,
        _ verdict: inout ReloadVerdict
    ) {
        verdict.findings = build.findings
        guard let snapshot = build.snapshot else {
            verdict.outcome = .refused
            return
        }
        verdict.newDigest = snapshot.digest
        let diff = SiteDiff(
            old: PublishedSite(current), new: PublishedSite(snapshot),
            pairLimit: SiteDiff.reloadPairLimit)
        verdict.changes = SnapshotChanges(from: current, to: snapshot, diff: diff)
        verdict.findings += RestartNeeds.findings(
            started: started, new: snapshot.configuration)
        // The token is no part of the digest, which is shown to those who must know the token.
        let isUnchanged =
            snapshot.digest == current.digest
            && snapshot.configuration.admin?.token == current.configuration.admin?.token
        verdict.outcome = isUnchanged ? .unchanged : .reloaded
        guard !isUnchanged else { return }
        verdict.meaning = diff.changeSummary
        verdict.documents = diff.changes
        guard !allowsShrinking else { return }
        let losses = ShrinkGuard.findings(
            old: current, new: snapshot, policy: snapshot.configuration.guardPolicy)
        verdict.findings += losses
        if losses.containsError { verdict.outcome = .refused }
    }

    private func remember(_ verdict: ReloadVerdict, _ build: SnapshotBuild) {
        // ORDER: what was served before goes away outside the lock, which requests wait for.
        let before = status.snapshot
        state.withLock { status in
            status.lastVerdict = verdict
            status.lastVerdict?.documents = []
            guard verdict.outcome != .refused else { return }
            status.findings = verdict.findings
            guard verdict.outcome == .reloaded, let snapshot = build.snapshot else { return }
            status.snapshot = snapshot
            status.loadedMilliseconds = verdict.timeMilliseconds
        }
        extendLifetime(before)
    }
}

extension Configuration {
    /// The settings without what they are for: a process keeps those of its start for ever.
    fileprivate var withoutContent: Configuration {
        var settings = self
        settings.removeContent()
        return settings
    }
}
