package import Diagnostics

/// One address to listen on.
package struct ListenerConfiguration: Sendable, Hashable {
    /// Where to listen.
    package enum Address: Sendable, Hashable {
        /// An IP address (`0.0.0.0`, `::`, `127.0.0.1`) and a port; port 0 lets the system choose.
        case internet(host: String, port: UInt16)
        /// A path of a Unix socket.
        case unix(path: String)
    }
    /// What the listener speaks.
    package enum Kind: Sendable, Hashable {
        /// HTTPS.
        case tls
        /// Plain HTTP that is answered with a refusal.
        case refuse
        /// Plain HTTP from a proxy that ends TLS; the networks whose peers are believed.
        case proxied(trusted: [IPNetwork])
    }
    /// Whether connections begin with a PROXY header.
    package enum ProxyProtocol: Sendable, Hashable {
        /// None is expected.
        case off
        /// Peers in these networks may send one.
        case optional(trusted: [IPNetwork])
        /// Only peers in these networks may connect, and each sends one.
        case required(trusted: [IPNetwork])
    }
    /// The address as configured, which is the listener's name in logs.
    package var name: String
    /// Where it listens.
    package var address: Address
    /// What it speaks.
    package var kind: Kind
    /// Whether connections begin with a PROXY header; a change takes effect at a restart.
    package var proxyProtocol = ProxyProtocol.off
    /// Whether the proxy in front takes https only, so that no request has to say it.
    package var assumesHTTPS = false
    /// The webroot of an ACME client, whose challenges a refusing listener answers from.
    package var acmeWebroot: String?
    /// `1.2` or `1.3`, or `nil` for that of the `tls` section.
    package var minimumVersion: String?
    /// The ciphers in the order of preference, or `nil` for all.
    package var ciphers: [CipherName]?
    /// The place of the address.
    package var location: Location
}

/// The name of a cipher, and where it was written.
package struct CipherName: Sendable, Hashable {
    /// The name in OpenSSL's words; nothing has looked it up yet.
    package var name: String
    /// Its place.
    package var location: Location
}

/// A network in CIDR form, as raw bytes: 4 for IPv4, 16 for IPv6.
package struct IPNetwork: Sendable, Hashable {
    /// The network's address.
    package var address: [UInt8]
    /// How many leading bits of the address count.
    package var prefixLength: Int

    /// Creates a network.
    package init(address: [UInt8], prefixLength: Int) {
        self.address = address
        self.prefixLength = prefixLength
    }
}
