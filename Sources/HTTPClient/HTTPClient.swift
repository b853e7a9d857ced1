import CCurl
package import HTTP

/// A client for one request at a time, on libcurl.
///
/// It never follows a redirect, never uses a proxy (a token must not go there), and always
/// verifies TLS. It blocks its thread, so it is for commands and not for the server.
///
/// - Threads: Any thread may use it; nothing is shared between requests.
package enum HTTPClient {
    /// Sends a request without a body, and waits for the whole answer.
    ///
    /// - Parameters:
    ///   - method: Such as `GET`, `HEAD` or `POST`.
    ///   - url: An absolute URL, `http` or `https`, without user or password.
    ///   - unixSocket: A socket's path to connect to in place of the URL's host.
    ///   - headers: Fields in addition to `Host`, `Accept` and `User-Agent`.
    ///   - timeoutMilliseconds: For everything together.
    ///   - bodyLimitBytes: The largest body that is accepted.
    ///   - trustFile: Authorities in PEM to trust in place of the system's.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``HTTPClientError`` when there is no whole answer.
    package static func send(
        method: String, url: String, unixSocket: String? = nil, headers: [Field] = [],
        timeoutMilliseconds: Int, bodyLimitBytes: Int, trustFile: String? = nil
    ) throws(HTTPClientError) -> HTTPClientResponse {
        guard isReady else { throw HTTPClientError(.invalidRequest, "libcurl does not start") }
        // libcurl has one code for a foreign scheme and for an answer that is not HTTP.
        guard Syntax.isHTTP(url) else {
            throw HTTPClientError(.invalidRequest, "the URL begins with http:// or https://")
        }
        let transfer = try Transfer(bodyLimitBytes: bodyLimitBytes)
        try transfer.prepare(timeoutMilliseconds: timeoutMilliseconds)
        try transfer.set(method: method)
        try transfer.set(headers: headers)
        try transfer.set(CURLOPT_URL, url)
        if let unixSocket { try transfer.set(CURLOPT_UNIX_SOCKET_PATH, unixSocket) }
        if let trustFile { try transfer.set(CURLOPT_CAINFO, trustFile) }
        do {
            return try transfer.perform()
        } catch {
            // libcurl's words for it name the URL's host, and a port that nobody asks.
            guard unixSocket != nil, error.kind == .unreachable else { throw error }
            throw HTTPClientError(.unreachable, transfer.systemReason ?? error.reason)
        }
    }

    /// libcurl wants to be started once, before its first use.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
