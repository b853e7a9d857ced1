import COpenSSL

extension Certificate {
    /// How many names of one certificate are read.
    static let nameLimit = 10_000

    /// The issuer's name on one line (RFC 2253), such as `CN=R11,O=Let's Encrypt,C=US`.
    var issuer: String {
        unsafe withCertificate { raw in unsafe Self.line(X509_get_issuer_name(raw)) }
    }

    /// The DNS names that the certificate is for, in lower case.
    ///
    /// The common name counts only when there are no alternative names at all (RFC 6125,
    /// section 6.4.4).
    var dnsNames: [String] { alternativeNames ?? commonName.map { [$0] } ?? [] }

    /// The DNS names of the extension for alternative names; `nil` without the extension.
    var alternativeNames: [String]? {
        let names = unsafe withCertificate { raw in
            unsafe X509_get_ext_d2i(raw, NID_subject_alt_name, nil, nil)
        }
        guard let names = unsafe names else { return nil }
        let stack = OpaquePointer(names)
        defer { unsafe GENERAL_NAMES_free(stack) }
        let count = min(Int(unsafe OPENSSL_sk_num(stack)), Self.nameLimit)
        return (0..<max(0, count)).compactMap { index in
            unsafe Self.dnsName(OPENSSL_sk_value(stack, Int32(index)))
        }
    }

    private var commonName: String? {
        unsafe withCertificate { raw in
            let subject = unsafe X509_get_subject_name(raw)
            let index = unsafe X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
            guard index >= 0, let entry = unsafe X509_NAME_get_entry(subject, index) else {
                return nil
            }
            return unsafe Self.hostName(Self.bytes(X509_NAME_ENTRY_get_data(entry)))
        }
    }

    private static func dnsName(_ element: UnsafeMutableRawPointer?) -> String? {
        guard let element = unsafe element else { return nil }
        let name = unsafe element.assumingMemoryBound(to: GENERAL_NAME.self)
        var kind: Int32 = 0
        let value = unsafe GENERAL_NAME_get0_value(name, &kind)
        guard kind == GEN_DNS, let value = unsafe value else { return nil }
        return unsafe hostName(bytes(value.assumingMemoryBound(to: ASN1_STRING.self)))
    }

    /// Returns a name without blanks, control bytes and other letters than ASCII.
    private static func hostName(_ bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return ServerName.normalized(String(decoding: bytes, as: UTF8.self))
    }

    private static func line(_ name: OpaquePointer?) -> String {
        unsafe MemoryText.text { sink in
            unsafe X509_NAME_print_ex(sink, name, 0, aasa_name_flags) >= 0
        } ?? ""
    }
}
