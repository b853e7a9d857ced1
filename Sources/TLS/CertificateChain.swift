import COpenSSL

/// The certificates between a leaf and its root, in the order they are sent.
///
/// - Ownership: Owns one stack, which has a reference to each certificate.
/// - Threads: Immutable after `init`, so any thread may use it.
@safe final class CertificateChain: Sendable {
    /// The certificates, from the leaf's issuer on.
    let certificates: [Certificate]
    private nonisolated(unsafe) let raw: OpaquePointer?

    /// Creates a chain from the certificates that lead upwards from a leaf.
    ///
    /// - Parameters:
    ///   - leaf: Where the chain begins; it is not part of it.
    ///   - candidates: Certificates in any order; those that do not belong are left out.
    init(from leaf: Certificate, among candidates: [Certificate]) {
        var rest = candidates.filter { !$0.isSame(as: leaf) }
        var chain: [Certificate] = []
        var last = leaf
        while !last.isSelfSigned,
            let next = rest.firstIndex(where: { last.isIssued(by: $0) })
        {
            last = rest.remove(at: next)
            chain.append(last)
        }
        certificates = chain
        unsafe raw = unsafe OPENSSL_sk_new_null()
        for certificate in chain {
            unsafe certificate.withCertificate { item in
                guard unsafe X509_up_ref(item) == 1 else { return }
                unsafe OPENSSL_sk_push(raw, UnsafeRawPointer(item))
            }
        }
    }

    deinit {
        while let item = unsafe OPENSSL_sk_pop(raw) { unsafe X509_free(OpaquePointer(item)) }
        unsafe OPENSSL_sk_free(raw)
    }

    /// Lends the stack to one call.
    func withStack<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        unsafe body(raw)
    }
}
