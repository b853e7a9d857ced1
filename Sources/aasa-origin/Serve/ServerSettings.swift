import Configuration
import HTTP
import HTTPServer
import Origin
import TLS

/// A configuration in the server's words: what is fixed from the start to the end.
struct ServerSettings {
    let limits: ServerLimits
    let loops: Int
    let logQueueLines: Int
    let drainTimeoutMilliseconds: Int64
    let listeners: [Listener]
    let admin: Listener?

    init(_ configuration: Configuration) {
        let configured = configuration.limits
        var limits = ServerLimits()
        limits.connections = configured.connections
        limits.handshakeTimeoutMilliseconds = configured.handshakeTimeoutMilliseconds
        limits.headTimeoutMilliseconds = configured.headTimeoutMilliseconds
        limits.idleTimeoutMilliseconds = configured.idleTimeoutMilliseconds
        limits.sendTimeoutMilliseconds = configured.sendTimeoutMilliseconds
        limits.headLimitBytes = configured.headLimitBytes
        limits.headFieldLimit = configured.headFieldLimit
        limits.requestsPerConnection = configured.requestsPerConnection
        self.limits = limits
        loops = configured.loops
        logQueueLines = configured.logQueueLines
        drainTimeoutMilliseconds = configured.drainTimeoutMilliseconds
        listeners = zip(configuration.listenerNames, configuration.listeners).map {
            name, listener in
            Listener(
                name: name, address: Self.address(listener.address),
                kind: Self.kind(listener.kind), tls: TLSSettings(listener, configuration.tls),
                proxyProtocol: Self.proxyProtocol(listener.proxyProtocol),
                location: listener.location)
        }
        admin = configuration.admin.map { admin in
            Listener(
                name: admin.name, address: Self.address(admin.address), kind: .admin,
                location: admin.location)
        }
    }

    private static func address(_ address: ListenerConfiguration.Address) -> Listener.Address {
        switch address {
        case .internet(let host, let port): .internet(host: host, port: port)
        case .unix(let path): .unix(path: path)
        }
    }

    private static func proxyProtocol(
        _ header: ListenerConfiguration.ProxyProtocol
    ) -> ProxyProtocol {
        switch header {
        case .off: .off
        case .optional(let networks):
            ProxyProtocol(mode: .optional, isTrusted: ProxyRule(trusted: networks).trusts)
        case .required(let networks):
            ProxyProtocol(mode: .required, isTrusted: ProxyRule(trusted: networks).trusts)
        }
    }

    private static func kind(_ kind: ListenerConfiguration.Kind) -> ListenerKind {
        switch kind {
        case .tls: .tls
        case .refuse: .refuse
        case .proxied: .proxied
        }
    }
}
