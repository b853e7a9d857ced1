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
    /// The kinds that are told apart in logs and counters.
    package enum Kind: Sendable, Hashable {
        /// The peer went away: reset, or end of stream without close_notify.
        case gone
        /// The first bytes were plain HTTP.
        case plainHTTP
        /// No certificate covers the server name.
        case unknownServerName
        /// No shared version, cipher or application protocol.
        case noSharedProtocol
        /// Anything else; `reason` has OpenSSL's words.
        case other
    }

    /// What kind of failure it is.
    package var kind: Kind
    /// OpenSSL's words, or the system's.
    package var reason: String

    /// Creates a failure.
    package init(kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
