import COpenSSL

/// A private key that has been read and parsed, freed with the last reference to it.
///
/// - Ownership: Owns one `EVP_PKEY`.
/// - Threads: Immutable after `init`, so any thread may use it.
/// - Secrets: Never prints, logs or describes key material.
@safe final class PrivateKey: Sendable {
    private nonisolated(unsafe) let raw: OpaquePointer

    /// Takes over a key.
    init(adopting raw: OpaquePointer) { unsafe self.raw = unsafe raw }

    /// Reads an unencrypted key in DER; `nil` when it is none.
    ///
    /// - Parameters:
    ///   - der: The key in PKCS #8, or in the form of its algorithm.
    ///   - label: What the PEM block is called.
    init?(der: [UInt8], label: String) {
        let key = unsafe der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            // Told what to look for, OpenSSL 3 is four times as fast as when it must guess.
            if let algorithm = unsafe Self.algorithm(of: bytes, label: label) {
                return unsafe d2i_PrivateKey(algorithm, nil, &position, bytes.count)
            }
            return unsafe d2i_AutoPrivateKey(nil, &position, bytes.count)
        }
        guard let key = unsafe key else { return nil }
        unsafe raw = unsafe key
    }

    /// Returns OpenSSL's number of the algorithm that a key is for, if it is a common one.
    private static func algorithm(
        of der: UnsafeBufferPointer<UInt8>, label: String
    ) -> Int32? {
        if label == "EC PRIVATE KEY" { return EVP_PKEY_EC }
        if label == "RSA PRIVATE KEY" { return EVP_PKEY_RSA }
        defer { OpenSSLErrors.clear() }
        var position = der.baseAddress
        guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &position, der.count) else {
            return nil
        }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        var object: OpaquePointer?
        guard unsafe PKCS8_pkey_get0(&object, nil, nil, nil, info) == 1 else { return nil }
        let number = unsafe OBJ_obj2nid(object)
        return [EVP_PKEY_RSA, EVP_PKEY_EC].contains(number) ? number : nil
    }

    /// Draws a new key on the curve P-256.
    init?(onP256: Void) {
        guard let key = unsafe aasa_ec_key("P-256") else { return nil }
        unsafe raw = unsafe key
    }

    deinit { unsafe EVP_PKEY_free(raw) }

    /// The key in PEM (PKCS #8), not encrypted.
    var pem: String {
        unsafe MemoryText.text { sink in
            unsafe PEM_write_bio_PKCS8PrivateKey(sink, raw, nil, nil, 0, nil, nil) == 1
        } ?? ""
    }

    /// Lends the key to one call.
    func withKey<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        unsafe body(raw)
    }
}

/// The family of a key, which decides what clients it can serve.
enum KeyAlgorithm: Hashable {
    case rsa
    case ellipticCurve
    case edwards
    case unknown
}

/// What can be told about a key without its secret.
struct KeyDescription: Hashable {
    /// The family.
    var algorithm: KeyAlgorithm
    /// Its size.
    var bits: Int
    /// The kind in words, such as `EC P-256` or `RSA 2048`.
    var text: String

    /// The name of its curve; empty unless it is on one.
    var curve = ""
    /// Whether an RSA key signs in the way of RSASSA-PSS only (RFC 4055).
    var isForPSSOnly = false

    /// The curves that TLS 1.3 has for signatures (RFC 8446 §4.2.3).
    static let servedCurves: Set = ["P-256", "P-384", "P-521"]

    /// Describes a public or private key.
    init(_ key: OpaquePointer?) {
        bits = Int(unsafe EVP_PKEY_get_bits(key))
        switch unsafe EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_RSA:
            algorithm = .rsa
            text = "RSA \(bits)"
        case EVP_PKEY_RSA_PSS:
            algorithm = .rsa
            isForPSSOnly = true
            text = "RSA-PSS \(bits)"
        case EVP_PKEY_EC:
            algorithm = .ellipticCurve
            curve = unsafe Self.curve(key)
            text = "EC \(curve)"
        case EVP_PKEY_ED25519, EVP_PKEY_ED448:
            algorithm = .edwards
            text = bits > 256 ? "Ed448" : "Ed25519"
        default:
            algorithm = .unknown
            text = "unknown"
        }
    }

    private static func curve(_ key: OpaquePointer?) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        var length = 0
        let count = buffer.count
        guard unsafe EVP_PKEY_get_group_name(key, &buffer, count, &length) == 1 else {
            OpenSSLErrors.clear()
            return "unknown"
        }
        let name = String(
            decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let common = ["prime256v1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521"]
        return common[name] ?? name
    }
}
