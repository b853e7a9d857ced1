package import Diagnostics
package import HTTP
package import TLS

/// A listener to open.
package struct Listener: Sendable {
    package enum Address: Sendable, Hashable {
        case internet(host: String, port: UInt16)
        case unix(path: String)
    }
    /// Its name in logs.
    package var name: String
    package var address: Address
    package var kind: ListenerKind
    package var tls: TLSSettings
    /// Where it stands in the configuration, for errors.
    package var location: Location?
    package init(
        name: String, address: Address, kind: ListenerKind, tls: TLSSettings = TLSSettings(),
        location: Location? = nil
    ) {
        self.name = name
        self.address = address
        self.kind = kind
        self.tls = tls
        self.location = location
    }
}

/// The limits of a server; times in milliseconds.
package struct ServerLimits: Sendable, Hashable {
    package var connections = 10_000
    package var handshakeTimeoutMilliseconds: Int64 = 5_000
    package var headTimeoutMilliseconds: Int64 = 5_000
    package var idleTimeoutMilliseconds: Int64 = 15_000
    package var sendTimeoutMilliseconds: Int64 = 10_000
    package var headLimitBytes = 8_192
    package var headFieldLimit = 64
    package var requestsPerConnection = 1_000
    package init() {}
}

/// Something the server wants to say; the composition logs it.
package enum ServerEvent: Sendable {
    /// A request was answered or refused, or a connection failed.
    case exchange(Exchange)
    /// An operator should know; at most one of a kind in five seconds.
    case warning(Diagnostic)
}

/// The public and the admin listeners, their event loops, and the requests on them.
///
/// - Threads: All methods may be called from any thread.
package final class Server: Sendable {
    /// Binds nothing yet.
    ///
    /// `events` is called on the loops' threads and must not block.
    package init(
        limits: ServerLimits, loops: Int, tickets: TicketKeys,
        events: @escaping @Sendable (ServerEvent) -> Void
    ) { fatalError("interface only") }
    /// Binds all listeners; nothing stays bound when one fails.
    ///
    /// - Throws: `listen-failed` with the address and the system's reason.
    package func bind(_ listeners: [Listener], admin: Listener?) throws(Diagnostic) {}
    /// Starts the loops. Handlers and identities must be given.
    package func start(handler: any Handler, admin: (any Handler)?, identities: TLSIdentities)
        throws(Diagnostic)
    {}
    /// Swaps handler and identities on all loops; returns when every loop has taken them.
    ///
    /// Requests that are being answered keep what they began with; no connection is closed.
    package func replace(handler: any Handler, identities: TLSIdentities) {}
    /// The addresses that are bound, `host:port` or a path, in the order given; for port 0.
    package var boundAddresses: [String] { [] }
    /// Connections that are open now.
    package var connectionCount: Int { 0 }
    /// Stops accepting and closes idle connections; returns when none is left or time is over.
    ///
    /// Returns whether all were served to the end.
    package func drain(timeoutMilliseconds: Int64) -> Bool { true }
}
