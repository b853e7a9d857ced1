import COpenSSL
import Diagnostics

/// The settings that make an `SSL_CTX` the context of a server.
///
/// Everything that the system's `openssl.cnf` could change is set here, so that a server
/// behaves alike on every machine.
@safe struct ServerConfiguration {
    /// The key exchanges, the cheapest first.
    private static let groups = "X25519:P-256:P-384"
    /// The signatures of handshakes, in the order of preference: all of TLS 1.3, and RSA as
    /// TLS 1.2 has it.
    ///
    /// OpenSSL's own list also has SHA-1, SHA-224 and DSA, and goes through all of it for each
    /// one that a client names.
    private static let signatures = [
        "ecdsa_secp256r1_sha256", "ecdsa_secp384r1_sha384", "ecdsa_secp521r1_sha512",
        "ed25519", "ed448", "rsa_pss_rsae_sha256", "rsa_pss_rsae_sha384", "rsa_pss_rsae_sha512",
        "rsa_pss_pss_sha256", "rsa_pss_pss_sha384", "rsa_pss_pss_sha512",
        "rsa_pkcs1_sha256", "rsa_pkcs1_sha384", "rsa_pkcs1_sha512",
    ]
    /// At least 112 bits of security: RSA from 2048 bits on, no SHA-1.
    private static let securityLevel: Int32 = 2
    /// Sessions are only resumed by a server that has the same identifier.
    private static let sessionContext = Array("aasa-origin".utf8)

    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) { unsafe self.raw = unsafe raw }

    /// Applies the settings of a listener and our own.
    ///
    /// - Throws: `tls-cipher-unknown` for a cipher that is not offered, else
    ///   `tls-setup-failed`.
    func apply(_ settings: TLSSettings) throws(Diagnostic) {
        try applyCiphers(settings)
        try applySessions()
        let options =
            aasa_op_no_renegotiation | aasa_op_cipher_server_preference | aasa_op_no_compression
        unsafe SSL_CTX_set_options(raw, options)
        // Without the first, a handshake whose certificate has no chain looks for one.
        let modes =
            SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
            | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
        unsafe aasa_set_mode(raw, Int(modes))
        unsafe aasa_set_read_ahead(raw, 1)
    }

    private func applyCiphers(_ settings: TLSSettings) throws(Diagnostic) {
        let suites = settings.ciphers.filter(TLSSettings.suites.contains)
        let ciphers = settings.ciphers.filter(TLSSettings.ciphers.contains)
        let known = TLSSettings.suites + TLSSettings.ciphers
        if let unknown = settings.ciphers.first(where: { !known.contains($0) }) {
            throw Self.unknownCipher(unknown, among: known)
        }
        let allows12 = settings.minimumVersion == .tls12 && !ciphers.isEmpty
        guard allows12 || !suites.isEmpty else { throw Self.failure("ciphers: none is left") }
        unsafe SSL_CTX_set_security_level(raw, Self.securityLevel)
        guard
            unsafe aasa_set_min_proto_version(raw, allows12 ? TLS1_2_VERSION : TLS1_3_VERSION)
                == 1,
            unsafe aasa_set_max_proto_version(
                raw, suites.isEmpty ? TLS1_2_VERSION : TLS1_3_VERSION) == 1
        else { throw Self.failure("versions") }
        guard unsafe SSL_CTX_set_ciphersuites(raw, suites.joined(separator: ":")) == 1,
            unsafe ciphers.isEmpty
                || SSL_CTX_set_cipher_list(raw, ciphers.joined(separator: ":")) == 1
        else { throw Self.failure("ciphers") }
        guard unsafe aasa_set_groups(raw, Self.groups) == 1 else { throw Self.failure("groups") }
        guard unsafe aasa_set_signatures(raw, Self.signatures.joined(separator: ":")) == 1
        else { throw Self.failure("signatures") }
    }

    private static func unknownCipher(_ name: String, among known: [String]) -> Diagnostic {
        let nearest = NearestWord.nearest(to: name, among: known)
        return Diagnostic(
            .error, "tls-cipher-unknown", "cipher \(Diagnostic.quoted(name)) is not offered",
            hint: nearest.map { "did you mean \(Diagnostic.quoted($0))?" }
                ?? "the ciphers are \(known.joined(separator: ", "))")
    }

    private func applySessions() throws(Diagnostic) {
        unsafe aasa_set_session_cache_mode(raw, Int(SSL_SESS_CACHE_OFF))
        unsafe SSL_CTX_set_timeout(raw, Int(TicketKeys.lifetimeSeconds))
        let name = Self.sessionContext
        guard unsafe SSL_CTX_set_num_tickets(raw, 1) == 1,
            unsafe SSL_CTX_set_session_id_context(raw, name, UInt32(name.count)) == 1
        else { throw Self.failure("sessions") }
    }

    /// Returns the finding that OpenSSL refused one of the settings.
    static func failure(_ what: String) -> Diagnostic {
        Diagnostic(
            .error, "tls-setup-failed", "cannot set TLS \(what) (\(OpenSSLErrors.reason()))")
    }
}
