package import SiteAssociation

/// What differs in meaning between what hosts published before and what they publish now.
///
/// Hosts whose documents change in the same way are one change: the pair of documents is the
/// same, or differs only in app identifiers, the hosts' own labels and values of tenants, as
/// those of a template do. Each such shape is compared once, on its first host, however many
/// hosts have it.
package struct SiteDiff: Sendable {
    /// Hosts whose documents change in the same way.
    package struct Change: Sendable {
        /// The hosts, in the order of the new configuration.
        package var hosts: [String]
        /// What it means for URLs and services, on the first of the hosts.
        package var diff: DocumentDiff
        /// Whether the hosts have documents of their own, which differ in identifiers.
        package var isShared = true
    }

    /// How many shapes of documents a reload compares, so that it never takes long.
    package static let reloadPairLimit = 20
    /// How many shapes of documents are compared when somebody asks for the difference.
    package static let pairLimit = 10_000

    /// How many hosts the old and the new site have.
    package let hostCounts: (old: Int, new: Int)
    /// The hosts that are new.
    package private(set) var addedHosts: [String] = []
    /// The hosts that are gone.
    package private(set) var removedHosts: [String] = []
    /// What changes for the other hosts; documents that mean the same are not among them.
    package private(set) var changes: [Change] = []
    /// Hosts whose documents differ in bytes and mean the same.
    package private(set) var equivalentHosts: [String] = []
    /// Hosts whose documents were not compared because there are too many, those with the
    /// same edit together.
    package private(set) var uncompared: [[String]] = []

    /// Compares two sites.
    ///
    /// - Parameters:
    ///   - old: What was published.
    ///   - new: What will be published.
    ///   - pairLimit: How many shapes of different documents are compared.
    /// - Complexity: O(hosts), and the comparison of each shape of different documents.
    package init(old: PublishedSite, new: PublishedSite, pairLimit: Int = SiteDiff.pairLimit) {
        hostCounts = (old.hosts.count, new.hosts.count)
        var before: [String: Int] = [:]
        before.reserveCapacity(old.hosts.count)
        for (index, host) in old.hosts.enumerated() { before[host.pattern] = index }
        var grouping = ChangeGrouping(pairLimit: pairLimit)
        var kept = 0
        for host in new.hosts {
            guard let index = before[host.pattern] else {
                addedHosts.append(host.pattern)
                continue
            }
            kept += 1
            let previous = old.hosts[index].document
            guard previous?.digest != host.document?.digest else { continue }
            grouping.add(host.pattern, old: previous, new: host.document)
        }
        for group in grouping.groups {
            guard let diff = group.diff else {
                uncompared.append(group.hosts)
                continue
            }
            if diff.isSameMeaning {
                equivalentHosts += group.hosts
            } else {
                changes.append(Change(hosts: group.hosts, diff: diff, isShared: group.isShared))
            }
        }
        guard kept < before.count else { return }
        let after = Set(new.hosts.map(\.pattern))
        removedHosts = old.hosts.map(\.pattern).filter { !after.contains($0) }
    }

    /// The hosts whose documents were not compared.
    package var uncomparedHosts: [String] { uncompared.flatMap(\.self) }

    /// Whether all hosts are there and their documents mean the same to the last URL.
    package var isSameMeaning: Bool {
        addedHosts.isEmpty && removedHosts.isEmpty && changes.isEmpty && uncompared.isEmpty
    }
}
