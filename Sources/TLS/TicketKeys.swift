import COpenSSL
package import Diagnostics

/// The secret behind session tickets, shared by all loops and kept over reloads.
///
/// - Threads: Immutable, so any thread may use it.
/// - Secrets: Whoever has these bytes can read the sessions that were resumed; they are
///   never written anywhere and end with the process.
package final class TicketKeys: Sendable {
    /// A name of 16 bytes, a key for HMAC and one for AES-256 (RFC 5077, section 4).
    private static let lengthBytes = 80

    private let bytes: [UInt8]

    /// Draws new keys.
    ///
    /// - Throws: `tls-random-failed` when the system has no random numbers.
    package init() throws(Diagnostic) {
        var bytes = [UInt8](repeating: 0, count: Self.lengthBytes)
        guard unsafe RAND_bytes(&bytes, Int32(bytes.count)) == 1 else {
            throw Diagnostic(
                .error, "tls-random-failed",
                "cannot draw session ticket keys (\(OpenSSLErrors.reason()))")
        }
        self.bytes = bytes
    }

    /// Hands the keys to a context, which copies them.
    func install(in context: OpaquePointer) -> Bool {
        var copy = bytes
        return unsafe aasa_set_ticket_keys(context, &copy, copy.count) == 1
    }
}
