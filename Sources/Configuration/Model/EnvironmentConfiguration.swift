package import Diagnostics

/// One environment.
package struct EnvironmentConfiguration: Sendable, Hashable {
    /// How devices reach the hosts, after Apple's alternate modes.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Through Apple's CDN.
        case production
        /// Directly, by devices in developer mode.
        case developer
        /// Directly, by managed devices.
        case managed
    }
    /// The name.
    package var name: String
    /// How devices reach its hosts.
    package var mode: Mode
    /// Whether its hosts serve their document rather than 404.
    package var isEnabled: Bool
    /// The value of `Cache-Control`, such as `public, max-age=3600`.
    package var cacheControl: String
    /// The place of the name.
    package var location: Location
    /// The apps that it lists, in document order; no two have the same identifier.
    package var apps: [ListedApp] = []
    /// How long caches may keep a document, in seconds; 0 for not at all.
    package var maxAgeSeconds: Int64 = 0
    /// The number of the environment that overrides make this one of, or `nil` for one that
    /// the configuration names; both have the same name.
    package var base: Int?
}

/// An app as one environment lists it.
package struct ListedApp: Sendable, Hashable {
    /// The name that the configuration gives it.
    package var name: String
    /// The app identifier.
    package var id: String
    /// Where its rules were written, by their index in the document's components; empty for
    /// an app without universal links.
    package var rules: [RuleSource]
    /// The place in the environment's list.
    package var location: Location
}

/// Where a rule of a document was written.
package struct RuleSource: Sendable, Hashable {
    /// The named list that it stands in, or `nil` for a rule of the app's own.
    package var list: String?
    /// The place of the rule.
    package var location: Location
}

/// One host, exact or wildcard, and what it serves.
package struct HostConfiguration: Sendable, Hashable {
    /// The name in lower-case ASCII; a wildcard without its `*.`.
    package var name: String
    /// Whether it stands for any host one label or more below the name.
    package var isWildcard: Bool
    /// An index into `environments`.
    package var environment: Int
    /// An index into `documents`.
    package var document: Int
    /// The place of the host; for a tenant's host in its row.
    package var location: Location
    /// The row of the tenant that the host belongs to, or `nil` for a host of its own.
    package var tenant: TenantRow?

    /// The name as an operator writes it.
    package var pattern: String { isWildcard ? "*." + name : name }
}
