package import Diagnostics
import POSIX
import Synchronization

/// The secrets behind session tickets, shared by all loops and kept over reloads.
///
/// New tickets are made with the current key. After ``lifetimeSeconds`` a new key takes its
/// place, and the old one still opens its tickets for as long again. Whoever steals the
/// memory of the process can so read only what was resumed within the last hours.
///
/// - Threads: Any thread may use it.
/// - Secrets: The keys are never written anywhere and end with the process.
package final class TicketKeys: Sendable {
    /// How long a key makes tickets, and how long a ticket can be used.
    static let lifetimeSeconds: Int64 = 2 * 3600

    private struct Ring {
        var current: TicketKey
        var previous: TicketKey?
        var startSeconds: Int64
    }

    private let ring: Mutex<Ring>
    private let seconds: @Sendable () -> Int64

    /// Draws the first key.
    ///
    /// - Parameter seconds: A clock that only ever grows.
    /// - Throws: `tls-random-failed` when the system has no random numbers.
    package init(
        seconds: @escaping @Sendable () -> Int64 = {
            Clock.monotonicNanoseconds() / 1_000_000_000
        }
    ) throws(Diagnostic) {
        self.seconds = seconds
        ring = Mutex(Ring(current: try TicketKey(), startSeconds: seconds()))
    }

    /// Returns the key for new tickets, a fresh one when the last has done its time.
    func sealing() -> TicketKey {
        let now = seconds()
        return ring.withLock { ring in
            Self.rotate(&ring, now)
            return ring.current
        }
    }

    /// Returns the key that a ticket names, if it is still good.
    func opening(_ name: [UInt8]) -> (key: TicketKey, isCurrent: Bool)? {
        let now = seconds()
        return ring.withLock { ring in
            Self.rotate(&ring, now)
            if ring.current.name == name { return (ring.current, true) }
            guard let previous = ring.previous, previous.name == name else { return nil }
            return (previous, false)
        }
    }

    private static func rotate(_ ring: inout Ring, _ now: Int64) {
        let age = now - ring.startSeconds
        // Without random numbers the old key goes on; handshakes would fail then anyway.
        guard age >= lifetimeSeconds, let fresh = try? TicketKey() else { return }
        ring.previous = age >= 2 * lifetimeSeconds ? nil : ring.current
        ring.current = fresh
        ring.startSeconds = now
    }
}
