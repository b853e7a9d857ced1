import Configuration
import Diagnostics
import SiteAssociation

/// Finds what a reload would take away: hosts, apps of hosts, all that a document says.
///
/// An edit that loses half of a file is sound as far as any check can tell, and would cut apps
/// off from their links for hours, since devices and caches keep what they fetched.
struct ShrinkGuard {
    struct Loss: Hashable {
        let service: Service
        let app: AppIdentifier
    }

    private struct Pair: Hashable {
        let old: Int
        let new: Int
    }

    private struct Comparison {
        var losses: [Loss]
        var isEmptied: Bool
    }

    private let old: Snapshot
    private let new: Snapshot
    private var losses = ShrinkLosses()
    private var claims: [Pair: Comparison] = [:]

    private init(_ old: Snapshot, _ new: Snapshot) {
        self.old = old
        self.new = new
    }

    /// Returns a finding for each loss, or nothing when all that was served is still there.
    ///
    /// They are errors when more hosts lose something than the policy lets pass, and warnings
    /// otherwise. A host that is gone, an app that a host no longer lists and a document that
    /// says nothing any more each count the host once; the share is one of the hosts that are
    /// served from the old snapshot.
    ///
    /// - Parameters:
    ///   - old: What is served.
    ///   - new: What would be served.
    ///   - policy: What may be lost.
    /// - Returns: Findings with the ids `guard-share`, `guard-host-lost`, `guard-app-lost` and
    ///   `guard-document-empty`.
    /// - Complexity: O(hosts), and O(apps) for each pair of different documents.
    static func findings(
        old: Snapshot, new: Snapshot, policy: GuardPolicy = .on
    ) -> [Diagnostic] {
        guard case .share(let basisPoints) = policy else { return [] }
        var shrink = ShrinkGuard(old, new)
        shrink.compare()
        return ShrinkFindings(
            losses: shrink.losses, old: old.configuration, new: new.configuration,
            shareBasisPoints: basisPoints
        ).findings
    }

    private mutating func compare() {
        let hosts = new.configuration.hosts
        for (index, host) in old.configuration.hosts.enumerated() {
            guard old.site(ofHost: index).isEnabled else { continue }
            losses.servedCount += 1
            // Another entry may answer for a host that has no entry of its own any more.
            let entry =
                hosts.patterns.number(of: host.pattern)
                ?? (host.isWildcard ? nil : new.hostIndex(for: host.name))
            guard let entry, new.site(ofHost: entry).isEnabled else {
                losses.hosts.append(host.pattern)
                losses.loserCount += 1
                continue
            }
            guard old.site(ofHost: index).digest != new.site(ofHost: entry).digest else { continue }
            compare(
                host.document, hosts.document(entry),
                host: ShrinkLosses.Host(old: index, entry: entry))
        }
    }

    private mutating func compare(_ before: Int, _ after: Int, host: ShrinkLosses.Host) {
        let pair = Pair(old: before, new: after)
        let comparison =
            claims[pair]
            ?? Self.comparison(
                old.configuration.documents[before], new.configuration.documents[after])
        claims[pair] = comparison
        if comparison.isEmptied { losses.emptied.append(host) }
        for loss in comparison.losses { losses.add(loss, host: host) }
        if comparison.isEmptied || !comparison.losses.isEmpty { losses.loserCount += 1 }
    }

    private static func comparison(_ old: Association, _ new: Association) -> Comparison {
        let after = Set(listed(new))
        let losses = listed(old).filter { !after.contains($0) }
        return Comparison(losses: losses, isEmptied: old.claimsAnything && !new.claimsAnything)
    }

    private static func listed(_ document: Association) -> [Loss] {
        let links = (document.appLinks?.details ?? []).flatMap(\.appIDs)
        return links.map { Loss(service: .appLinks, app: AppIdentifier($0)) }
            + document.services.flatMap { entry in
                entry.appIDs.map { Loss(service: entry.service, app: AppIdentifier($0)) }
            }
    }
}

/// What a reload would take away, host by host.
struct ShrinkLosses {
    /// A host that loses something.
    struct Host: Hashable {
        /// Its index in the old configuration.
        var old: Int
        /// The index of what answers for it in the new one, which may be a wildcard.
        var entry: Int
    }

    /// How many hosts are served.
    var servedCount = 0
    /// How many of them lose something.
    var loserCount = 0
    /// The hosts that are gone, as patterns.
    var hosts: [String] = []
    /// The hosts whose documents say nothing any more.
    var emptied: [Host] = []
    /// The apps that are lost, each with the hosts that lose it.
    private(set) var apps: [(loss: ShrinkGuard.Loss, hosts: [Host])] = []
    private var indices: [ShrinkGuard.Loss: Int] = [:]

    /// Notes that a host loses an app.
    mutating func add(_ loss: ShrinkGuard.Loss, host: Host) {
        if let index = indices[loss] {
            apps[index].hosts.append(host)
        } else {
            indices[loss] = apps.count
            apps.append((loss, [host]))
        }
    }
}

extension Association {
    /// Whether any app gets a URL or is listed for a service.
    fileprivate var claimsAnything: Bool {
        services.contains { !$0.appIDs.isEmpty }
            || (appLinks?.details.contains { !$0.components.isEmpty } ?? false)
    }
}
