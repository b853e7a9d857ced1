import Configuration
import HTTP

/// What differs between two snapshots, by name, in the order of the configurations.
package struct SnapshotChanges: Sendable, Hashable {
    /// Hosts that are new, as patterns.
    package var addedHosts: [String] = []
    /// Hosts that are gone.
    package var removedHosts: [String] = []
    /// Hosts whose document, environment or headers changed.
    package var changedHosts: [String] = []
    /// Files of certificates that are new, gone or renewed.
    package var changedCertificates: [String] = []
    /// The certificates that were not served before.
    package var addedCertificates: [CertificateSummary] = []

    /// Creates an empty difference.
    package init() {}

    /// Compares two snapshots.
    ///
    /// - Complexity: O(hosts and certificates of both).
    package init(from old: Snapshot, to new: Snapshot) {
        let before = Self.faces(old)
        var seen = 0
        for (index, host) in new.configuration.hosts.enumerated() {
            guard let face = before[host.pattern] else {
                addedHosts.append(host.pattern)
                continue
            }
            seen += 1
            if face != Face(new.site(ofHost: index)) { changedHosts.append(host.pattern) }
        }
        if seen < before.count {
            let after = Set(new.configuration.hosts.map(\.pattern))
            removedHosts = old.configuration.hosts.map(\.pattern).filter { !after.contains($0) }
        }
        let known = Set(old.certificates.map(\.chain))
        addedCertificates = new.certificates.filter { !known.contains($0.chain) }
        changedCertificates = Self.certificates(from: old, to: new)
    }

    /// What a client can see of a host, and its environment.
    private struct Face: Hashable {
        let digest: String
        let environment: String
        let isEnabled: Bool
        let cacheControl: String?

        init(_ site: Snapshot.Site) {
            digest = site.digest
            environment = site.environment
            isEnabled = site.isEnabled
            cacheControl = site.response.fields.first { $0.name == "Cache-Control" }?.value
        }
    }

    private static func faces(_ snapshot: Snapshot) -> [String: Face] {
        let hosts = snapshot.configuration.hosts.enumerated()
        return Dictionary(
            hosts.map { ($1.pattern, Face(snapshot.site(ofHost: $0))) }, uniquingKeysWith: { $1 })
    }

    private static func certificates(from old: Snapshot, to new: Snapshot) -> [String] {
        let before = Set(old.certificates.map(\.chain))
        let after = Set(new.certificates.map(\.chain))
        var names = new.certificates.filter { !before.contains($0.chain) }.map(\.name)
        var known = Set(names)
        for certificate in old.certificates where !after.contains(certificate.chain) {
            if known.insert(certificate.name).inserted { names.append(certificate.name) }
        }
        return names
    }
}

extension SnapshotChanges: CustomStringConvertible {
    /// The difference in numbers: `1 host added, 2 hosts changed`.
    package var description: String {
        let parts = [
            Self.count(addedHosts, "host", "added"), Self.count(removedHosts, "host", "removed"),
            Self.count(changedHosts, "host", "changed"),
            Self.count(changedCertificates, "certificate", "changed"),
        ].compactMap(\.self)
        return parts.isEmpty ? "no host changed" : parts.joined(separator: ", ")
    }

    private static func count(_ names: [String], _ noun: String, _ verb: String) -> String? {
        names.isEmpty ? nil : "\(names.count) \(noun)\(names.count == 1 ? "" : "s") \(verb)"
    }
}
