import HTTP

/// A request head that has the form RFC 9112 demands, with the body that it announces.
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
    /// The length of the body in bytes, as announced.
    var bodyBytes: Int
    /// The body; empty but where the gate lets bodies pass.
    var body: [UInt8] = []
    /// The length in bytes of the head, the empty line included, and of the body.
    var length: Int
}

/// What the bytes received so far are.
enum HeadProgress {
    /// The head, or the body that it announces, is not complete.
    case incomplete
    /// A whole head and its body stand at the beginning of the bytes.
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
