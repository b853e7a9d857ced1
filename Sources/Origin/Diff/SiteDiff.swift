package import SiteAssociation

/// What differs in meaning between what hosts published before and what they publish now.
///
/// Hosts whose document changes in the same way are one change, and each pair of documents is
/// compared once, however many hosts have it.
package struct SiteDiff: Sendable {
    /// One pair of documents, and the hosts that go from the one to the other.
    package struct Change: Sendable {
        /// The hosts, in the order of the new configuration.
        package var hosts: [String]
        /// What it means for URLs and services.
        package var diff: DocumentDiff
    }

    /// How many pairs of documents a reload compares, so that it never takes long.
    package static let reloadPairLimit = 20
    /// How many pairs of documents are compared when somebody asks for the difference.
    package static let pairLimit = 10_000

    /// The hosts that are new.
    package private(set) var addedHosts: [String] = []
    /// The hosts that are gone.
    package private(set) var removedHosts: [String] = []
    /// What changes for the other hosts; documents that mean the same are not among them.
    package private(set) var changes: [Change] = []
    /// The hosts whose documents differ and were not compared, because there are too many.
    package private(set) var uncomparedHosts: [String] = []

    private struct Pair: Hashable {
        var old: String
        var new: String
    }

    /// Compares two sites.
    ///
    /// - Parameters:
    ///   - old: What was published.
    ///   - new: What will be published.
    ///   - pairLimit: How many pairs of different documents are compared.
    /// - Complexity: O(hosts) and the comparison of each pair of different documents.
    package init(old: PublishedSite, new: PublishedSite, pairLimit: Int = SiteDiff.pairLimit) {
        var before: [String: Int] = [:]
        before.reserveCapacity(old.hosts.count)
        for (index, host) in old.hosts.enumerated() { before[host.pattern] = index }
        var indices: [Pair: Int] = [:]
        var kept = 0
        for host in new.hosts {
            guard let index = before[host.pattern] else {
                addedHosts.append(host.pattern)
                continue
            }
            kept += 1
            let previous = old.hosts[index].document
            guard previous?.digest != host.document?.digest else { continue }
            let pair = Pair(old: previous?.digest ?? "", new: host.document?.digest ?? "")
            if let index = indices[pair] {
                changes[index].hosts.append(host.pattern)
            } else if indices.count < pairLimit {
                indices[pair] = changes.count
                changes.append(
                    Change(
                        hosts: [host.pattern],
                        diff: DocumentDiff(
                            old: Self.document(previous), new: Self.document(host.document),
                            host: Self.urlHost(host.pattern))))
            } else {
                uncomparedHosts.append(host.pattern)
            }
        }
        changes.removeAll { $0.diff.isSameMeaning }
        guard kept < before.count else { return }
        let after = Set(new.hosts.map(\.pattern))
        removedHosts = old.hosts.map(\.pattern).filter { !after.contains($0) }
    }

    /// Whether all hosts are there and their documents mean the same to the last URL.
    package var isSameMeaning: Bool {
        addedHosts.isEmpty && removedHosts.isEmpty && changes.isEmpty && uncomparedHosts.isEmpty
    }

    /// A host without a document is as one whose document says nothing.
    private static func document(_ published: PublishedDocument?) -> Document {
        published?.document() ?? Document(Association())
    }

    /// The host in the URLs that show a difference.
    private static func urlHost(_ pattern: String) -> String {
        pattern.hasPrefix("*.") ? "www." + pattern.dropFirst(2) : pattern
    }
}
