/// The formats of certificates and keys that are not read, but known.
enum OtherFormat: Equatable {
    /// A certificate or a key in DER.
    case der
    /// Certificates with a key, mostly named `.p12` or `.pfx` (RFC 7292).
    case pkcs12
    /// Certificates, mostly named `.p7b`, in PEM or DER (RFC 2315).
    case pkcs7(String)

    /// Tells the format by the beginning of a file; `nil` when it is none of these.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: "-----BEGIN PKCS7-----".utf8) {
            self = .pkcs7("PEM")
            return
        }
        guard bytes.first == 0x30, bytes.count > 1 else { return nil }
        // What a sequence begins with stands behind the bytes of its length (X.690, 8.1.3).
        let lengthBytes = bytes[1] > 0x80 ? Int(bytes[1] & 0x7F) : 0
        let content = bytes.dropFirst(2 + lengthBytes)
        if content.starts(with: [0x02, 0x01, 0x03]) {
            self = .pkcs12
        } else if content.first == 0x06 {
            self = .pkcs7("DER")
        } else {
            self = .der
        }
    }
}
