package import Diagnostics

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
