package import Configuration
package import HTTP
import SiteAssociation
package import TLS

/// Everything that requests are answered from: built whole from one configuration, then fixed.
///
/// - Threads: Immutable, so any thread may use it. A request that began on a snapshot ends
///   on it, whatever is loaded meanwhile.
package final class Snapshot: Sendable {
    /// A document as one environment serves it, prepared once for all of its hosts.
    package struct Site: Sendable {
        /// The answer to GET and HEAD; 404 when the environment is disabled.
        package let response: Response
        /// The strong entity tag with its quotes: the document's SHA-256.
        package let entityTag: String
        /// SHA-256 of the document in hexadecimal digits.
        package let digest: String
        /// The size of the document in bytes, whether it is served or not.
        package let sizeBytes: Int
        /// The environment's name.
        package let environment: String
        /// Whether the environment is served at all.
        package let isEnabled: Bool
    }

    /// The configuration that it was built from.
    package let configuration: Configuration
    /// SHA-256 over every file the configuration was read from and over the certificates.
    package let digest: String
    /// The certificates for TLS handshakes.
    package let identities: TLSIdentities
    /// The certificates as an operator sees them.
    package let certificates: [CertificateSummary]
    /// The certificate authority that development certificates are minted by, if there is one.
    package let authority: MintingAuthority?
    /// What is believed of proxies, by the name of the listener behind them.
    package let proxyRules: [String: ProxyRule]

    /// Where challenges are answered from, by the name of the listener that they come to.
    let challenges: [String: Challenges]

    let sites: [Site]
    let siteOfHost: [Int32]

    /// Creates a snapshot from its parts; ``SnapshotBuilder`` makes them.
    init(
        configuration: Configuration, digest: String, certificates: CertificateSet,
        proxyRules: [String: ProxyRule], challenges: [String: Challenges], sites: SiteTable
    ) {
        self.configuration = configuration
        self.digest = digest
        self.identities = certificates.identities
        self.certificates = certificates.summaries
        self.authority = certificates.authority
        self.proxyRules = proxyRules
        self.challenges = challenges
        self.sites = sites.sites
        self.siteOfHost = sites.siteOfHost
    }

    /// Finds what a host of a request is answered with.
    ///
    /// - Parameter host: The name in lower case, without port and trailing dot.
    /// - Returns: The prepared answer, or `nil` when the host is not configured.
    /// - Complexity: O(labels of the host).
    package func site(for host: String) -> Site? {
        hostIndex(for: host).map { sites[Int(siteOfHost[$0])] }
    }

    /// Returns the index in the configuration's hosts of the entry that serves a name.
    package func hostIndex(for host: String) -> Int? {
        configuration.hosts.patterns.number(answering: host)
    }

    /// Returns the site of one of the configuration's hosts.
    package func site(ofHost index: Int) -> Site { sites[Int(siteOfHost[index])] }

    /// What the configuration says about URLs.
    package var links: ConfiguredLinks { ConfiguredLinks(configuration) }

    /// The number of configured hosts.
    package var hostCount: Int { configuration.hosts.count }

    /// The number of prepared sites.
    package var siteCount: Int { sites.count }
}
