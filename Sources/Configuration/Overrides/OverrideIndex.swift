import Diagnostics
import SiteAssociation

/// Finds the overrides of tenants and hosts, and remembers which were of use.
///
/// - Threads: One thread at a time.
final class OverrideIndex {
    private struct Subject {
        var override: Int
        var name: Located<String>
    }

    private let draft: Draft
    private let decoder: NodeDecoder
    private let environments: [Set<String>?]
    private var tenants: [String: [Subject]] = [:]
    private var hosts: [String: [Subject]] = [:]
    private var used: Set<Location> = []

    init(draft: Draft, decoder: NodeDecoder) {
        self.draft = draft
        self.decoder = decoder
        environments = draft.overrides.map { $0.environments.map { Set($0.map(\.value)) } }
        for (index, override) in draft.overrides.enumerated() {
            for name in override.tenants {
                tenants[name.value, default: []].append(Subject(override: index, name: name))
            }
            for name in override.hosts {
                guard let host = pattern(of: name) else { continue }
                hosts[host, default: []].append(Subject(override: index, name: name))
            }
            checkEnvironments(override)
        }
        // ORDER: by name, so that findings at one place always come in the same order.
        for (_, subjects) in tenants.sorted(by: { $0.key < $1.key }) {
            checkConflicts(subjects, of: "tenant")
        }
        for (_, subjects) in hosts.sorted(by: { $0.key < $1.key }) {
            checkConflicts(subjects, of: "host")
        }
    }

    var isEmpty: Bool { tenants.isEmpty && hosts.isEmpty }

    /// Returns the overrides that change a tenant's hosts in an environment.
    func overrides(tenant: String, in environment: String) -> [Int] {
        tenants.isEmpty ? [] : overrides(tenants[tenant] ?? [], environment)
    }

    /// Returns the overrides that change a host.
    ///
    /// - Parameters:
    ///   - pattern: The host as `HostConfiguration.pattern` spells it.
    ///   - environment: The name of its environment.
    /// - Returns: Indices into the draft's overrides, in the order in which they apply.
    func overrides(host pattern: String, in environment: String) -> [Int] {
        hosts.isEmpty ? [] : overrides(hosts[pattern] ?? [], environment)
    }

    private func overrides(_ subjects: [Subject], _ environment: String) -> [Int] {
        subjects.compactMap { subject in
            guard environments[subject.override]?.contains(environment) ?? true else { return nil }
            used.insert(subject.name.location)
            return subject.override
        }
    }

    private func pattern(of name: Located<String>) -> String? {
        do throws(HostNameFault) {
            let host = try HostName(name.value, allowsSingleLabels: true)
            return (host.isWildcard ? "*." : "") + host.name
        } catch {
            decoder.error(
                error.id, "the host \(quoted(name.value)) \(error.message)", at: name.location,
                hint: error.hint)
            used.insert(name.location)
            return nil
        }
    }

    // MARK: Checks

    private func checkEnvironments(_ override: OverrideDraft) {
        for name in override.environments ?? []
        where draft.environments.index(of: name.value) == nil {
            decoder.error(
                "unknown-environment", "there is no environment \(quoted(name.value))",
                at: name.location,
                hint: decoder.didYouMean(name.value, among: draft.environments.names))
        }
    }

    /// Reports two overrides of one subject that set the same key: no order decides between.
    private func checkConflicts(_ subjects: [Subject], of kind: String) {
        guard subjects.count > 1 else { return }
        var known: [(name: String, override: Int, location: Location)] = []
        for subject in subjects {
            for key in draft.overrides[subject.override].keys {
                let first = known.first {
                    $0.name == key.name && overlaps($0.override, subject.override)
                }
                guard let first else {
                    known.append((key.name, subject.override, key.location))
                    continue
                }
                decoder.error(
                    "override-conflict",
                    "two overrides of the \(kind) \(quoted(subject.name.value)) set "
                        + quoted(key.name), at: key.location, hint: "keep one of the two",
                    notes: [Diagnostic.Note("the first is here", at: first.location)])
            }
        }
    }

    private func overlaps(_ left: Int, _ right: Int) -> Bool {
        guard let left = environments[left], let right = environments[right] else { return true }
        return !left.isDisjoint(with: right)
    }

    /// Reports names that no tenant and no host has.
    func reportUnused(_ tables: [TenantTable], hosts: HostList) {
        reportUnusedTenants(tables)
        reportUnusedHosts(hosts)
    }

    private func unused(_ subjects: [String: [Subject]]) -> [Subject] {
        subjects.values.joined().filter { !used.contains($0.name.location) }
            .sorted { $0.override < $1.override }
    }

    private func reportUnusedTenants(_ tables: [TenantTable]) {
        let unused = unused(tenants)
        guard !unused.isEmpty else { return }
        var names: Set<String> = []
        for table in tables {
            for row in 0..<table.rowCount { names.insert(table.tenant(row)) }
        }
        for name in unused.map(\.name) {
            guard !names.contains(name.value) else {
                decoder.warning(
                    "override-without-effect",
                    "the override changes no host of the tenant \(quoted(name.value))",
                    at: name.location,
                    hint: "no host of the tenant is in the environments that it names")
                continue
            }
            decoder.error(
                "override-unknown-tenant", "there is no tenant \(quoted(name.value))",
                at: name.location, hint: decoder.didYouMean(name.value, among: names.sorted()))
        }
    }

    private func reportUnusedHosts(_ known: HostList) {
        for name in unused(hosts).map(\.name) {
            guard known.patterns.number(of: pattern(of: name) ?? "") == nil else {
                decoder.warning(
                    "override-without-effect",
                    "the override does not change the host \(quoted(name.value))",
                    at: name.location, hint: "the host is not in the environments that it names")
                continue
            }
            decoder.error(
                "override-unknown-host",
                "the host \(quoted(name.value)) of this override is not configured",
                at: name.location,
                hint: decoder.didYouMean(name.value, among: known.prefix(10_000).map(\.pattern)))
        }
    }
}
