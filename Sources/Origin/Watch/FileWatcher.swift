package import Configuration
package import POSIX
import Synchronization

/// Reloads when a file of the last load has changed, and the change has come to an end.
///
/// A change is over when nothing has happened for ``settleMilliseconds``: an editor that
/// truncates first, and a renewal that writes key and chain one after the other, are loaded
/// once. A load that is refused is not repeated until something changes again, and never ends
/// the watching.
///
/// - Threads: ``run()`` on a thread of its own; ``update(_:isEnabled:)`` and ``stop()`` from any.
package final class FileWatcher: Sendable {
    /// How long nothing may happen before a change counts as complete.
    package static let settleMilliseconds: Int64 = 250
    /// How long a change that does not come to an end is waited for.
    package static let patienceMilliseconds: Int64 = 3_000
    /// How often files are looked at when the system reports nothing.
    package static let pollMilliseconds: Int64 = 5_000

    private struct State {
        var loaded = WatchedFiles()
        var isEnabled = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let watch: DirectoryWatch
    private let nowNanoseconds: @Sendable () -> Int64
    private let changed: @Sendable () -> Void

    /// Creates a watcher that is not enabled.
    ///
    /// - Parameters:
    ///   - nowNanoseconds: A clock that only grows.
    ///   - changed: Loads again, and calls ``update(_:isEnabled:)`` with what it looked at.
    /// - Throws: The system's error.
    package init(
        nowNanoseconds: @escaping @Sendable () -> Int64, changed: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        watch = try DirectoryWatch()
        self.nowNanoseconds = nowNanoseconds
        self.changed = changed
    }

    /// Takes what the last load looked at, and whether changes are to be followed.
    package func update(_ loaded: WatchedFiles, isEnabled: Bool) {
        state.withLock {
            $0.loaded = loaded
            $0.isEnabled = isEnabled
        }
        watch.wake()
    }

    /// Ends ``run()``.
    package func stop() {
        state.withLock { $0.isStopped = true }
        watch.wake()
    }

    /// Watches until ``stop()``.
    package func run() {
        while true {
            let (loaded, isEnabled, isStopped) = state.withLock {
                ($0.loaded, $0.isEnabled, $0.isStopped)
            }
            if isStopped { return }
            // ORDER: watched first, then looked at, so that no change falls between.
            watch.set(isEnabled ? loaded.directories : [])
            guard isEnabled else {
                watch.wait(timeoutMilliseconds: 60_000)
                continue
            }
            let now = loaded.current()
            if now == loaded {
                watch.wait(timeoutMilliseconds: Self.pollMilliseconds)
                continue
            }
            guard settle(now) else { continue }
            changed()
        }
    }

    /// Waits until files stay as they are; `false` when they are as they were loaded again.
    private func settle(_ first: WatchedFiles) -> Bool {
        let end = nowNanoseconds() + Self.patienceMilliseconds * 1_000_000
        var last = first
        var quietSince = nowNanoseconds()
        while nowNanoseconds() < end {
            let quiet = (nowNanoseconds() - quietSince) / 1_000_000
            guard quiet < Self.settleMilliseconds else { break }
            watch.wait(timeoutMilliseconds: Self.settleMilliseconds - quiet)
            if state.withLock({ $0.isStopped }) { return false }
            let next = last.current()
            if next != last {
                last = next
                quietSince = nowNanoseconds()
            }
        }
        return last != state.withLock { $0.loaded }
    }
}
