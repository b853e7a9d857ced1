import Configuration
import Diagnostics
import HTTP
import HTTPClient
import Origin

/// The listener that a probe asks.
enum HealthSubject {
    /// The admin listener.
    case admin(AdminClient)
    /// A public listener, and the URL to ask it for.
    case listener(PublicListener)

    /// A public listener, how it is reached, and what it must be asked.
    struct PublicListener {
        /// The address as configured.
        let name: String
        /// The address to connect to.
        let address: String
        let port: UInt16
        let isTLS: Bool
        /// A host that a certificate of the configuration covers.
        let host: String
    }

    /// Chooses the listener by the options, or by the configuration that they name.
    ///
    /// - Throws: The findings of the configuration, and `nothing-to-ask`.
    init(_ invocation: Invocation) throws(AdminFailure) {
        guard invocation.value(AdminClient.admin) == nil else {
            self = .admin(
                try AdminClient(invocation, loaded: LoadedConfiguration(nil, findings: [])))
            return
        }
        let loaded = ConfigurationFile.load(invocation)
        guard let configuration = loaded.configuration else {
            throw AdminFailure(findings: loaded.findings, code: .refused)
        }
        if let admin = configuration.admin, AdminTarget(admin) != nil {
            self = .admin(try AdminClient(invocation, loaded: loaded))
        } else if let listener = PublicListener(configuration) {
            self = .listener(listener)
        } else {
            throw AdminFailure(
                findings: [
                    Diagnostic(
                        .error, "nothing-to-ask", "no listener can be asked from this machine",
                        hint: "add an 'admin' section, or name its address with --admin")
                ], code: .failed)
        }
    }

    /// The listener as the user knows it.
    var name: String {
        switch self {
        case .admin(let client): client.target.name
        case .listener(let listener): listener.name
        }
    }

    /// Asks, and returns the status of the answer.
    ///
    /// - Parameters:
    ///   - isReadiness: Whether to ask if requests are taken, where that can be asked.
    ///   - timeoutMilliseconds: How long the answer may take.
    /// - Returns: The status.
    /// - Throws: `admin-unreachable` and `listener-unreachable`.
    func status(isReadiness: Bool, timeoutMilliseconds: Int) throws(AdminFailure) -> Int {
        switch self {
        case .admin(let client):
            try client.send(
                "GET", isReadiness ? "/readyz" : "/healthz",
                timeoutMilliseconds: timeoutMilliseconds
            ).status
        case .listener(let listener):
            try listener.status(timeoutMilliseconds: timeoutMilliseconds)
        }
    }

    /// Whether an answer is one of a server that lives.
    ///
    /// A public listener says what it says to everybody: a document, that there is none at a
    /// host that a load has taken away, or that it takes no plain HTTP.
    func isHealthy(_ status: Int) -> Bool {
        switch self {
        case .admin: status == 200
        case .listener: [200, 403, 404].contains(status)
        }
    }
}

extension HealthSubject.PublicListener {
    /// The largest answer that is read.
    private static let bodyLimitBytes = 1 << 20

    /// Chooses the first listener with a fixed port that takes what a probe can say.
    init?(_ configuration: Configuration) {
        let candidates = configuration.listeners.filter { listener in
            if case .required = listener.proxyProtocol { return false }
            guard case .internet(_, let port) = listener.address else { return false }
            return port != 0
        }
        guard let listener = candidates.first(where: { $0.kind == .tls }) ?? candidates.first,
            case .internet(let host, let port) = listener.address
        else { return nil }
        name = listener.name
        // A server on all addresses is reached on the loopback one.
        address = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
        self.port = port
        isTLS = listener.kind == .tls
        let first = configuration.hosts.first
        self.host = (first?.isWildcard == true ? "health." : "") + (first?.name ?? "localhost")
    }

    /// Makes a connection and, with TLS, a handshake, and asks for the document.
    ///
    /// The certificate is not verified: an expired one is no reason to end a server.
    func status(timeoutMilliseconds: Int) throws(AdminFailure) -> Int {
        let scheme = isTLS ? "https" : "http"
        let result = HTTPClient.probe(
            ProbeRequest(
                "GET", "\(scheme)://\(host)/.well-known/apple-app-site-association",
                to: ProbeRequest.Endpoint(address, port: Int(port)),
                userAgent: "\(Version.name)/\(Version.number) health",
                timeoutMilliseconds: timeoutMilliseconds, bodyLimitBytes: Self.bodyLimitBytes))
        guard let status = result.status else {
            throw AdminFailure(
                findings: [
                    Diagnostic(
                        .error, "listener-unreachable",
                        "cannot ask the listener \(Diagnostic.quoted(name)): "
                            + (result.failure?.reason ?? "no answer"),
                        hint: "is the server running with this configuration?")
                ], code: .failed)
        }
        return status
    }
}
