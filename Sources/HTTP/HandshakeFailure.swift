/// Why a TLS handshake did not come to its end: the words of the metric's label `reason`.
package enum HandshakeFailure: String, Sendable, Hashable, CaseIterable {
    /// It took too long.
    case timeout
    /// The client closed or reset the connection.
    case clientGone = "client_gone"
    /// The client spoke plain HTTP.
    case plainHTTP = "plain_http"
    /// No certificate covers the server name that the client asked for.
    case unknownServerName = "unknown_server_name"
    /// The client offers only versions of TLS that are off here.
    case noSharedVersion = "no_shared_version"
    /// The client offers only ciphers that are off here.
    case noSharedCipher = "no_shared_cipher"
    /// The client offers no group for the key exchange that is known here.
    case noSharedGroup = "no_shared_group"
    /// The client takes no signature that a certificate here can make.
    case noSharedSignature = "no_shared_signature"
    /// The client offers only application protocols that are not spoken here.
    case noSharedApplicationProtocol = "no_shared_application_protocol"
    /// The client refused the certificate that it was shown.
    case certificateRejected = "certificate_rejected"
    /// The client gave up with another alert.
    case clientAlert = "client_alert"
    /// The client sent what is no TLS.
    case malformed
    /// Anything else.
    case other
}
