import COpenSSL

extension TLSFailure {
    /// Creates a failure from what OpenSSL's queue held after a call.
    ///
    /// An empty queue is a system call that failed: the peer reset the connection, or ended
    /// it without a word.
    init(_ errors: [OpenSSLError]) {
        guard let first = errors.first else {
            self.init(kind: .gone, reason: "connection reset")
            return
        }
        for error in errors where error.library == ERR_LIB_SSL {
            guard let kind = Self.kind(ofReason: error.reason) else { continue }
            // OpenSSL's words for this kind name its mechanism and not the cause.
            let words =
                kind == .unknownServerName ? "no certificate for the server name" : error.words
            self.init(kind: kind, reason: words)
            return
        }
        self.init(kind: .other, reason: first.words)
    }

    private static func kind(ofReason reason: Int32) -> Kind? {
        switch reason {
        case SSL_R_UNEXPECTED_EOF_WHILE_READING:
            .gone
        case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST:
            .plainHTTP
        case SSL_R_CALLBACK_FAILED:
            // The server name callback is the only one that fails with this reason.
            .unknownServerName
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_VERSION_TOO_HIGH,
            SSL_R_UNKNOWN_PROTOCOL, SSL_R_INAPPROPRIATE_FALLBACK, SSL_R_NO_SHARED_CIPHER,
            SSL_R_NO_CIPHERS_SPECIFIED, SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SHARED_GROUPS,
            SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS,
            SSL_R_NO_APPLICATION_PROTOCOL:
            .noSharedProtocol
        default:
            nil
        }
    }
}
