import HTTPClient

/// Asks Apple's servers for the copy of a host's file.
package struct CDNProber: Sendable {
    /// Where Apple's servers keep copies.
    package static let apple = "https://app-site-association.cdn-apple.com/a/v1/"
    /// The largest copy that is read.
    static let bodyLimitBytes = 1 << 20

    private let base: String
    private let timeoutMilliseconds: Int

    /// Creates a prober.
    ///
    /// - Parameters:
    ///   - base: The URL to which a host is appended.
    ///   - timeoutMilliseconds: How long an answer may take.
    package init(base: String = apple, timeoutMilliseconds: Int) {
        self.base = base.hasSuffix("/") ? base : base + "/"
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Returns what is held of a host.
    package func copy(of target: ProbeTarget) -> CDNCopy {
        let url = base + target.name
        do throws(HTTPClientError) {
            let answer = try HTTPClient.send(
                method: "GET", url: url, timeoutMilliseconds: timeoutMilliseconds,
                bodyLimitBytes: Self.bodyLimitBytes)
            return CDNCopy(
                url: url, status: answer.status, headers: answer.headers, body: answer.body)
        } catch {
            return CDNCopy(url: url, status: nil, failure: error)
        }
    }
}
