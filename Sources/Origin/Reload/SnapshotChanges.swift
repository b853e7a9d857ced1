import Configuration
import SiteAssociation

/// What differs between two snapshots, by name, in the order of the configurations.
package struct SnapshotChanges: Sendable, Hashable {
    /// Hosts that are new, as patterns.
    package var addedHosts: HostNames = []
    /// Hosts that are gone.
    package var removedHosts: HostNames = []
    /// Hosts whose document, environment or headers changed.
    package var changedHosts: HostNames = []
    /// The same hosts in groups with equal changes, the largest first.
    package var groups: [HostGroup] = []
    /// Files of certificates that are new, gone or renewed.
    package var changedCertificates: [String] = []
    /// The certificates that were not served before.
    package var addedCertificates: [CertificateSummary] = []

    /// Creates an empty difference.
    package init() {}

    /// Compares two snapshots.
    ///
    /// - Parameters:
    ///   - old: What is served.
    ///   - new: What would be served.
    ///   - diff: What differs in the meaning of their documents.
    /// - Complexity: O(hosts and certificates of both).
    package init(from old: Snapshot, to new: Snapshot, diff: SiteDiff) {
        var grouping = HostGrouping(diff)
        let (before, after) = (old.configuration.hosts.patterns, new.configuration.hosts.patterns)
        for (index, host) in after.enumerated() {
            guard let entry = before.number(of: host) else {
                addedHosts.append(host)
                grouping.add(host, .added)
                continue
            }
            let face = (
                old: HostFace(old.site(ofHost: entry)), new: HostFace(new.site(ofHost: index))
            )
            guard face.old != face.new else { continue }
            changedHosts.append(host)
            grouping.add(host, from: face.old, to: face.new)
        }
        for host in before where after.number(of: host) == nil {
            removedHosts.append(host)
            grouping.add(host, .removed)
        }
        groups = grouping.groups
        let known = Set(old.certificates.map(\.chain))
        addedCertificates = new.certificates.filter { !known.contains($0.chain) }
        changedCertificates = Self.certificates(from: old, to: new)
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
            Self.count(addedHosts.count, "host", "added"),
            Self.count(removedHosts.count, "host", "removed"),
            Self.count(changedHosts.count, "host", "changed"),
            Self.count(changedCertificates.count, "certificate", "changed"),
        ].compactMap(\.self)
        return parts.isEmpty ? "no host changed" : parts.joined(separator: ", ")
    }

    private static func count(_ count: Int, _ noun: String, _ verb: String) -> String? {
        count == 0 ? nil : "\(Count.text(count, noun)) \(verb)"
    }
}
