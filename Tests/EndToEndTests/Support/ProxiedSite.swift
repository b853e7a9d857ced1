import TestSupport

/// The server with the listeners of `deploy/proxies/aasa-origin.yaml`, behind a proxy.
struct ProxiedSite {
    /// The server.
    let server: RunningServer
    /// The proxy in front of it.
    let proxy: FrontProxy

    /// A certificate for the hosts of ``RequestTable`` and one with a website.
    static let leaf = Result {
        try Site.certificates.get().leaf("proxied", names: Site.names + ["www.example.com"])
    }

    /// Starts both.
    ///
    /// - Parameters:
    ///   - file: What the proxy runs.
    ///   - website: The port of the website that shares a host, where there is one.
    ///   - readinessPort: Where the proxy asks for readiness, unless at the admin listener.
    /// - Throws: ``ServerFailure`` when one of them does not start.
    init(_ file: ProxyFile, website: Int = 1, readinessPort: Int? = nil) throws {
        server = try Self.server()
        var backends = [8443: try server.port(0), 8081: try server.port(1)]
        backends[8080] = try server.port(2)
        backends[9180] = try readinessPort ?? server.port(3)
        backends[3000] = website
        proxy = try FrontProxy(file, backends: backends, leaf: Self.leaf.get())
    }

    /// Starts the server alone.
    static func server() throws -> RunningServer {
        let shipped = try DeployFolder.text("proxies/aasa-origin.yaml")
        guard let start = shipped.firstRange(of: "\nlisten:\n"),
            let end = shipped.firstRange(of: "\n\n# Needed where TLS passes through")
        else { throw ServerFailure(description: "the listeners are not where they were") }
        let listen = shipped[start.lowerBound..<end.lowerBound]
            .replacing(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:0")
        return try RunningServer(
            Site.configuration(listen: listen + "\n", certificates: [leaf.get().combined])
                .replacing("[shop.example.com,", with: "[shop.example.com, www.example.com,")
                + "admin: {address: \"127.0.0.1:0\"}\n")
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
