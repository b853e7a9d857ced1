import HTTP
import POSIX

/// Why the gate does not let a request through, and the answer that says so.
enum Refusal: Error, Hashable, CaseIterable {
    case requestLine
    case field
    case host
    case framing
    case body
    case bodyTooLarge
    case transferEncoding
    case version
    case targetTooLong
    case headTooLarge
    case expectation
    case timeout
    case plainOnTLS
    case tlsOnPlain

    /// The status code (RFC 9110 §15).
    var status: Int {
        switch self {
        case .transferEncoding: 501
        case .version: 505
        case .targetTooLong: 414
        case .headTooLarge: 431
        case .bodyTooLarge: 413
        case .expectation: 417
        case .timeout: 408
        default: 400
        }
    }

    /// The word for the log.
    var outcome: Outcome {
        switch self {
        case .requestLine: .badRequestLine
        case .field: .badField
        case .host: .badHost
        case .framing: .badFraming
        case .body, .bodyTooLarge, .transferEncoding: .bodyRefused
        case .version: .badVersion
        case .targetTooLong: .targetTooLong
        case .headTooLarge: .headTooLarge
        case .expectation: .expectationFailed
        case .timeout: .headTimeout
        case .plainOnTLS: .plainOnTLS
        case .tlsOnPlain: .tlsOnPlain
        }
    }

    private var reason: String {
        switch status {
        case 408: "Request Timeout"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 417: "Expectation Failed"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 505: "HTTP Version Not Supported"
        default: "Bad Request"
        }
    }

    private var text: String {
        switch self {
        case .requestLine: "the request line is malformed"
        case .field: "a header field is malformed"
        case .host: "exactly one valid Host field is required"
        case .framing: "the length of the request body is ambiguous"
        case .body: "requests with a body are not accepted"
        case .bodyTooLarge: "the request body is too large"
        case .transferEncoding: "transfer codings are not accepted"
        case .version: "only HTTP/1.0 and HTTP/1.1 are spoken"
        case .targetTooLong: "the request target is too long"
        case .headTooLarge: "the request head is too large"
        case .expectation: "the expectation cannot be met"
        case .timeout: "the request head did not arrive in time"
        case .plainOnTLS: "this port requires HTTPS"
        case .tlsOnPlain: "this port does not speak TLS"
        }
    }

    /// Returns the whole response: plain text, never cached, the connection closed after it.
    ///
    /// The gate writes it itself, because the request must not reach the HTTP library.
    ///
    /// - Parameters:
    ///   - method: The method, if it was understood; the answer to HEAD has no body.
    ///   - seconds: The time, in seconds since 1970 in UTC.
    /// - Returns: The bytes.
    func response(to method: String?, at seconds: Int64) -> [UInt8] {
        let body = text + "\n"
        return Array(
            """
            HTTP/1.1 \(status) \(reason)\r
            Date: \(CalendarDate(seconds: seconds).httpDate)\r
            Content-Type: text/plain\r
            Content-Length: \(body.utf8.count)\r
            Cache-Control: no-store\r
            X-Content-Type-Options: nosniff\r
            Connection: close\r
            \r
            \(method == "HEAD" ? "" : body)
            """.utf8)
    }

    /// Returns the number of body bytes in the response to a method.
    func bodyBytes(to method: String?) -> Int { method == "HEAD" ? 0 : text.utf8.count + 1 }
}
