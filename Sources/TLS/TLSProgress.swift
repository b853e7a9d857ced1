/// How far a TLS call came.
package enum TLSProgress: Sendable, Equatable {
    /// It did what was asked.
    case done(Int)
    /// The socket must become readable first.
    case wantsRead
    /// The socket must become writable first.
    case wantsWrite
    /// The client ended the stream in order.
    case closed
    /// The session is dead.
    case failed(TLSFailure)
}

/// Why a session is dead.
package struct TLSFailure: Error, Sendable, Hashable {
    /// The kinds that are told apart in logs.
    package enum Kind: Sendable, Hashable {
        /// The peer went away: reset, or end of stream without close_notify.
        case gone
        /// The first byte begins no TLS record.
        case notTLS
        /// No certificate covers the server name.
        case unknownServerName
        /// No shared version, cipher or application protocol.
        case noSharedProtocol
        /// Anything else; `reason` has OpenSSL's words.
        case other
    }

    /// The causes that are told apart in counters.
    package enum Cause: Sendable, Hashable {
        /// The peer went away: reset, or end of stream without close_notify.
        case gone
        /// The first byte begins no TLS record.
        case notTLS
        /// No certificate covers the server name.
        case unknownServerName
        /// No shared version.
        case version
        /// No shared cipher.
        case cipher
        /// No shared group for the key exchange.
        case group
        /// No shared signature.
        case signature
        /// No shared application protocol.
        case applicationProtocol
        /// The peer refused the certificate.
        case certificateRejected
        /// The peer sent another alert.
        case alert
        /// The peer sent what is no TLS.
        case malformed
        /// Anything else.
        case other
    }

    /// What led to it.
    package var cause: Cause
    /// OpenSSL's words, or the system's.
    package var reason: String

    /// Creates a failure.
    package init(cause: Cause, reason: String) {
        self.cause = cause
        self.reason = reason
    }

    /// What kind of failure it is.
    package var kind: Kind {
        switch cause {
        case .gone: .gone
        case .notTLS: .notTLS
        case .unknownServerName: .unknownServerName
        case .version, .cipher, .group, .signature, .applicationProtocol: .noSharedProtocol
        case .certificateRejected, .alert, .malformed, .other: .other
        }
    }
}
