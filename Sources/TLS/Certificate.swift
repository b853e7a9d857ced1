import COpenSSL
import Synchronization

/// A certificate (RFC 5280) that has been read and parsed.
///
/// - Ownership: Owns one `X509`.
/// - Threads: Immutable after `init`, so any thread may use it.
@safe final class Certificate: Sendable {
    private nonisolated(unsafe) let raw: OpaquePointer
    private let selfSigned = Mutex<Bool?>(nil)

    /// Takes over a certificate.
    init(adopting raw: OpaquePointer) { unsafe self.raw = unsafe raw }

    /// Reads a certificate in DER; `nil` when it is none.
    init?(der: [UInt8]) {
        let certificate = unsafe der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return unsafe d2i_X509(nil, &position, bytes.count)
        }
        guard let certificate = unsafe certificate else { return nil }
        unsafe raw = unsafe certificate
    }

    deinit { unsafe X509_free(raw) }

    /// Lends the certificate to one call.
    func withCertificate<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        unsafe body(raw)
    }

    /// Whether a private key belongs to the certificate.
    func matches(_ key: PrivateKey) -> Bool {
        defer { OpenSSLErrors.clear() }
        return unsafe key.withKey { key in unsafe X509_check_private_key(raw, key) == 1 }
    }

    /// Whether another certificate's subject may have issued this one.
    func isIssued(by other: Certificate) -> Bool {
        defer { OpenSSLErrors.clear() }
        return unsafe other.withCertificate { other in
            unsafe X509_check_issued(other, raw) == X509_V_OK
        }
    }

    /// Whether both are the same certificate.
    func isSame(as other: Certificate) -> Bool {
        unsafe other.withCertificate { other in unsafe X509_cmp(raw, other) == 0 }
    }

    /// Whether it is signed with its own key; verified once.
    var isSelfSigned: Bool {
        if let known = selfSigned.withLock({ $0 }) { return known }
        defer { OpenSSLErrors.clear() }
        let isSelfSigned = unsafe X509_self_signed(raw, 1) == 1
        selfSigned.withLock { $0 = isSelfSigned }
        return isSelfSigned
    }

    /// Whether its extensions allow it to be a server's.
    var isForServers: Bool {
        defer { OpenSSLErrors.clear() }
        return unsafe X509_check_purpose(raw, X509_PURPOSE_SSL_SERVER, 0) == 1
    }

    /// Whether it is for a host, by its alternative names and their wildcards.
    func isFor(host: String) -> Bool {
        defer { OpenSSLErrors.clear() }
        return unsafe X509_check_host(raw, host, host.utf8.count, 0, nil) == 1
    }

    /// Whether it says where the certificate of its issuer is to be had (RFC 5280, 4.2.2.1).
    var namesIssuersPlace: Bool { unsafe X509_get_ext_by_NID(raw, NID_info_access, -1) >= 0 }

    /// What can be told about its public key.
    var key: KeyDescription { unsafe KeyDescription(X509_get0_pubkey(raw)) }

    /// Start of validity, seconds since 1970 in UTC.
    var notBefore: Int64 { unsafe Self.seconds(X509_get0_notBefore(raw)) }

    /// End of validity, seconds since 1970 in UTC.
    var notAfter: Int64 { unsafe Self.seconds(X509_get0_notAfter(raw)) }

    /// The digest of its signature in lower case, such as `sha256`; empty when there is none.
    var signatureDigest: String {
        var digest: Int32 = 0
        guard unsafe OBJ_find_sigid_algs(X509_get_signature_nid(raw), &digest, nil) == 1,
            let name = unsafe OBJ_nid2sn(digest), digest != NID_undef
        else { return "" }
        return unsafe String(cString: name).lowercased()
    }

    /// SHA-256 of the certificate in hexadecimal digits.
    var fingerprint: String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        guard unsafe X509_digest(raw, EVP_sha256(), &digest, &length) == 1 else { return "" }
        return Hexadecimal.text(of: digest.prefix(Int(length)))
    }

    /// The serial number in hexadecimal digits.
    var serial: String {
        unsafe Hexadecimal.text(of: Self.bytes(X509_get0_serialNumber(raw)))
    }

    /// The certificate in PEM.
    var pem: String {
        unsafe MemoryText.text { sink in unsafe PEM_write_bio_X509(sink, raw) == 1 } ?? ""
    }

    /// Copies the bytes of an ASN.1 string.
    static func bytes(_ string: UnsafePointer<ASN1_STRING>?) -> [UInt8] {
        guard let string = unsafe string else { return [] }
        return unsafe Array(
            unsafe UnsafeBufferPointer(
                start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
    }

    /// Returns a time in seconds since 1970 in UTC.
    static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return 0 }
        defer { unsafe ASN1_STRING_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return 0 }
        return Int64(days) * 86_400 + Int64(seconds)
    }
}

/// Text that OpenSSL writes.
enum MemoryText {
    /// Returns what a call writes to the `BIO` it is lent, or `nil` when it fails.
    static func text(_ write: (OpaquePointer) -> Bool) -> String? {
        guard let sink = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free(sink) }
        guard unsafe write(sink) else { return nil }
        var data: UnsafeMutablePointer<CChar>?
        let count = unsafe aasa_memory_data(sink, &data)
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: max(0, count))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
