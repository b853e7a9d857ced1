/// Why a request has no answer.
package struct HTTPClientError: Error, Sendable, Hashable {
    /// The kinds that callers treat differently.
    package enum Kind: Sendable, Hashable {
        /// The URL, the method or a header field is not valid; nothing was sent.
        case invalidRequest
        /// The name has no address, or nobody listens there.
        case unreachable
        /// TLS failed, most often because the certificate is not trusted.
        case untrusted
        /// There was no whole answer in time.
        case timedOut
        /// The answer's head or body is larger than its limit.
        case tooLarge
        /// What came back is no answer, or only a part of one.
        case invalidAnswer
    }

    /// What kind of failure it is.
    package var kind: Kind
    /// The reason in words, in lower case.
    package var reason: String

    /// Creates an error.
    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
