package import HTTP

/// One request that looks at a server from outside: where it goes, and who it says it is.
package struct ProbeRequest: Sendable, Hashable {
    /// The versions of TLS that are offered.
    package enum TLSVersions: Sendable, Hashable {
        case all
        case only12
        case only13
    }

    /// An address and a port to connect to.
    package struct Endpoint: Sendable, Hashable {
        /// The IP address, without brackets.
        package var address: String
        /// The port.
        package var port: Int

        /// Creates an endpoint.
        package init(_ address: String, port: Int) {
            self.address = address
            self.port = port
        }

        /// Whether it is an address of version 6.
        package var isVersion6: Bool { address.utf8.contains(UInt8(ascii: ":")) }
    }

    /// Such as `GET` or `HEAD`.
    package var method: String
    /// An absolute URL.
    package var url: String
    /// Where the connection goes, whatever the host of the URL is.
    package var endpoint: Endpoint
    /// The user agent; `nil` sends none.
    package var userAgent: String?
    /// The value of `Accept-Encoding`; `nil` sends none.
    package var acceptEncoding: String?
    /// The versions of TLS that are offered.
    package var tls: TLSVersions
    /// For everything together.
    package var timeoutMilliseconds: Int
    /// How much of a body is read.
    package var bodyLimitBytes: Int

    /// Creates a request.
    package init(
        _ method: String = "GET", _ url: String, to endpoint: Endpoint, userAgent: String? = nil,
        acceptEncoding: String? = nil, tls: TLSVersions = .all, timeoutMilliseconds: Int,
        bodyLimitBytes: Int
    ) {
        self.method = method
        self.url = url
        self.endpoint = endpoint
        self.userAgent = userAgent
        self.acceptEncoding = acceptEncoding
        self.tls = tls
        self.timeoutMilliseconds = timeoutMilliseconds
        self.bodyLimitBytes = bodyLimitBytes
    }
}

/// What came of a probe: an answer, a part of one, or nothing.
package struct ProbeResult: Sendable, Hashable {
    /// The status code, or `nil` when no status line came.
    package var status: Int?
    /// The header fields in the order received.
    package var headers: [Field]
    /// The body as it was sent, nothing decoded, as far as it came.
    package var body: [UInt8]
    /// Why the answer is not whole, or `nil` when it is.
    package var failure: HTTPClientError?
    /// Whether this machine has no way to such addresses.
    package var hasNoRoute: Bool
    /// The certificates that the server sent, in PEM and in its order.
    package var certificates: [String]
    /// Milliseconds from the start to the first byte of the answer, or 0 when none came.
    package var firstByteMilliseconds: Int
    /// Milliseconds from the start to the end.
    package var totalMilliseconds: Int

    /// Creates a result.
    package init(
        status: Int?, headers: [Field] = [], body: [UInt8] = [], failure: HTTPClientError? = nil,
        hasNoRoute: Bool = false, certificates: [String] = [], firstByteMilliseconds: Int = 0,
        totalMilliseconds: Int = 0
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.failure = failure
        self.hasNoRoute = hasNoRoute
        self.certificates = certificates
        self.firstByteMilliseconds = firstByteMilliseconds
        self.totalMilliseconds = totalMilliseconds
    }

    /// Returns the first value of a field, whose name is compared without letter case.
    package func first(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
