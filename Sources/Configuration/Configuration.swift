package import Diagnostics
package import SiteAssociation

/// A configuration that has been read, checked and resolved; nothing in it needs a look-up.
package struct Configuration: Sendable {
    /// The files it was read from, in order, as bytes; the digest is made of them.
    package var sources: [SourceFile]
    /// The listeners, in the order of the file.
    package var listeners: [ListenerConfiguration]
    /// TLS settings.
    package var tls: TLSConfiguration
    /// The environments, in the order of the file.
    package var environments: [EnvironmentConfiguration]
    /// The documents, each once.
    package var documents: [Association]
    /// The hosts, in the order of the file.
    package var hosts: [HostConfiguration]
    /// Where log lines go.
    package var log: LogConfiguration
    /// The admin listener, or `nil` when it is off.
    package var admin: AdminConfiguration?
    /// The limits.
    package var limits: LimitsConfiguration
}

/// One address to listen on.
package struct ListenerConfiguration: Sendable, Hashable {
    package enum Address: Sendable, Hashable {
        /// An IP address (`0.0.0.0`, `::`, `127.0.0.1`) and a port; port 0 lets the system choose.
        case internet(host: String, port: UInt16)
        /// A path of a Unix socket.
        case unix(path: String)
    }
    package enum Kind: Sendable, Hashable {
        case tls
        case refuse
        /// The networks in CIDR form whose peers are believed.
        case proxied(trusted: [IPNetwork])
    }
    /// The address as configured, which is the listener's name in logs.
    package var name: String
    package var address: Address
    package var kind: Kind
    package var location: Location
}

/// A network in CIDR form, as raw bytes: 4 for IPv4, 16 for IPv6.
package struct IPNetwork: Sendable, Hashable {
    package var address: [UInt8]
    package var prefixLength: Int
    package init(address: [UInt8], prefixLength: Int) {
        self.address = address
        self.prefixLength = prefixLength
    }
}

/// The `tls` section.
package struct TLSConfiguration: Sendable, Hashable {
    package enum SelfSigned: String, Sendable, Hashable, CaseIterable {
        case never
        case developer
        case always
    }
    /// One certificate: the files as configured and as found (relative to their file).
    package struct Certificate: Sendable, Hashable {
        package var displayName: String
        package var certificateFile: String
        package var keyFile: String?
        package var location: Location
    }
    package var certificates: [Certificate]
    /// The certificate for clients without SNI: an index into `certificates`.
    package var fallback: Int?
    /// `1.2` or `1.3`.
    package var minimumVersion: String
    package var selfSigned: SelfSigned
    /// Where the minting authority is kept over restarts; `nil` makes one per start.
    package var authorityDirectory: String?
    package var authorityLocation: Location?
}

/// One environment.
package struct EnvironmentConfiguration: Sendable, Hashable {
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        case production
        case developer
        case managed
    }
    package var name: String
    package var mode: Mode
    package var isEnabled: Bool
    /// The value of `Cache-Control`, such as `public, max-age=3600`.
    package var cacheControl: String
    package var location: Location
}

/// One host, exact or wildcard, and what it serves.
package struct HostConfiguration: Sendable, Hashable {
    /// The name in lower-case ASCII; a wildcard without its `*.`.
    package var name: String
    package var isWildcard: Bool
    /// An index into `environments`.
    package var environment: Int
    /// An index into `documents`.
    package var document: Int
    package var location: Location

    /// The name as an operator writes it.
    package var pattern: String { isWildcard ? "*." + name : name }
}

/// The `log` section.
package struct LogConfiguration: Sendable, Hashable {
    package enum Destination: Sendable, Hashable {
        case standardOutput
        case standardError
        case file(path: String)
        case off
    }
    package enum Format: String, Sendable, Hashable, CaseIterable {
        case json
        case combined
    }
    package var access: Destination
    package var format: Format
    package var accessLocation: Location?
}

/// The `admin` section.
package struct AdminConfiguration: Sendable, Hashable {
    package var address: ListenerConfiguration.Address
    /// The address as configured.
    package var name: String
    /// The token's file, as configured and resolved; read at load.
    package var tokenFile: String?
    /// The token itself; never printed.
    package var token: [UInt8]?
    /// Further names that a Host header may carry.
    package var hosts: [String]
    package var location: Location
}

/// The `limits` section: every number that clients can drive.
package struct LimitsConfiguration: Sendable, Hashable {
    /// Connections at once over all loops.
    package var connections = 10_000
    package var handshakeTimeoutMilliseconds: Int64 = 5_000
    package var headTimeoutMilliseconds: Int64 = 5_000
    package var idleTimeoutMilliseconds: Int64 = 15_000
    package var sendTimeoutMilliseconds: Int64 = 10_000
    package var drainTimeoutMilliseconds: Int64 = 10_000
    package var headLimitBytes = 8_192
    package var headFieldLimit = 64
    package var requestsPerConnection = 1_000
    /// Event loops; 0 means one per processor.
    package var loops = 0
    /// Log lines that wait for the writer before new ones are dropped.
    package var logQueueLines = 10_000
    package init() {}
}
