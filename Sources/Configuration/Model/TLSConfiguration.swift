package import Diagnostics

/// The `tls` section.
package struct TLSConfiguration: Sendable, Hashable {
    /// Which hosts without a certificate get a self-signed one.
    package enum SelfSigned: String, Sendable, Hashable, CaseIterable {
        case never
        case developer
        case always
    }
    /// One certificate: the files as configured and as found (relative to their file).
    package struct Certificate: Sendable, Hashable {
        /// The name in messages: the certificate's file.
        package var displayName: String
        /// The PEM file of the chain.
        package var certificateFile: String
        /// The PEM file of the key; `nil` when the chain's file holds it.
        package var keyFile: String?
        /// The file whose first line decrypts the key.
        package var passphraseFile: String?
        /// The file of an OCSP response in DER, stapled to handshakes.
        package var ocspFile: String?
        /// The place of the entry.
        package var location: Location
    }
    /// The certificates, in the order of the file, globs and directories expanded.
    package var certificates: [Certificate]
    /// The certificate for clients without SNI: an index into `certificates`.
    package var fallback: Int?
    /// `1.2` or `1.3`.
    package var minimumVersion: String
    /// Which hosts without a certificate get a self-signed one.
    package var selfSigned: SelfSigned
    /// Where the minting authority is kept over restarts; `nil` makes one per start.
    package var authorityDirectory: String?
    /// The place of `authority`.
    package var authorityLocation: Location?
}
