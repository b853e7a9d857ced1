/// A response that was prepared before it was asked for: head fields and the whole body.
///
/// `Content-Length`, `Date` and `Connection` are added by the server. The object's identity
/// is the server's key for its own copy of the bytes, so one object should serve all
/// requests that get the same answer.
///
/// - Threads: Immutable, so any thread may use it.
package final class Response: Sendable {
    /// The status code.
    package let status: Int
    /// The fields, in the order in which they are sent.
    package let fields: [Field]
    /// The body.
    package let body: [UInt8]
    /// The environment whose document this is, for the log.
    package let environment: String?
    /// The first 12 hexadecimal digits of the document's digest, for the log.
    package let document: String?
    /// Whether the server may keep its copy for further requests.
    package let isReusable: Bool

    /// Creates a response.
    ///
    /// `isReusable` is `false` for an answer that is made for one request.
    package init(
        status: Int, fields: [Field], body: [UInt8] = [], environment: String? = nil,
        document: String? = nil, isReusable: Bool = true
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.environment = environment
        self.document = document
        self.isReusable = isReusable
    }
}

extension Response {
    /// Creates an answer that says in a few words why there is no other, and that nobody keeps.
    package static func error(
        _ status: Int, _ words: StaticString, _ more: [Field] = []
    ) -> Response {
        Response(
            status: status,
            fields: [
                Field("Content-Type", "application/json"),
                Field("Cache-Control", "no-store"),
                Field("X-Content-Type-Options", "nosniff"),
            ] + more,
            body: Array("{\"error\":\"\(words)\"}\n".utf8))
    }
}

/// The answer to one request: a prepared response, in full or as 304.
package struct Reply: Sendable {
    /// The response.
    package var response: Response
    /// Whether to send 304 with the response's fields and no body (RFC 9110 §15.4.5).
    package var isNotModified: Bool
    /// The client's address where a trusted proxy named it, for the log.
    package var client: String?
    /// Why, in one word of the log's table; `nil` for the word that fits the status.
    package var outcome: Outcome?

    /// Creates an answer.
    package init(
        _ response: Response, isNotModified: Bool = false, client: String? = nil,
        outcome: Outcome? = nil
    ) {
        self.response = response
        self.isNotModified = isNotModified
        self.client = client
        self.outcome = outcome
    }

    /// The status that is sent.
    package var status: Int { isNotModified ? 304 : response.status }
}

/// What a handler does with a request: answer at once, or on a thread that may block.
package enum Handling: Sendable {
    case reply(Reply)
    /// The closure runs on a thread beside the event loops: one at a time for the admin
    /// listener, a few at once for the public ones.
    case deferred(@Sendable () -> Reply)
}

/// Answers requests.
///
/// Called on an event loop's thread, so it must neither block nor wait.
package protocol Handler: Sendable {
    /// Returns what to do with a request.
    func handling(of request: Request) -> Handling
}
