package import Diagnostics

/// A certificate chain with its private key.
package final class TLSIdentity: Sendable {
    /// The file of the chain as configured, or `minted` for one of our own authority.
    package let name: String
    /// The DNS names of the leaf in lower case; wildcards begin with `*.`.
    package let dnsNames: [String]
    /// Start of validity, seconds since 1970 in UTC.
    package let notBefore: Int64
    /// End of validity, seconds since 1970 in UTC.
    package let notAfter: Int64
    /// The issuer's name on one line.
    package let issuer: String
    /// The serial number in hexadecimal digits.
    package let serial: String
    /// SHA-256 of the leaf in hexadecimal digits.
    package let fingerprint: String
    /// The key's kind, such as `EC P-256` or `RSA 2048`.
    package let keyKind: String

    /// Reads a PEM chain and a PEM key; both may be in one file.
    package init(
        certificateFile: String, keyFile: String?, displayName: String, at location: Location?
    ) throws(Diagnostic) { fatalError("interface only") }

    /// Findings on the certificate itself: expired, not yet valid, expiring, weak, incomplete.
    package func findings(nowSeconds: Int64, at location: Location?) -> [Diagnostic] { [] }
}

/// A certificate authority of our own, for development.
package final class MintingAuthority: Sendable {
    /// Creates an authority that lives as long as the process.
    package static func ephemeral(nowSeconds: Int64) throws(Diagnostic) -> MintingAuthority {
        fatalError("interface only")
    }
    /// Loads the authority kept in a directory, or creates it there.
    package static func stored(
        in directory: String, nowSeconds: Int64, at location: Location?
    ) throws(Diagnostic) -> MintingAuthority { fatalError("interface only") }
    /// The authority's certificate in PEM, to be trusted by clients.
    package let certificatePEM: String
    /// SHA-256 of the authority's certificate in hexadecimal digits.
    package let fingerprint: String
    init() { fatalError("interface only") }
    /// Returns an identity for a host, minted at first use and kept.
    package func identity(for host: String) throws(Diagnostic) -> TLSIdentity {
        fatalError("interface only")
    }
}

/// The identities of a configuration, looked up by server name; immutable.
package final class TLSIdentities: Sendable {
    /// Creates the set.
    ///
    /// `mayMint` says which names the authority may mint for; `fallback` is used for clients
    /// that send no server name, `nil` refuses them with an alert.
    package init(
        _ identities: [TLSIdentity], fallback: TLSIdentity? = nil,
        authority: MintingAuthority? = nil,
        mayMint: @escaping @Sendable (String) -> Bool = { _ in false }
    ) { fatalError("interface only") }
    /// Returns the identities (one per key kind) that cover a name: exact before wildcard.
    package func identities(for serverName: String) -> [TLSIdentity] { [] }
    /// Whether a configured host, exact or `*.` wildcard, is covered without minting.
    package func covers(_ host: String) -> Bool { false }
}

/// The versions and ciphers of a listener.
package struct TLSSettings: Sendable, Hashable {
    package enum Version: String, Sendable, Hashable, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }
    /// The lowest version that is accepted.
    package var minimumVersion: Version
    package init(minimumVersion: Version = .tls12) { self.minimumVersion = minimumVersion }
}

/// The secret behind session tickets, shared by all loops and kept over reloads.
package final class TicketKeys: Sendable {
    package init() throws(Diagnostic) {}
}

/// The server side of TLS for one event loop: settings, tickets, and the current identities.
///
/// - Threads: One thread only; each loop makes its own.
package final class TLSContext {
    package init(
        settings: TLSSettings, tickets: TicketKeys, identities: TLSIdentities
    ) throws(Diagnostic) { fatalError("interface only") }
    /// Takes the identities of a new configuration for all handshakes from now on.
    package func replace(_ identities: TLSIdentities) {}
    /// Creates a session on a connected non-blocking socket; the socket stays the caller's.
    package func session(on socket: Int32) throws(Diagnostic) -> TLSSession {
        fatalError("interface only")
    }
}

/// How far a TLS call came.
package enum TLSProgress: Sendable, Equatable {
    /// It did what was asked.
    case done(Int)
    /// The socket must become readable first.
    case wantsRead
    /// The socket must become writable first.
    case wantsWrite
    /// The client ended the stream in order.
    case closed
    /// The session is dead.
    case failed(TLSFailure)
}

/// Why a session is dead.
package struct TLSFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The peer went away: reset, or end of stream without close_notify.
        case gone
        /// The first bytes were plain HTTP.
        case plainHTTP
        /// No certificate covers the server name.
        case unknownServerName
        /// No shared version, cipher or application protocol.
        case noSharedProtocol
        /// Anything else; `reason` has OpenSSL's words.
        case other
    }
    package var kind: Kind
    package var reason: String
}

/// One client's TLS session.
///
/// - Threads: One thread only.
package final class TLSSession {
    init() { fatalError("interface only") }
    /// Continues the handshake; `.done(0)` when it is complete.
    package func handshake() -> TLSProgress { .wantsRead }
    /// Reads decrypted bytes into an array from an offset on; `.done(n)` with n ≥ 1.
    package func read(into buffer: inout [UInt8], from offset: Int) -> TLSProgress { .wantsRead }
    /// Writes a part of an array; after `.wantsWrite` the same part must be given again.
    package func write(_ buffer: [UInt8], from offset: Int, count: Int) -> TLSProgress {
        .wantsRead
    }
    /// Sends close_notify, without waiting for the client's.
    package func shutdown() -> TLSProgress { .done(0) }
    /// The server name the client asked for, in lower case.
    package var serverName: String? { nil }
    /// The version in OpenSSL's words, such as `TLSv1.3`.
    package var version: String { "" }
    /// The cipher in OpenSSL's words.
    package var cipher: String { "" }
    /// Whether an earlier session was resumed.
    package var isResumed: Bool { false }
}

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Returns the 64 lower-case hexadecimal digits of the digest.
    package static func hexDigest(of bytes: [UInt8]) -> String { "" }
}
