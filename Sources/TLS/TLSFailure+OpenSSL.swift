import COpenSSL

extension TLSFailure {
    /// The client does not speak TLS.
    static let notTLS = TLSFailure(cause: .notTLS, reason: "the first byte is not TLS's")
    /// What comes of a client that sends messages of TLS, and nothing in them.
    static let flooded = TLSFailure(cause: .malformed, reason: "too many messages without data")

    /// Creates a failure from what OpenSSL's queue held after a call.
    ///
    /// An empty queue is a system call that failed: the peer reset the connection, or ended
    /// it without a word.
    init(_ errors: [OpenSSLError]) {
        guard let first = errors.first else {
            self.init(cause: .gone, reason: "connection reset")
            return
        }
        for error in errors where error.library == ERR_LIB_SSL {
            guard let cause = Self.cause(ofReason: error.reason) else { continue }
            // OpenSSL's words for this cause name its mechanism.
            let words =
                cause == .unknownServerName ? "no certificate for the server name" : error.words
            self.init(cause: cause, reason: words)
            return
        }
        self.init(cause: .other, reason: first.words)
    }

    private static func cause(ofReason reason: Int32) -> Cause? {
        switch reason {
        case SSL_R_UNEXPECTED_EOF_WHILE_READING: .gone
        // The server name callback is the only one that fails with this reason.
        case SSL_R_CALLBACK_FAILED: .unknownServerName
        default: offer(ofReason: reason) ?? alert(ofReason: reason) ?? fault(ofReason: reason)
        }
    }

    /// What the client offers and the server does not.
    private static func offer(ofReason reason: Int32) -> Cause? {
        switch reason {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_VERSION_TOO_HIGH,
            SSL_R_UNKNOWN_PROTOCOL, SSL_R_INAPPROPRIATE_FALLBACK:
            .version
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_CIPHERS_SPECIFIED: .cipher
        case SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SHARED_GROUPS: .group
        case SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS:
            .signature
        case SSL_R_NO_APPLICATION_PROTOCOL: .applicationProtocol
        default: nil
        }
    }

    /// What the client says in an alert; OpenSSL adds 1000 to the alert's number.
    private static func alert(ofReason reason: Int32) -> Cause? {
        switch reason {
        case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE, SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE,
            SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED, SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED,
            SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, SSL_R_TLSV1_ALERT_UNKNOWN_CA:
            .certificateRejected
        case SSL_AD_REASON_OFFSET..<(SSL_AD_REASON_OFFSET + 256): .alert
        default: nil
        }
    }

    /// What no client of TLS sends.
    private static func fault(ofReason reason: Int32) -> Cause? {
        switch reason {
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_WRONG_SSL_VERSION, SSL_R_BAD_PACKET,
            SSL_R_BAD_RECORD_TYPE, SSL_R_BAD_EXTENSION, SSL_R_LENGTH_MISMATCH,
            SSL_R_LENGTH_TOO_SHORT, SSL_R_RECORD_LENGTH_MISMATCH, SSL_R_RECORD_TOO_SMALL,
            SSL_R_PACKET_LENGTH_TOO_LONG, SSL_R_ENCRYPTED_LENGTH_TOO_LONG,
            SSL_R_DATA_LENGTH_TOO_LONG, SSL_R_UNEXPECTED_MESSAGE, SSL_R_UNEXPECTED_RECORD,
            SSL_R_BAD_KEY_SHARE, SSL_R_BAD_ECPOINT,
            SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC:
            .malformed
        default: nil
        }
    }
}
