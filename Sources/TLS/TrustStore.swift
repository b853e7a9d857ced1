import COpenSSL
import POSIX

/// Root authorities to trust: those of the system, or those of a file.
///
/// - Ownership: Owns one `X509_STORE`, which may read the system's directory as it is asked.
/// - Threads: OpenSSL locks the store; any thread may use it.
@safe final class TrustStore: Sendable {
    /// The store of the system, opened at first use.
    static let system = TrustStore()

    /// Whether the system has any roots, in the places where OpenSSL looks for them.
    static var systemHasRoots: Bool {
        let file = unsafe place(X509_get_default_cert_file_env(), X509_get_default_cert_file())
        let folder = unsafe place(X509_get_default_cert_dir_env(), X509_get_default_cert_dir())
        return Files.exists(file) || !Files.glob(folder + "/*").isEmpty
    }

    private static func place(
        _ variable: UnsafePointer<CChar>?, _ standard: UnsafePointer<CChar>?
    ) -> String {
        let name = unsafe variable.map { unsafe String(cString: $0) } ?? ""
        let place = unsafe standard.map { unsafe String(cString: $0) } ?? ""
        return ProcessContext.environment(name) ?? place
    }

    private nonisolated(unsafe) let raw: OpaquePointer?

    private init() {
        unsafe raw = unsafe X509_STORE_new()
        // Without a store nothing is trusted, which only costs a warning.
        _ = unsafe X509_STORE_set_default_paths(raw)
        OpenSSLErrors.clear()
    }

    /// Reads authorities in PEM; `nil` when the file cannot be read or holds none.
    init?(file: String) {
        defer { OpenSSLErrors.clear() }
        guard let store = unsafe X509_STORE_new() else { return nil }
        unsafe raw = unsafe store
        guard unsafe X509_STORE_load_file(raw, file) == 1 else { return nil }
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

    /// Why a chain is not trusted.
    struct Refusal {
        /// Whether an issuer is missing or not trusted.
        let isAboutIssuer: Bool
        /// OpenSSL's words.
        let words: String
    }

    /// Returns why a chain leads to none of the roots or is not for servers, or `nil` when it
    /// is trusted.
    ///
    /// Times are not looked at, so that a chain that is over may be trusted all the same.
    func refusal(of leaf: Certificate, _ chain: CertificateChain) -> Refusal? {
        defer { OpenSSLErrors.clear() }
        guard let context = unsafe X509_STORE_CTX_new() else {
            return Refusal(isAboutIssuer: false, words: "no memory")
        }
        defer { unsafe X509_STORE_CTX_free(context) }
        return unsafe leaf.withCertificate { item in
            unsafe chain.withStack { stack in
                guard unsafe X509_STORE_CTX_init(context, raw, item, stack) == 1 else {
                    return Refusal(isAboutIssuer: false, words: "no memory")
                }
                // Without a purpose, certificates for anything else would pass.
                _ = unsafe X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER)
                unsafe X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_NO_CHECK_TIME))
                if unsafe X509_verify_cert(context) == 1 { return nil }
                return unsafe Self.refusal(X509_STORE_CTX_get_error(context))
            }
        }
    }

    private static func refusal(_ code: Int32) -> Refusal {
        let aboutIssuer = [
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
        ]
        let words = unsafe X509_verify_cert_error_string(Int(code)).map {
            unsafe String(cString: $0)
        }
        return Refusal(
            isAboutIssuer: aboutIssuer.contains(code), words: words ?? "error \(code)")
    }
}
