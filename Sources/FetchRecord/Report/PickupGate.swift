/// Says when Apple's CDN has the version that is published: the gate of a release.
///
/// A refusal that was there before is waited through, since what was wrong may be mended by
/// now and Apple keeps an error for about an hour; a new one ends the waiting.
package struct PickupGate: Sendable {
    /// What a look says about the host.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// Apple has the version that is published.
        case current
        /// Apple has an earlier version, or none.
        case stale
        /// Apple's last fetch got an error.
        case refused
        /// The host publishes nothing that Apple could take.
        case unpublished
    }

    private var oldRefusal: Int64?
    private var isFirst = true

    /// Creates a gate that has not looked yet.
    package init() {}

    /// Looks at a state.
    ///
    /// - Parameter pickup: The state as it is now.
    /// - Returns: What it says, and whether waiting could change that.
    package mutating func look(at pickup: PickupState) -> (verdict: Verdict, mayChange: Bool) {
        defer { isFirst = false }
        if pickup.published == nil { return (.unpublished, false) }
        if pickup.kind == .refused {
            if isFirst { oldRefusal = pickup.fetchedMilliseconds }
            return (.refused, pickup.fetchedMilliseconds == oldRefusal)
        }
        return pickup.hasCurrent ? (.current, false) : (.stale, true)
    }
}
