import Origin
import Synchronization

/// Slows down those who try tokens: from one address, and from everywhere together.
///
/// A wrong token takes one from a supply that fills up again with time. While the supply of an
/// address is empty, its tokens are not even looked at. The common supply guards against many
/// addresses at once; who has given the right token lately does not depend on it, so that
/// strangers cannot keep an administrator out.
///
/// - Threads: All methods may be called from any thread; none waits.
final class AttemptLimit: Sendable {
    /// Wrong tokens of one address before it has to wait.
    static let burst = 10
    /// The time after which an address may try one more.
    static let refillMilliseconds: Int64 = 5_000
    /// Wrong tokens of all addresses before strangers have to wait.
    static let commonBurst = 100
    /// The time after which all together may try one more.
    static let commonRefillMilliseconds: Int64 = 500
    /// Addresses that are remembered; above it the one that was heard of first is forgotten.
    static let addressLimit = 1_024
    /// How long an address is known for its right token.
    static let trustMilliseconds: Int64 = 12 * 3_600_000

    private struct Supply {
        var used = 0
        var sinceMilliseconds: Int64

        /// Gives back what time has given back, and returns how long one has to wait.
        mutating func wait(_ now: Int64, burst: Int, refill: Int64) -> Int64 {
            // A clock that was set back must keep nobody out for longer.
            sinceMilliseconds = min(sinceMilliseconds, now)
            let count = (now - sinceMilliseconds) / refill
            used = max(0, used - Int(clamping: count))
            sinceMilliseconds = used == 0 ? now : sinceMilliseconds + count * refill
            return used < burst ? 0 : max(1, sinceMilliseconds + refill - now)
        }
    }

    private struct State {
        var common = Supply(sinceMilliseconds: 0)
        var addresses: [String: Supply] = [:]
        var trusted: [String: Int64] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())

    /// Returns the seconds that an address has to wait before it may try, or `nil` for none.
    func waitSeconds(_ peer: String, nowMilliseconds now: Int64) -> Int64? {
        let name = Self.name(peer)
        let wait = state.withLock { state -> Int64 in
            let own = state.addresses[name]?.wait(
                now, burst: Self.burst, refill: Self.refillMilliseconds)
            if let trusted = state.trusted[name], now - trusted < Self.trustMilliseconds {
                return own ?? 0
            }
            let common = state.common.wait(
                now, burst: Self.commonBurst, refill: Self.commonRefillMilliseconds)
            return max(own ?? 0, common)
        }
        return wait == 0 ? nil : (wait + 999) / 1000
    }

    /// Counts a wrong token.
    func noteFailure(_ peer: String, nowMilliseconds now: Int64) {
        let name = Self.name(peer)
        state.withLock { state in
            Self.remember(name, &state)
            var supply = state.addresses[name] ?? Supply(sinceMilliseconds: now)
            _ = supply.wait(now, burst: Self.burst, refill: Self.refillMilliseconds)
            supply.used = min(supply.used + 1, Self.burst)
            state.addresses[name] = supply
            _ = state.common.wait(
                now, burst: Self.commonBurst, refill: Self.commonRefillMilliseconds)
            state.common.used = min(state.common.used + 1, Self.commonBurst)
        }
    }

    /// Remembers who gave the right token.
    func noteSuccess(_ peer: String, nowMilliseconds now: Int64) {
        let name = Self.name(peer)
        state.withLock { state in
            Self.remember(name, &state)
            state.trusted[name] = now
        }
    }

    private static func remember(_ name: String, _ state: inout State) {
        guard state.addresses[name] == nil, state.trusted[name] == nil else { return }
        if state.order.count >= addressLimit {
            let oldest = state.order.removeFirst()
            state.addresses[oldest] = nil
            state.trusted[oldest] = nil
        }
        state.order.append(name)
    }

    /// Who has one address of IPv6 has a whole network of them.
    private static func name(_ peer: String) -> String {
        PeerAddress(peer)?.network ?? peer
    }
}
