package import Diagnostics

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
    package var documents: DocumentTable
    /// The hosts, in the order of the file.
    package var hosts: HostList
    /// Where log lines go.
    package var log: LogConfiguration
    /// The admin listener, or `nil` when it is off.
    package var admin: AdminConfiguration?
    /// The limits.
    package var limits: LimitsConfiguration
    /// The user to become, or `nil` to stay the one that the process was started as.
    package var user: UserConfiguration?
    /// Whether changed files are loaded without being asked to.
    package var isWatched = false
    /// The tests that gate every load, in the order of the file.
    package var expectations: [Expectation] = []
    /// When a reload that loses hosts or apps is refused.
    package var guardPolicy = GuardPolicy.on
    /// What is remembered of fetches and versions.
    package var state = StateConfiguration()
    /// The tables of tenants.
    var tables: [TenantTable] = []
}

/// A test of the configuration: a URL, and the apps that it must open.
package struct Expectation: Sendable, Hashable {
    /// The URL as configured; nothing has parsed it yet.
    package var url: String
    /// The names of the apps that must be offered the URL; empty for none.
    package var opens: [String]
    /// The rule that must decide: the name of a rule list, or the path of a rule as written.
    package var because: String?
    /// The place of the URL.
    package var location: Location
}
