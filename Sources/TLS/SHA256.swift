import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Returns the 64 lower-case hexadecimal digits of the digest.
    package static func hexDigest(of bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let result = unsafe COpenSSL.SHA256(bytes, bytes.count, &digest)
        precondition(unsafe result != nil, "SHA-256 is part of every OpenSSL")
        return Hexadecimal.text(of: digest)
    }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
