import COpenSSL

/// A certificate that is being written.
///
/// - Ownership: Owns one `X509` until ``signed(with:)`` hands it over.
/// - Threads: One thread only.
@safe struct CertificateDraft: ~Copyable {
    private let raw: OpaquePointer

    /// Begins a certificate of version 3 with a random serial number; `nil` without memory.
    init?(for key: PrivateKey, notBefore: Int64, notAfter: Int64) {
        guard let draft = unsafe X509_new() else { return nil }
        let serial = UInt64.random(in: 1 << 32...UInt64.max >> 1)
        guard unsafe X509_set_version(draft, Int(X509_VERSION_3)) == 1,
            unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(draft), serial) == 1,
            unsafe ASN1_TIME_set(X509_getm_notBefore(draft), Int(notBefore)) != nil,
            unsafe ASN1_TIME_set(X509_getm_notAfter(draft), Int(notAfter)) != nil,
            unsafe key.withKey({ key in unsafe X509_set_pubkey(draft, key) == 1 })
        else {
            unsafe X509_free(draft)
            return nil
        }
        unsafe raw = unsafe draft
    }

    deinit { unsafe X509_free(raw) }

    /// Sets the common name of the subject; the subject stays empty without this call.
    func setSubject(_ commonName: String) -> Bool {
        let bytes = Array(commonName.utf8)
        let subject = unsafe X509_get_subject_name(raw)
        return unsafe X509_NAME_add_entry_by_NID(
            subject, NID_commonName, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0) == 1
    }

    /// Sets the issuer; its extensions can be referred to from then on.
    ///
    /// - Parameter issuer: The authority's certificate, or `nil` for one signed with its own
    ///   key.
    /// - Returns: Whether there was memory.
    func setIssuer(_ issuer: Certificate?) -> Bool {
        guard let issuer else {
            return unsafe X509_set_issuer_name(raw, X509_get_subject_name(raw)) == 1
        }
        return unsafe issuer.withCertificate { issuer in
            unsafe X509_set_issuer_name(raw, X509_get_subject_name(issuer)) == 1
        }
    }

    /// Adds an extension in the notation of OpenSSL's configuration files.
    ///
    /// - Parameters:
    ///   - kind: The extension's number, such as `NID_subject_alt_name`.
    ///   - value: Its value, such as `DNS:a.example`.
    ///   - issuer: The authority's certificate, or `nil` for one signed with its own key.
    /// - Returns: Whether OpenSSL accepted it.
    func add(_ kind: Int32, _ value: String, issuer: Certificate?) -> Bool {
        guard let issuer else { return unsafe add(kind, value, issuedBy: raw) }
        return unsafe issuer.withCertificate { issuer in
            unsafe add(kind, value, issuedBy: issuer)
        }
    }

    private func add(_ kind: Int32, _ value: String, issuedBy issuer: OpaquePointer) -> Bool {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, issuer, raw, nil, nil, 0)
        guard let item = unsafe X509V3_EXT_conf_nid(nil, &context, kind, value) else {
            return false
        }
        defer { unsafe X509_EXTENSION_free(item) }
        return unsafe X509_add_ext(raw, item, -1) == 1
    }

    /// Returns the certificate, signed with ECDSA or RSA and SHA-256.
    func signed(with key: PrivateKey) -> Certificate? {
        let isSigned = unsafe key.withKey { key in unsafe X509_sign(raw, key, EVP_sha256()) > 0 }
        guard isSigned, unsafe X509_up_ref(raw) == 1 else { return nil }
        return unsafe Certificate(adopting: raw)
    }
}
