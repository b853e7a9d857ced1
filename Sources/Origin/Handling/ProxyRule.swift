package import Configuration

/// What a listener believes of the proxies in front of it.
package struct ProxyRule: Sendable, Hashable {
    /// The networks of the proxies.
    package let trusted: [IPNetwork]
    /// Whether the proxies take https only.
    package let assumesHTTPS: Bool

    /// Creates a rule.
    package init(trusted: [IPNetwork], assumesHTTPS: Bool = false) {
        self.trusted = trusted
        self.assumesHTTPS = assumesHTTPS
    }

    /// Whether an address is that of a trusted proxy.
    ///
    /// Whoever may open a Unix socket was let in by the permissions of its directory.
    ///
    /// - Parameter address: A numeric address, or `unix`.
    /// - Returns: `false` also for text that is no address.
    package func trusts(_ address: String) -> Bool {
        if address == "unix" { return true }
        guard let address = PeerAddress(address) else { return false }
        return trusted.contains(where: address.isIn)
    }
}
