import TestSupport

/// The server with the listeners of `deploy/proxies/aasa-origin.yaml`, behind a proxy.
struct ProxiedSite {
    /// The server.
    let server: RunningServer
    /// A second one, where there is one.
    let second: RunningServer?
    /// The proxy in front of them.
    let proxy: FrontProxy

    /// A certificate for the hosts of ``RequestTable`` and one with a website.
    static let leaf = Result {
        try Site.certificates.get().leaf("proxied", names: Site.names + ["www.example.com"])
    }

    /// Starts all of them.
    ///
    /// - Parameters:
    ///   - file: What the proxy runs.
    ///   - website: The port of the website that shares a host, where there is one.
    ///   - hasSecond: Whether there are two servers.
    ///   - readinessPort: Where the proxy asks for readiness, unless at the admin listener.
    /// - Throws: ``ServerFailure`` when one of them does not start.
    init(_ file: ProxyFile, website: Int = 1, hasSecond: Bool = false, readinessPort: Int? = nil)
        throws
    {
        server = try Self.server()
        // Caddy asks all of them at the same port.
        second = hasSecond ? try Self.server("127.0.0.2", adminPort: server.port(3)) : nil
        var backends = [8443: try server.port(0), 8081: try server.port(1)]
        backends[8080] = try server.port(2)
        backends[9180] = try readinessPort ?? server.port(3)
        backends[3000] = website
        proxy = try FrontProxy(
            file, backends: backends,
            second: second.map { [8443: try $0.port(0), 8080: try $0.port(2)] },
            leaf: Self.leaf.get())
    }

    /// Starts the server alone.
    static func server(
        _ address: String = "127.0.0.1", adminPort: Int = 0
    ) throws -> RunningServer {
        let shipped = try DeployFolder.text("proxies/aasa-origin.yaml")
        guard let start = shipped.firstRange(of: "\nlisten:\n"),
            let end = shipped.firstRange(of: "\n\n# Needed where TLS passes through")
        else { throw ServerFailure(description: "the listeners are not where they were") }
        let listen = shipped[start.lowerBound..<end.lowerBound]
            .replacing(/127\.0\.0\.1:[0-9]+/, with: "\(address):0")
        return try RunningServer(
            Site.configuration(listen: listen + "\n", certificates: [leaf.get().combined])
                .replacing("[shop.example.com,", with: "[shop.example.com, www.example.com,")
                + "admin: {address: \"\(address):\(adminPort)\"}\n")
    }

    /// A client of the proxy that speaks TLS.
    var client: Curl {
        get throws {
            Curl(
                server: server, proxyPort: proxy.tlsPort,
                security: .verified(authority: try Site.authority()))
        }
    }

    /// A client of the proxy that speaks plain HTTP.
    var plainClient: Curl { Curl(server: server, proxyPort: proxy.plainPort, security: .plain) }
}
