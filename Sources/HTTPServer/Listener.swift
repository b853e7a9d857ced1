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
    /// Where it stands in the configuration, for errors.
    package var location: Location?

    /// Creates a listener.
    package init(
        name: String, address: Address, kind: ListenerKind, tls: TLSSettings = TLSSettings(),
        location: Location? = nil
    ) {
        self.name = name
        self.address = address
        self.kind = kind
        self.tls = tls
        self.location = location
    }
}
