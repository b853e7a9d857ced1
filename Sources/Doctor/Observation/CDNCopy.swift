package import HTTP
package import HTTPClient

/// What Apple's servers say about a host's file.
package struct CDNCopy: Sendable, Hashable {
    /// The URL that was asked.
    package var url: String
    /// The status, or `nil` when there was no answer.
    package var status: Int?
    /// The header fields.
    package var headers: [Field]
    /// The copy, if there is one.
    package var body: [UInt8]
    /// Why there was no answer.
    package var failure: HTTPClientError?

    /// Creates what was answered, or why nothing was.
    package init(
        url: String, status: Int?, headers: [Field] = [], body: [UInt8] = [],
        failure: HTTPClientError? = nil
    ) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
        self.failure = failure
    }

    /// The code of a failure, such as `SWCERR00101`.
    package var failureCode: String? {
        reason.map { String($0.prefix { $0 != " " }) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Apple's words for a failure, without the code.
    package var failureText: String? {
        reason.map { String($0.drop { $0 != " " }.drop { $0 == " " }) }
    }

    /// The details of a failure as Apple sends them, a small JSON text.
    package var failureDetails: String? { first("Apple-Failure-Details") }

    /// How old the copy is, in seconds.
    package var ageSeconds: Int? { first("Age").flatMap { Int($0) }.map { max(0, $0) } }

    /// For how long the copy was meant to be kept, in seconds.
    package var lifetimeSeconds: Int? { CacheControl.maxAge(first("Cache-Control") ?? "") }

    /// After how many seconds Apple's servers look again, as far as the header tells.
    package var remainingSeconds: Int? {
        lifetimeSeconds.map { max(0, $0 - (ageSeconds ?? 0)) }
    }

    /// Whether devices are told to ask the host themselves.
    package var sendsDevicesToHost: Bool { first("Apple-Try-Direct")?.lowercased() == "true" }

    private var reason: String? { first("Apple-Failure-Reason") }

    private func first(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The field `Cache-Control` (RFC 9111, section 5.2).
enum CacheControl {
    /// Returns the value of `max-age`, or `nil` without a valid one.
    static func maxAge(_ value: String) -> Int? {
        for part in value.lowercased().split(whereSeparator: { $0 == "," || $0 == " " })
        where part.hasPrefix("max-age=") {
            return Int(part.dropFirst("max-age=".count))
        }
        return nil
    }
}
