/// The HTTP version of a request.
package enum HTTPVersion: String, Sendable, Hashable {
    case http10 = "HTTP/1.0"
    case http11 = "HTTP/1.1"
}

/// A request that has passed the gate: well-formed and complete.
package struct Request: Sendable {
    /// The method, as sent; methods are case-sensitive (RFC 9110 §9.1).
    package var method: String
    /// The target in origin-form as received: path and query, nothing decoded.
    package var target: String
    /// The HTTP version.
    package var version: HTTPVersion
    /// The host of the request's authority: lower case, no port, no trailing dot.
    ///
    /// `nil` when an HTTP/1.0 request names none. A name that can be no host of a
    /// configuration (Unicode, invalid) is kept as sent and matches nothing.
    package var host: String?
    /// The header fields.
    package var fields: Fields
    /// The body; only the admin listener takes one, of a few KiB.
    package var body: [UInt8]
    /// The connection it came on.
    package var connection: Connection
    /// The request's id, 16 hexadecimal digits, unique within a process.
    package var id: String

    /// The target's path as received: everything before the first `?`.
    package var path: Substring {
        target.prefix { $0 != "?" }
    }

    /// The target's query as received, without the `?`, or `nil` without one.
    package var query: Substring? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        return target[target.index(after: mark)...]
    }

    /// Creates a request.
    package init(
        method: String = "GET", target: String, version: HTTPVersion = .http11, host: String?,
        fields: Fields = Fields(), body: [UInt8] = [], connection: Connection,
        id: String = "0000000000000000"
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.host = host
        self.fields = fields
        self.body = body
        self.connection = connection
        self.id = id
    }
}
