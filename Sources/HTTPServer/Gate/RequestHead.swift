import HTTP

/// A request head that has the form RFC 9112 demands.
struct RequestHead {
    /// The method.
    var method: String
    /// The target as received.
    var receivedTarget: String
    /// The target in origin-form: path and query.
    var target: String
    /// The HTTP version.
    var version: HTTPVersion
    /// The host, or `nil` when an HTTP/1.0 request names none.
    var host: String?
    /// The header fields.
    var fields: Fields
    /// Whether the client keeps the connection open.
    var keepsAlive: Bool
    /// The length of the head in bytes, the empty line included.
    var length: Int
}

/// What the bytes received so far are.
enum HeadProgress {
    /// The head is not complete.
    case incomplete
    /// A whole head stands at the beginning of the bytes.
    case complete(RequestHead)
    /// The bytes are no request that is served; the target is known in some cases, for the log.
    case refused(Refusal, PartialHead)
}

/// What was understood of a request head before it was refused.
struct PartialHead {
    var method: String?
    var target: String?
    var version: HTTPVersion?
    var host: String?
    var userAgent: String?
}
