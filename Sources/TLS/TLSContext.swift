import COpenSSL
package import Diagnostics
import POSIX

/// The server side of TLS for one event loop: settings, tickets, and the current identities.
///
/// No certificate is bound to the context: the server name decides in each handshake, so
/// that ten thousand certificates need no context of their own.
///
/// - Ownership: Owns one `SSL_CTX`, whose callbacks point back here without a reference;
///   every session keeps the context alive.
/// - Threads: One thread only; each loop makes its own.
@safe package final class TLSContext {
    private let raw: OpaquePointer
    private var identities: TLSIdentities
    /// The keys of session tickets, shared with the contexts of other loops.
    let tickets: TicketKeys

    /// Creates the context.
    ///
    /// - Parameters:
    ///   - settings: Versions and ciphers.
    ///   - tickets: The keys of session tickets, shared with the contexts of other loops.
    ///   - identities: The certificates to choose from.
    /// - Throws: `tls-setup-failed` when OpenSSL refuses a setting.
    package init(
        settings: TLSSettings, tickets: TicketKeys, identities: TLSIdentities
    ) throws(Diagnostic) {
        guard let raw = unsafe SSL_CTX_new(TLS_server_method()) else {
            throw ServerConfiguration.failure("context")
        }
        unsafe self.raw = unsafe raw
        self.identities = identities
        self.tickets = tickets
        try unsafe ServerConfiguration(raw).apply(settings)
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe SSL_CTX_set_ex_data(raw, 0, this) == 1,
            unsafe SSL_CTX_set_tlsext_ticket_key_evp_cb(raw, chooseTicketKey) == 1
        else { throw ServerConfiguration.failure("tickets") }
        guard unsafe aasa_set_servername_callback(raw, chooseServerName, this) == 1 else {
            throw ServerConfiguration.failure("server name callback")
        }
        guard unsafe aasa_set_status_callback(raw, stapleStatus) == 1 else {
            throw ServerConfiguration.failure("status callback")
        }
        unsafe SSL_CTX_set_cert_cb(raw, chooseCertificate, this)
        unsafe SSL_CTX_set_alpn_select_cb(raw, chooseProtocol, nil)
    }

    deinit { unsafe SSL_CTX_free(raw) }

    /// Takes the identities of a new configuration for all handshakes from now on.
    package func replace(_ identities: TLSIdentities) { self.identities = identities }

    /// Creates a session on a connected non-blocking socket; the socket stays the caller's.
    ///
    /// - Parameter socket: The descriptor, which must stay open as long as the session is used.
    /// - Returns: The session, ready for its handshake.
    /// - Throws: `tls-session-failed` when there is no memory.
    package func session(on socket: Int32) throws(Diagnostic) -> TLSSession {
        guard let session = unsafe SSL_new(raw) else { throw Self.sessionFailed() }
        let transport = SessionTransport(socket: socket)
        guard let bio = unsafe transport.makeBIO() else {
            unsafe SSL_free(session)
            throw Self.sessionFailed()
        }
        unsafe SSL_set_bio(session, bio, bio)
        unsafe SSL_set_accept_state(session)
        return unsafe TLSSession(adopting: session, over: transport, of: self)
    }

    /// Returns the context that a session in a callback belongs to.
    static func find(_ session: OpaquePointer?) -> TLSContext? {
        guard let session = unsafe session,
            let this = unsafe SSL_CTX_get_ex_data(SSL_get_SSL_CTX(session), 0)
        else { return nil }
        return unsafe Unmanaged<TLSContext>.fromOpaque(this).takeUnretainedValue()
    }

    /// Returns the OCSP response for the certificate that was chosen for a handshake, while it
    /// is good.
    func staple(for session: OpaquePointer) -> [UInt8]? {
        let shown = unsafe SSL_get_certificate(session)
        let identity = unsafe chosen(for: session).first { unsafe $0.isShown(as: shown) }
        guard let staple = identity?.staple, staple.isUsable(at: Clock.nowMilliseconds() / 1_000)
        else { return nil }
        return staple.bytes
    }

    /// Whether some certificate may be shown to the client of this handshake.
    fileprivate func mayAnswer(_ session: OpaquePointer) -> Bool {
        !(unsafe chosen(for: session)).isEmpty
    }

    /// Puts the certificates for the requested name on a handshake, one of each key kind.
    fileprivate func install(on session: OpaquePointer) -> Bool {
        (unsafe chosen(for: session)).allSatisfy { unsafe $0.install(on: session) }
    }

    private func chosen(for session: OpaquePointer) -> [TLSIdentity] {
        identities.identities(requested: unsafe ServerName.requested(on: session))
    }

    private static func sessionFailed() -> Diagnostic {
        Diagnostic(
            .error, "tls-session-failed", "cannot start TLS (\(OpenSSLErrors.reason()))")
    }
}

// MARK: - Callbacks

/// Refuses a handshake whose server name no certificate covers (RFC 6066, section 3).
private let chooseServerName:
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?)
        -> Int32 = { session, alert, argument in
            guard let session = unsafe session, let argument = unsafe argument else {
                return SSL_TLSEXT_ERR_ALERT_FATAL
            }
            let context = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
            if unsafe context.mayAnswer(session) { return SSL_TLSEXT_ERR_OK }
            unsafe alert?.pointee = SSL_AD_UNRECOGNIZED_NAME
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }

/// Puts certificates on a full handshake; resumed ones show none and do not come here.
private let chooseCertificate: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 =
    { session, argument in
        guard let session = unsafe session, let argument = unsafe argument else { return 0 }
        let context = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
        return unsafe context.install(on: session) ? 1 : 0
    }
