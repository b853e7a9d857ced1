import Diagnostics
import Origin
import POSIX
import Synchronization

/// What the service manager is told: that the server is ready, reloads, ends, and lives.
///
/// Without a service manager all of it does nothing.
///
/// - Threads: All methods may be called from any thread.
final class Supervision: Sendable {
    private let manager: ServiceManager?
    private let served = Mutex("")

    init(_ manager: ServiceManager?) { self.manager = manager }

    /// Notes what requests are answered from now on.
    func serves(_ snapshot: Snapshot) { served.withLock { $0 = "Serves \(snapshot)" } }

    /// Says that requests are answered.
    func isReady(_ remark: String = "") {
        tell([("READY", "1"), ("STATUS", served.withLock { $0 } + remark)])
    }

    /// Says that the configuration is being loaded again.
    ///
    /// The time lets the manager see that this load began after it had asked for one.
    func isReloading() {
        let microseconds = Clock.monotonicNanoseconds() / 1_000
        tell([
            ("RELOADING", "1"), ("MONOTONIC_USEC", String(microseconds)),
            ("STATUS", "Loading the configuration again"),
        ])
    }

    /// Says how a load ended; the server is ready again, whatever came of it.
    func hasReloaded(_ verdict: ReloadVerdict) {
        guard !verdict.isDryRun else { return }
        guard verdict.outcome == .refused else { return isReady() }
        let reason = verdict.findings.first { $0.severity == .error }?.message
        isReady("; the last load was refused: \(reason ?? "see the log")")
    }

    /// Says that the server ends.
    func isStopping() {
        tell([("STOPPING", "1"), ("STATUS", "Draining: requests in flight end")])
    }

    /// Gives signs of life, as often as the manager asks for, while a check holds.
    ///
    /// - Parameter isAlive: Answers within the given number of milliseconds.
    /// - Throws: The system's error when there is no room for a thread.
    func watch(while isAlive: @escaping @Sendable (Int64) -> Bool) throws(SystemError) {
        guard let interval = manager?.watchdogMicroseconds else { return }
        // Half the interval, so that one late sign is not the end.
        let pauseMilliseconds = max(1, interval / 2_000)
        let pause = Semaphore()
        try Threads.start("watchdog") { [self] in
            while true {
                if isAlive(pauseMilliseconds) { tell([("WATCHDOG", "1")]) }
                _ = pause.wait(timeoutMilliseconds: pauseMilliseconds)
            }
        }
    }

    private func tell(_ assignments: [(String, String)]) {
        manager?.send(assignments.map { (name: $0.0, value: $0.1) })
    }
}
