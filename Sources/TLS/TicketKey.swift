import COpenSSL
import Diagnostics

/// One key of ``TicketKeys``: AES-256 for secrecy, HMAC-SHA-256 against forgery (RFC 5077,
/// section 4).
struct TicketKey {
    /// What a ticket carries to say which key opens it.
    let name: [UInt8]
    private let cipherKey: [UInt8]
    private let digestKey: [UInt8]

    /// The length of the initialisation vector of AES.
    static let vectorBytes = 16
    /// The length of a key's name.
    static let nameBytes = 16

    init() throws(Diagnostic) {
        name = try Self.random(Self.nameBytes)
        cipherKey = try Self.random(32)
        digestKey = try Self.random(32)
    }

    /// Prepares OpenSSL to make a ticket; returns whether it could.
    func seal(
        _ cipher: OpaquePointer, _ digest: OpaquePointer, vector: [UInt8]
    ) -> Bool {
        guard let algorithm = TicketCipher.shared else { return false }
        let isReady = unsafe algorithm.withCipher { algorithm in
            unsafe EVP_EncryptInit_ex2(cipher, algorithm, cipherKey, vector, nil) == 1
        }
        return unsafe isReady && setDigest(digest)
    }

    /// Prepares OpenSSL to open a ticket; returns whether it could.
    func open(
        _ cipher: OpaquePointer, _ digest: OpaquePointer, vector: [UInt8]
    ) -> Bool {
        guard let algorithm = TicketCipher.shared else { return false }
        let isReady = unsafe algorithm.withCipher { algorithm in
            unsafe EVP_DecryptInit_ex2(cipher, algorithm, cipherKey, vector, nil) == 1
        }
        return unsafe isReady && setDigest(digest)
    }

    /// Returns random bytes.
    static func random(_ count: Int) throws(Diagnostic) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw Diagnostic(
                .error, "tls-random-failed",
                "cannot draw session ticket keys (\(OpenSSLErrors.reason()))")
        }
        return bytes
    }

    private func setDigest(_ digest: OpaquePointer) -> Bool {
        var key = digestKey
        var name = Array("SHA256\0".utf8.map { CChar(bitPattern: $0) })
        return unsafe aasa_set_ticket_digest(digest, &key, key.count, &name) == 1
    }
}

/// AES-256-CBC, looked up once instead of at every ticket.
///
/// - Ownership: Owns one `EVP_CIPHER`.
/// - Threads: Immutable, so any thread may use it.
@safe private final class TicketCipher: Sendable {
    static let shared = TicketCipher()

    private nonisolated(unsafe) let raw: OpaquePointer

    private init?() {
        guard let cipher = unsafe EVP_CIPHER_fetch(nil, "AES-256-CBC", nil) else { return nil }
        unsafe raw = unsafe cipher
    }

    deinit { unsafe EVP_CIPHER_free(raw) }

    func withCipher<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        unsafe body(raw)
    }
}
