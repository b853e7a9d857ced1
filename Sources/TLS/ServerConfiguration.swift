import COpenSSL
import Diagnostics

/// The settings that make an `SSL_CTX` the context of a server.
///
/// Everything that the system's `openssl.cnf` could change is set here, so that a server
/// behaves alike on every machine.
@safe struct ServerConfiguration {
    /// The ciphers of TLS 1.3, the cheapest that is secure first.
    private static let suites =
        "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
    /// The ciphers of TLS 1.2: forward secrecy and authenticated encryption only.
    private static let ciphers = [
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
        "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384",
        "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
    ].joined(separator: ":")
    /// The key exchanges, the cheapest first.
    private static let groups = "X25519:P-256:P-384"
    /// At least 112 bits of security: RSA from 2048 bits on, no SHA-1.
    private static let securityLevel: Int32 = 2
    /// Sessions are only resumed by a server that has the same identifier.
    private static let sessionContext = Array("aasa-origin".utf8)

    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) { unsafe self.raw = unsafe raw }

    /// Applies the settings of a listener and our own.
    ///
    /// - Throws: `tls-setup-failed`.
    func apply(_ settings: TLSSettings) throws(Diagnostic) {
        try applyVersions(settings.minimumVersion)
        try applyCiphers()
        try applySessions()
        let options =
            aasa_op_no_renegotiation | aasa_op_cipher_server_preference | aasa_op_no_compression
        unsafe SSL_CTX_set_options(raw, options)
        let modes =
            SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
            | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
        unsafe aasa_set_mode(raw, Int(modes))
        unsafe aasa_set_read_ahead(raw, 1)
    }

    private func applyVersions(_ minimum: TLSSettings.Version) throws(Diagnostic) {
        let lowest = minimum == .tls13 ? TLS1_3_VERSION : TLS1_2_VERSION
        guard unsafe aasa_set_min_proto_version(raw, lowest) == 1,
            unsafe aasa_set_max_proto_version(raw, TLS1_3_VERSION) == 1
        else { throw Self.failure("versions") }
    }

    private func applyCiphers() throws(Diagnostic) {
        unsafe SSL_CTX_set_security_level(raw, Self.securityLevel)
        guard unsafe SSL_CTX_set_ciphersuites(raw, Self.suites) == 1,
            unsafe SSL_CTX_set_cipher_list(raw, Self.ciphers) == 1
        else { throw Self.failure("ciphers") }
        guard unsafe aasa_set_groups(raw, Self.groups) == 1 else { throw Self.failure("groups") }
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
