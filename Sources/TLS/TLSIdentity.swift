import COpenSSL
package import Diagnostics

/// A certificate chain with its private key.
///
/// - Threads: Immutable, so any thread may use it.
/// - Secrets: The key never leaves OpenSSL; findings name its file only.
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

    /// The family of the key: of each, a client can be offered one certificate.
    let keyAlgorithm: KeyAlgorithm
    let leaf: Certificate
    let chain: CertificateChain
    /// How many certificates of the file do not belong to the chain.
    let unrelatedCount: Int
    /// The authority's word that the certificate is not revoked.
    let staple: OCSPResponse?
    private let key: PrivateKey

    /// Reads a PEM chain and a PEM key; both may be in one file.
    ///
    /// The leaf is the certificate that the key belongs to, wherever it stands in the file,
    /// and the others are sent in the order that leads from it to the root.
    ///
    /// - Parameters:
    ///   - certificateFile: The file of the leaf and the certificates above it.
    ///   - keyFile: The file of the key, or `nil` when it is in the certificate's file.
    ///   - displayName: The certificate's file as the configuration spells it.
    ///   - location: The place in the configuration that names the file.
    ///   - passphrase: What an encrypted key is decrypted with.
    ///   - ocspResponse: An answer of the authority's OCSP service in DER, shown to clients
    ///     that ask for it, as long as it is good; its signature is not checked.
    ///   - pool: The certificates of other files, which this one may share.
    /// - Throws: `certificate-unreadable`, `certificate-missing`, `certificate-malformed`,
    ///   `certificate-chain-too-long`, `key-unreadable`, `key-missing`, `key-malformed`,
    ///   `key-encrypted`, `key-passphrase-wrong`, `key-mismatch` or `ocsp-response-malformed`.
    package convenience init(
        certificateFile: String, keyFile: String?, displayName: String, at location: Location?,
        passphrase: [UInt8]? = nil, ocspResponse: [UInt8]? = nil, pool: CertificatePool? = nil
    ) throws(Diagnostic) {
        let files = IdentityFiles(
            certificateFile: certificateFile, keyFile: keyFile, displayName: displayName,
            location: location, pool: pool)
        let parts = try files.read(passphrase: passphrase)
        var staple: OCSPResponse?
        if let ocspResponse {
            staple = OCSPResponse(der: ocspResponse, for: parts.leaf.serial)
            guard staple != nil else { throw Self.malformedResponse(displayName, location) }
        }
        self.init(
            name: displayName, leaf: parts.leaf, others: parts.others, key: parts.key,
            staple: staple)
    }

    private static func malformedResponse(_ name: String, _ location: Location?) -> Diagnostic {
        Diagnostic(
            .error, "ocsp-response-malformed",
            "the OCSP response of certificate \(Diagnostic.quotedPath(name)) is none",
            at: location, hint: "it is in DER, as 'openssl ocsp … -respout FILE' writes it")
    }

    /// Creates an identity from its parts; the key must belong to the leaf.
    init(
        name: String, leaf: Certificate, others: [Certificate], key: PrivateKey,
        staple: OCSPResponse? = nil
    ) {
        self.name = name
        self.leaf = leaf
        self.key = key
        self.staple = staple
        chain = CertificateChain(from: leaf, among: others)
        unrelatedCount =
            others.count { !$0.isSame(as: leaf) } - chain.certificates.count
        dnsNames = leaf.dnsNames
        notBefore = leaf.notBefore
        notAfter = leaf.notAfter
        issuer = leaf.issuer
        serial = leaf.serial
        fingerprint = leaf.fingerprint
        keyKind = leaf.key.text
        keyAlgorithm = leaf.key.algorithm
    }

    /// Whether a certificate, as OpenSSL chose it for a handshake, is this one's leaf.
    func isShown(as certificate: OpaquePointer?) -> Bool {
        unsafe leaf.withCertificate { leaf in unsafe leaf == certificate }
    }

    /// Puts leaf, key and chain on a handshake, beside those of other kinds of key.
    func install(on session: OpaquePointer) -> Bool {
        unsafe leaf.withCertificate { leaf in
            unsafe key.withKey { key in
                unsafe chain.withStack { chain in
                    unsafe SSL_use_cert_and_key(session, leaf, key, chain, 1) == 1
                }
            }
        }
    }
}
