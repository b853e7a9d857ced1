/// How a request or a connection ended: the words of the access log's `outcome` field.
package enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// A document or another success was sent.
    case ok
    /// 304: the client has the current version.
    case notModified = "not_modified"
    /// 404: the host is not configured here.
    case unknownHost = "unknown_host"
    /// 404: the host is configured, the path is not one of the two.
    case unknownPath = "unknown_path"
    /// 404: the host's environment is disabled.
    case disabled
    /// 405: another method than GET and HEAD on the two paths.
    case methodNotAllowed = "method_not_allowed"
    /// 403: plain HTTP on a listener that refuses it.
    case plainRefused = "plain_refused"
    /// 403: a proxied listener's peer is no trusted proxy.
    case proxyNotTrusted = "proxy_not_trusted"
    /// 403: the trusted proxy did not say that the client came by https.
    case proxyNotSecure = "proxy_not_secure"
    /// 400: plain HTTP on a TLS listener.
    case plainOnTLS = "plain_on_tls"
    /// 400: TLS on a plain listener.
    case tlsOnPlain = "tls_on_plain"
    /// 400: the request line is not of the form that RFC 9112 demands.
    case badRequestLine = "bad_request_line"
    /// 400: a header field is not of the form that RFC 9112 demands.
    case badField = "bad_field"
    /// 400: no Host under HTTP/1.1, several, or an invalid one.
    case badHost = "bad_host"
    /// 400: the request announces a body in a way that cannot be trusted.
    case badFraming = "bad_framing"
    /// 400, 413, 501: the request has a body that is not taken.
    case bodyRefused = "body_refused"
    /// 505: an HTTP version that is not 1.0 or 1.1.
    case badVersion = "bad_version"
    /// 414: the request target is over the limit.
    case targetTooLong = "target_too_long"
    /// 431: the head is over its limit in bytes or fields.
    case headTooLarge = "head_too_large"
    /// 417: an expectation other than `100-continue`.
    case expectationFailed = "expectation_failed"
    /// 401, 403: the admin interface refused access.
    case accessDenied = "access_denied"
    /// Any other 4xx of the admin interface.
    case clientError = "client_error"
    /// A 5xx.
    case serverError = "server_error"
    /// The head was not complete in time.
    case headTimeout = "head_timeout"
    /// The client did not read the response in time.
    case sendTimeout = "send_timeout"
    /// The client went away before the response was sent.
    case clientGone = "client_gone"
    /// The TLS handshake was not complete in time.
    case handshakeTimeout = "handshake_timeout"
    /// The TLS handshake failed.
    case handshakeFailed = "handshake_failed"
    /// No certificate covers the server name that the client asked for.
    case unknownServerName = "unknown_server_name"
    /// The client offers only TLS versions or ciphers that are off here.
    case noSharedProtocol = "no_shared_protocol"
    /// The PROXY header is missing, malformed or from a peer that is not trusted.
    case badProxyHeader = "bad_proxy_header"
    /// The connection was closed to make room for a new one.
    case evicted

    /// Returns the word for a status that needs no closer explanation.
    package init(status: Int) {
        switch status {
        case 304: self = .notModified
        case 405: self = .methodNotAllowed
        case 401, 403: self = .accessDenied
        case 400..<500: self = .clientError
        case 500...: self = .serverError
        default: self = .ok
        }
    }
}

/// One finished request, or a connection that failed before it carried one: a log record.
package struct Exchange: Sendable {
    /// When it began: milliseconds since 1970 in UTC.
    package var timeMilliseconds: Int64
    /// From the first byte of the head to the last byte handed over, in microseconds.
    package var durationMicroseconds: Int64
    /// The connection, as far as it came.
    package var connection: Connection
    /// The client's address, from a trusted proxy where there is one.
    package var client: String
    /// The method, or `nil` when no request line was understood.
    package var method: String?
    /// The target as received, or `nil`.
    package var target: String?
    /// The protocol, or `nil`.
    package var version: HTTPVersion?
    /// The host, or `nil`.
    package var host: String?
    /// The user agent, or `nil` when none was sent.
    package var userAgent: String?
    /// The referring page, or `nil` when none was sent; only for the combined format.
    package var referrer: String?
    /// The status that was sent; 0 when none was.
    package var status: Int
    /// The number of body bytes that were sent.
    package var bodyBytes: Int
    /// The environment of the document that was sent.
    package var environment: String?
    /// The first 12 hexadecimal digits of the digest of the document that was sent.
    package var document: String?
    /// How it ended.
    package var outcome: Outcome
    /// More words on the outcome, such as the TLS library's reason.
    package var detail: String?
    /// The request's id.
    package var requestID: String

    /// Creates a record of a connection without a request.
    package init(
        timeMilliseconds: Int64, durationMicroseconds: Int64, connection: Connection,
        outcome: Outcome, requestID: String
    ) {
        self.timeMilliseconds = timeMilliseconds
        self.durationMicroseconds = durationMicroseconds
        self.connection = connection
        self.client = connection.client
        self.status = 0
        self.bodyBytes = 0
        self.outcome = outcome
        self.requestID = requestID
    }
}
