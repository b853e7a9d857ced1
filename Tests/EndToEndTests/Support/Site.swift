import TestSupport

/// The configuration of most tests, and clients for the servers that run it.
///
/// Its hosts are those of ``RequestTable``.
enum Site {
    /// The certificates, made once for all tests.
    static let certificates = Result { try TestCertificates() }

    /// The file of the authority that clients trust.
    static func authority() throws -> String { try certificates.get().root }

    /// The leaf for every host of the configuration.
    static let leaf = Result { try certificates.get().leaf("site", names: names) }

    /// The names of ``leaf``.
    static let names = [
        "shop.example.com", "staging.example.com", "off.example.com", "*.shops.example.com",
        "*.deep.shops.example.com",
    ]

    /// Returns the document of an environment's app, whose only rule is a path.
    static func document(app: String = "shop", path: String = "/products/*") -> String {
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.\#(app)"],"#
            + #""components":[{"/":"\#(path)"}]}]}}"#
    }

    /// One TLS listener, which is what a configuration has unless a test asks for others.
    static let tlsListener = "listen: [{address: \"127.0.0.1:0\"}]\n"

    /// One listener of each kind of ``RequestCase/Listener``, in the order of ``listenerKinds``.
    static let allListeners = """
        listen:
          - address: 127.0.0.1:0
          - address: 127.0.0.2:0
            plain: refuse
          - address: 127.0.0.3:0
            plain: proxied
            trusted_proxies: [127.0.0.0/8]
          - address: 127.0.0.4:0
            plain: proxied
            trusted_proxies: [192.0.2.0/24]

        """

    /// The kinds of ``allListeners``.
    static let listenerKinds: [RequestCase.Listener] = [
        .tls, .refuse, .proxied, .strangersProxied,
    ]

    /// Returns a configuration.
    ///
    /// - Parameters:
    ///   - path: The path of the only rule of the app `shop`.
    ///   - listen: The listeners.
    ///   - certificates: The entries of `tls.certificates`; the file of ``leaf`` when `nil`.
    /// - Returns: The text of the file.
    /// - Throws: What the making of certificates throws.
    static func configuration(
        path: String = "/products/*", listen: String = tlsListener, certificates: [String]? = nil
    ) throws -> String {
        let files = try certificates ?? [leaf.get().combined]
        return listen + """
            tls:
              certificates: [\(files.joined(separator: ", "))]
              self_signed: never
            # A busy machine does not reach these.
            limits:
              handshake_timeout: 60s
              head_timeout: 60s
              idle_timeout: 120s
              send_timeout: 60s
            apps:
              shop:
                id: ABCDE12345.com.example.shop
                rules: ["\(path)"]
              beta:
                id: ABCDE12345.com.example.beta
                rules: [/products/*]
            environments:
              production:
                apps: [shop]
                hosts: [shop.example.com, "*.shops.example.com"]
              staging:
                mode: developer
                apps: [beta]
                hosts: [staging.example.com, own.shops.example.com, "*.deep.shops.example.com"]
              "off":
                enabled: false
                apps: [shop]
                hosts: [off.example.com]

            """
    }

    /// A server with ``allListeners`` for all tests that only send requests.
    static let server = Result { try RunningServer(configuration(listen: allListeners)) }

    /// Returns `curl` for the TLS listener of a server.
    static func curl(_ server: RunningServer) throws -> Curl {
        Curl(server: server, security: .verified(authority: try authority()))
    }

    /// Returns `openssl s_client` for the TLS listener of a server.
    static func openssl(_ server: RunningServer) throws -> OpenSSLClient {
        OpenSSLClient(server: server, authority: try authority())
    }
}

extension RunningServer {
    /// Returns the port of a listener by its place in the configuration.
    func port(_ index: Int) throws -> Int {
        let ports = ports
        guard index < ports.count else {
            throw ServerFailure(
                description: "no listener \(index); standard error:\n\(errors.text)")
        }
        return ports[index]
    }
}
