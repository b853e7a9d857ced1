package import Configuration
package import Diagnostics
import SiteAssociation
import TLS

/// What came of building a snapshot: the snapshot, unless there are errors, and all findings.
package struct SnapshotBuild: Sendable {
    /// What an error is about, which decides the exit code at start.
    package enum Fault: Sendable, Hashable {
        /// The configuration itself.
        case configuration
        /// A certificate or key that it names.
        case certificate
    }

    /// The snapshot, or `nil` with at least one error in the findings.
    package let snapshot: Snapshot?
    /// Every finding: of the configuration, of hosts and of certificates, in source order.
    package let findings: [Diagnostic]
    /// What the first errors are about, or `nil` without any.
    package let fault: Fault?
}

/// Turns a configuration into a snapshot: the one way that start, reload and check take.
package struct SnapshotBuilder: Sendable {
    /// What is read of the certificates.
    package enum Certificates: Sendable {
        /// All of them, and authorities for development are made; for a server.
        case all(MintingAuthorities)
        /// All of them, but nothing is made or written; for a check.
        case readOnly
        /// None, so that documents can be shown where no certificate is.
        case none
    }

    private let certificates: Certificates
    private let cache: CertificateCache?
    private let nowMilliseconds: @Sendable () -> Int64

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - certificates: What is read of the certificates.
    ///   - cache: The certificates of the last load, for one that loads again and again.
    ///   - nowMilliseconds: The clock that certificates are judged by.
    package init(
        certificates: Certificates, cache: CertificateCache? = nil,
        nowMilliseconds: @escaping @Sendable () -> Int64
    ) {
        self.certificates = certificates
        self.cache = cache
        self.nowMilliseconds = nowMilliseconds
    }

    /// Builds a snapshot.
    ///
    /// - Parameters:
    ///   - loaded: The configuration and what was found while it was read.
    ///   - started: The configuration whose listeners are bound, when it is not this one.
    /// - Returns: The snapshot and the findings, in source order.
    package func build(
        _ loaded: LoadedConfiguration, started: Configuration? = nil
    ) -> SnapshotBuild {
        guard let configuration = loaded.configuration, !loaded.findings.containsError else {
            return SnapshotBuild(
                snapshot: nil, findings: loaded.findings, fault: .configuration)
        }
        let sites = SiteTable(configuration)
        let set = CertificateSet(
            configuration, reading: certificates, cache: cache,
            nowSeconds: nowMilliseconds() / 1000)
        let configurationFindings =
            loaded.findings + ListenerTLS.findings(configuration) + sites.findings
            + set.coverageFindings
            + ExpectationCheck.findings(configuration)
        let findings = sorted(configurationFindings + set.certificateFindings, configuration)
        guard !findings.containsError else {
            return SnapshotBuild(
                snapshot: nil, findings: findings,
                fault: configurationFindings.containsError ? .configuration : .certificate)
        }
        let snapshot = Snapshot(
            configuration: configuration,
            digest: Self.digest(configuration, sites: sites, certificates: set),
            certificates: set,
            proxyRules: Self.proxyRules(configuration, started: started),
            challenges: Self.challenges(configuration), sites: sites)
        return SnapshotBuild(snapshot: snapshot, findings: findings, fault: nil)
    }

    /// Puts findings in the order of the files; the order within one place stays.
    private func sorted(
        _ findings: [Diagnostic], _ configuration: Configuration
    ) -> [Diagnostic] {
        var order: [ObjectIdentifier: Int] = [:]
        for (index, source) in configuration.sources.enumerated() {
            order[ObjectIdentifier(source)] = index
        }
        let keyed = findings.enumerated().map { offset, finding in
            let place = finding.location
            let file = place.flatMap { order[ObjectIdentifier($0.source)] } ?? order.count
            return (key: (file, place?.line ?? 0, place?.column ?? 0, offset), finding: finding)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.finding)
    }

    /// The digest of every file's bytes, every host's document and every certificate, in order.
    ///
    /// Hosts are in it beside the files because variables of the process may name them. Names
    /// of files are not, so that the same content has the same digest on every machine.
    private static func digest(
        _ configuration: Configuration, sites: SiteTable, certificates: CertificateSet
    ) -> String {
        var lines: [UInt8] = []
        func add(_ line: String) {
            if !lines.isEmpty { lines.append(UInt8(ascii: "\n")) }
            lines += line.utf8
        }
        for source in configuration.sources {
            add("source " + SHA256.hexDigest(of: source.bytes))
        }
        for (host, site) in zip(configuration.hosts.patterns, sites.siteOfHost) {
            let site = sites.sites[Int(site)]
            add("host \(host) \(site.environment) \(site.digest)")
        }
        for certificate in certificates.summaries {
            add("certificate " + certificate.chain.joined(separator: " "))
        }
        return SHA256.hexDigest(of: lines)
    }

    private static func challenges(_ configuration: Configuration) -> [String: Challenges] {
        var challenges: [String: Challenges] = [:]
        for (name, listener) in zip(configuration.listenerNames, configuration.listeners) {
            challenges[name] = listener.acmeWebroot.map(Challenges.init)
        }
        return challenges
    }

    /// A listener that left the configuration stays open until a restart, with its proxies.
    private static func proxyRules(
        _ configuration: Configuration, started: Configuration?
    ) -> [String: ProxyRule] {
        var rules: [String: ProxyRule] = [:]
        for configuration in [started, configuration].compactMap(\.self) {
            for (name, listener) in zip(configuration.listenerNames, configuration.listeners) {
                guard case .proxied(let trusted) = listener.kind else { continue }
                rules[name] = ProxyRule(
                    trusted: trusted, assumesHTTPS: listener.assumesHTTPS)
            }
        }
        return rules
    }
}
