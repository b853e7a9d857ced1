import TestSupport

/// The real `curl`, pointed at a listener of this machine.
struct Curl {
    /// How it speaks to the listener.
    enum Security: Equatable {
        /// HTTP without TLS.
        case plain
        /// HTTPS with a certificate that may be anybody's.
        case unverified
        /// HTTPS with a certificate that the authority of this file must have signed.
        case verified(authority: String)
    }

    /// The server, which runs for as long as this is used.
    let server: RunningServer
    /// The place of the listener in the configuration.
    var listener = 0
    /// The port of a proxy in front of it on 127.0.0.1, or `nil` to reach it directly.
    var proxyPort: Int?
    /// How it speaks.
    let security: Security

    /// Sends one request and returns the answer with its head.
    ///
    /// - Parameters:
    ///   - target: The path and query, sent as they are.
    ///   - host: The name in the URL, which leads to the listener.
    ///   - arguments: Further arguments.
    /// - Returns: The answer.
    /// - Throws: ``CommandFailure`` when there was none.
    func get(
        _ target: String = RequestTable.wellKnown, host: String = "shop.example.com",
        arguments: [String] = []
    ) throws -> HTTPReply {
        let text = try CommandRunner.output(
            "curl",
            try command(host: host) + arguments + [
                "--include", "--request-target", target, try url(host: host),
            ])
        guard let reply = HTTPReply(text) else {
            throw ServerFailure(description: "no HTTP answer:\n\(text)")
        }
        return reply
    }

    /// Returns the arguments that every request needs.
    func command(host: String) throws -> [String] {
        let trust: [String] =
            switch security {
            case .plain: []
            case .unverified: ["--insecure"]
            case .verified(let authority): ["--cacert", authority]
            }
        let place = "\(try port):127.0.0.\(proxyPort == nil ? listener + 1 : 1)"
        return [
            "--silent", "--show-error", "--http1.1", "--max-time", "30", "--noproxy", "*",
            "--resolve", "\(host):\(place)",
        ] + trust
    }

    /// Returns the URL of the path that Apple reads.
    func url(host: String) throws -> String {
        let scheme = security == .plain ? "http" : "https"
        return "\(scheme)://\(host):\(try port)\(RequestTable.wellKnown)"
    }

    private var port: Int { get throws { try proxyPort ?? server.port(listener) } }
}
