import COpenSSL

/// The root authorities that the system trusts.
///
/// - Ownership: Owns one `X509_STORE`, which reads the system's directory as it is asked.
/// - Threads: OpenSSL locks the store; any thread may use it.
@safe final class TrustStore: Sendable {
    /// The store of the system, opened at first use.
    static let system = TrustStore()

    private nonisolated(unsafe) let raw: OpaquePointer?

    private init() {
        unsafe raw = unsafe X509_STORE_new()
        // Without a store nothing is trusted, which only costs a warning.
        _ = unsafe X509_STORE_set_default_paths(raw)
        OpenSSLErrors.clear()
    }

    deinit { unsafe X509_STORE_free(raw) }

    /// Whether the issuer of a certificate is one of the roots.
    func hasIssuer(of certificate: Certificate) -> Bool {
        defer { OpenSSLErrors.clear() }
        guard let context = unsafe X509_STORE_CTX_new() else { return false }
        defer { unsafe X509_STORE_CTX_free(context) }
        return unsafe certificate.withCertificate { item in
            guard unsafe X509_STORE_CTX_init(context, raw, item, nil) == 1 else { return false }
            var issuer: OpaquePointer?
            let found = unsafe X509_STORE_CTX_get1_issuer(&issuer, context, item) == 1
            unsafe X509_free(issuer)
            return found
        }
    }
}
