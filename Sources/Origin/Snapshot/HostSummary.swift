import Configuration
import HTTP
import SiteAssociation

/// What one host serves, as operators see it.
package struct HostSummary: Sendable, Hashable {
    /// The host as configured; a wildcard begins with `*.`.
    package let pattern: String
    /// The name of its environment.
    package let environment: String
    /// The name of the tenant that it belongs to, or `nil` for a host of its own.
    package let tenant: String?
    /// Whether it is served at all.
    package let isEnabled: Bool
    /// SHA-256 of the document in hexadecimal digits.
    package let digest: String
    /// The size of the document in bytes.
    package let sizeBytes: Int
    /// The value of `Cache-Control`.
    package let cacheControl: String
    /// The files of the certificates that cover it; empty where one is minted.
    package let certificates: [String]
}

extension Snapshot {
    /// What every host serves, in the order of the configuration.
    package var hostSummaries: [HostSummary] { hostSummaries(HostFilter()) }

    /// Returns what the chosen hosts serve, in the order of the configuration.
    package func hostSummaries(_ filter: HostFilter) -> [HostSummary] {
        let names = certificateNames
        return filter.hosts(of: self).map { summary(ofHost: $0, names) }
    }

    /// What some hosts serve, given by their indices in the configuration's hosts.
    package func hostSummaries(of indices: [Int]) -> [HostSummary] {
        let names = certificateNames
        return indices.map { summary(ofHost: $0, names) }
    }

    /// Finds the entry that serves a host, or the entry of that very pattern.
    ///
    /// - Parameter name: A host, or a pattern that begins with `*.`, in any letter case.
    /// - Returns: An index into the configuration's hosts, or `nil` when it is not configured.
    package func hostIndex(named name: String) -> Int? {
        let name = name.lowercased()
        return name.hasPrefix("*.")
            ? configuration.hosts.patterns.number(of: name) : hostIndex(for: name)
    }

    /// Returns what the entry of ``hostIndex(named:)`` serves, or `nil` without one.
    package func hostSummary(for name: String) -> HostSummary? {
        hostIndex(named: name).map { summary(ofHost: $0, certificateNames) }
    }

    /// Returns the pattern of the entry of ``hostIndex(named:)``, or `nil` without one.
    package func hostPattern(named name: String) -> String? {
        hostIndex(named: name).map { configuration.hosts.patterns[$0] }
    }

    /// Returns the bytes of a host's document, also where the environment is not served.
    package func document(ofHost index: Int) -> [UInt8] {
        configuration.documents.encoded(configuration.hosts.document(index))
    }

    private func summary(ofHost index: Int, _ names: [String: [String]]) -> HostSummary {
        let host = configuration.hosts[index]
        let environment = configuration.environments[host.environment]
        let site = site(ofHost: index)
        var certificates = names[host.pattern] ?? []
        if let dot = host.name.firstIndex(of: "."), !host.isWildcard {
            certificates += names["*" + host.name[dot...]] ?? []
        }
        return HostSummary(
            pattern: host.pattern, environment: environment.name,
            tenant: configuration.tenant(of: host), isEnabled: environment.isEnabled,
            digest: site.digest, sizeBytes: site.sizeBytes,
            cacheControl: environment.cacheControl, certificates: certificates)
    }

    /// The files of the certificates by the names that they cover.
    private var certificateNames: [String: [String]] {
        var files: [String: [String]] = [:]
        for certificate in certificates {
            for name in certificate.dnsNames { files[name, default: []].append(certificate.name) }
        }
        return files
    }
}

extension Snapshot: CustomStringConvertible {
    /// What is served, in numbers: `20 hosts, 5 documents, 3 certificates`.
    package var description: String {
        [(hostCount, "host"), (siteCount, "document"), (certificates.count, "certificate")]
            .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }
}
