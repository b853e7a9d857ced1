import Configuration
import Diagnostics
import SiteAssociation

/// Finds what a reload would take away: hosts, apps of hosts, all that a document says.
///
/// An edit that loses half of a file is sound as far as any check can tell, and would cut apps
/// off from their links for hours, since devices and caches keep what they fetched.
struct ShrinkGuard {
    /// How many losses are told one by one.
    static let findingLimit = 20
    /// How many hosts a finding names.
    private static let hostLimit = 3
    private static let hint =
        "if it is meant, reload with --allow-shrink, or set 'guard: off' in the configuration"

    private struct Loss: Hashable {
        let service: Service
        let app: AppIdentifier
    }

    private struct Pair: Hashable {
        let old: Int
        let new: Int
    }

    private let old: Snapshot
    private let new: Snapshot
    private var lostHosts: [String] = []
    private var emptied: [Int] = []
    private var lostApps: [(loss: Loss, hosts: [Int])] = []
    private var indices: [Loss: Int] = [:]
    private var claims: [Pair: Comparison] = [:]

    private struct Comparison {
        var losses: [Loss]
        var isEmptied: Bool
    }

    private init(_ old: Snapshot, _ new: Snapshot) {
        self.old = old
        self.new = new
    }

    /// Returns an error for each loss, or nothing when all that was served is still there.
    ///
    /// - Parameters:
    ///   - old: What is served.
    ///   - new: What would be served.
    /// - Returns: Errors with the ids `guard-host-lost`, `guard-app-lost` and
    ///   `guard-document-empty`.
    /// - Complexity: O(hosts), and O(apps) for each pair of different documents.
    static func findings(old: Snapshot, new: Snapshot) -> [Diagnostic] {
        var shrink = ShrinkGuard(old, new)
        shrink.compare()
        return shrink.findings
    }

    private mutating func compare() {
        let hosts = new.configuration.hosts
        var entries: [String: Int] = [:]
        entries.reserveCapacity(hosts.count)
        for (index, host) in hosts.enumerated() { entries[host.pattern] = index }
        for (index, host) in old.configuration.hosts.enumerated() {
            guard old.site(ofHost: index).isEnabled else { continue }
            // Another entry may answer for a host that has no entry of its own any more.
            let entry =
                entries[host.pattern] ?? (host.isWildcard ? nil : new.hostIndex(for: host.name))
            guard let entry, new.site(ofHost: entry).isEnabled else {
                lostHosts.append(host.pattern)
                continue
            }
            guard old.site(ofHost: index).digest != new.site(ofHost: entry).digest else { continue }
            compare(host.document, hosts[entry].document, host: entry)
        }
    }

    private mutating func compare(_ before: Int, _ after: Int, host: Int) {
        let pair = Pair(old: before, new: after)
        let comparison =
            claims[pair]
            ?? Self.comparison(
                old.configuration.documents[before], new.configuration.documents[after])
        claims[pair] = comparison
        if comparison.isEmptied { emptied.append(host) }
        for loss in comparison.losses {
            if let index = indices[loss] {
                lostApps[index].hosts.append(host)
            } else {
                indices[loss] = lostApps.count
                lostApps.append((loss, [host]))
            }
        }
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

    // MARK: Findings

    private var findings: [Diagnostic] {
        var findings: [Diagnostic] = []
        if !lostHosts.isEmpty {
            findings.append(
                Diagnostic(
                    .error, "guard-host-lost",
                    "the reload would no longer serve \(Self.names(lostHosts))",
                    at: new.configuration.sources.first.map { Location(file: $0) },
                    hint: Self.hint))
        }
        if let first = emptied.first {
            findings.append(
                Diagnostic(
                    .error, "guard-document-empty",
                    "the reload would leave no link and no service to \(names(emptied))",
                    at: place(ofHost: first), hint: Self.hint))
        }
        let hidden = lostApps.count - Self.findingLimit
        for (loss, hosts) in lostApps.prefix(Self.findingLimit) {
            findings.append(
                Diagnostic(
                    .error, "guard-app-lost",
                    "the reload would take the app \(Diagnostic.quoted(loss.app.text)) from "
                        + "'\(loss.service.rawValue)' of \(names(hosts))",
                    at: hosts.first.map(place), hint: Self.hint))
        }
        if hidden > 0, let last = findings.indices.last {
            findings[last].notes.append(
                Diagnostic.Note("\(hidden) more app\(hidden == 1 ? "" : "s") would be lost"))
        }
        return findings
    }

    private func place(ofHost index: Int) -> Location {
        let configuration = new.configuration
        return configuration.environments[configuration.hosts[index].environment].location
    }

    private func names(_ hosts: [Int]) -> String {
        Self.names(hosts.lazy.map { new.configuration.hosts[$0].pattern })
    }

    private static func names(_ hosts: some Collection<String>) -> String {
        let names = hosts.prefix(hostLimit).map { Diagnostic.quoted($0) }.joined(separator: ", ")
        let rest = hosts.count - hostLimit
        return rest > 0 ? "\(names) and \(rest) more hosts" : names
    }
}

extension Association {
    /// Whether any app gets a URL or is listed for a service.
    fileprivate var claimsAnything: Bool {
        services.contains { !$0.appIDs.isEmpty }
            || (appLinks?.details.contains { !$0.components.isEmpty } ?? false)
    }
}
