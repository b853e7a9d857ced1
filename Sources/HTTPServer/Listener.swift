package import Diagnostics
package import HTTP
package import TLS

/// A listener to open.
package struct Listener: Sendable {
    /// Where to listen.
    package enum Address: Sendable, Hashable {
        /// A numeric IPv4 or IPv6 address and a port; port 0 lets the system choose.
        case internet(host: String, port: UInt16)
        /// The path of a Unix socket.
        case unix(path: String)
    }

    /// Its name in logs.
    package var name: String
    /// Where it listens.
    package var address: Address
    /// What it does with requests.
    package var kind: ListenerKind
    /// The TLS versions of a TLS listener.
    package var tls: TLSSettings
    /// Whether a PROXY header comes before everything else.
    package var proxyProtocol: ProxyProtocol
    /// Where it stands in the configuration, for errors.
    package var location: Location?

    /// Creates a listener.
    package init(
        name: String, address: Address, kind: ListenerKind, tls: TLSSettings = TLSSettings(),
        proxyProtocol: ProxyProtocol = .off, location: Location? = nil
    ) {
        self.name = name
        self.address = address
        self.kind = kind
        self.tls = tls
        self.proxyProtocol = proxyProtocol
        self.location = location
    }
}

/// Whether the connections of a listener begin with a PROXY header.
package struct ProxyProtocol: Sendable {
    /// How a listener treats the header.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        /// None is expected.
        case off
        /// Trusted peers may send one; others never do.
        case optional
        /// Every connection begins with one, and only trusted peers may connect.
        case required
    }

    /// How the header is treated.
    package var mode: Mode
    /// Whether the header of a peer, given by its numeric address, is believed.
    package var isTrusted: @Sendable (String) -> Bool

    /// No header.
    package static let off = ProxyProtocol(mode: .off) { _ in false }

    /// Creates a rule.
    package init(mode: Mode, isTrusted: @escaping @Sendable (String) -> Bool) {
        self.mode = mode
        self.isTrusted = isTrusted
    }
}
