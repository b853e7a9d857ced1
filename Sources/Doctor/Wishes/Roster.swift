package import Configuration
import SiteAssociation

/// The hosts to look at, and what is expected of each.
package struct Roster: Sendable {
    /// How many hosts one run looks at.
    package static let limit = 100_000

    /// The hosts, each once, in the order in which they were named.
    package private(set) var targets: [ProbeTarget] = []
    /// Identifiers that every host must list.
    package var appIDs: [String] = []
    /// Whether devices ask all hosts themselves.
    package var isDirect = false
    /// The app that has the claims, or `nil` when it is not known.
    package var claimingApp: String?
    private var known: Set<ProbeTarget> = []
    private var direct: Set<ProbeTarget> = []
    private var claims: [String: [DomainClaim]] = [:]
    private var expectations: [String: [LiveExpectation]] = [:]

    /// Creates an empty list.
    package init() {}

    /// Adds a host, once.
    package mutating func add(_ target: ProbeTarget) {
        guard known.insert(target).inserted else { return }
        targets.append(target)
    }

    /// Adds the hosts of a configuration, those that are served, and its tests.
    ///
    /// For a wildcard the file of the host above it is read, as Apple does.
    package mutating func add(_ configuration: Configuration) {
        for host in configuration.hosts {
            let environment = configuration.environments[host.environment]
            guard environment.isEnabled else { continue }
            let target = ProbeTarget(host.name)
            add(target)
            if environment.mode != .production { direct.insert(target) }
        }
        add(ExpectationFile.expectations(in: configuration))
    }

    /// Adds what an app asks of its domains, and the hosts that should serve them.
    package mutating func add(_ entitlements: Entitlements) {
        claimingApp = entitlements.appID ?? claimingApp
        for claim in entitlements.claims {
            claims[claim.host, default: []].append(claim)
            add(ProbeTarget(claim.host))
        }
    }

    /// Adds tests; those of hosts that are not in the list are counted only.
    package mutating func add(_ tests: [LiveExpectation]) {
        for test in tests {
            expectations[Self.host(of: test) ?? "", default: []].append(test)
        }
    }

    /// Adds the hosts that tests speak of.
    package mutating func addHostsOfTests() {
        for host in expectations.keys.sorted() {
            if let target = ProbeTarget(text: host) { add(target) }
        }
    }

    /// How many tests speak of hosts that are not in the list.
    package var testsOfOthers: Int {
        let hosts = Set(targets.map(\.host))
        return expectations.reduce(0) { $0 + (hosts.contains($1.key) ? 0 : $1.value.count) }
    }

    /// Returns what is expected of a host.
    package func wishes(for target: ProbeTarget) -> Wishes {
        var wishes = Wishes()
        wishes.appIDs = appIDs
        wishes.claims = claims[target.host] ?? []
        wishes.claimingApp = claimingApp
        wishes.expectations = expectations[target.host] ?? []
        let hasOnlyDirectClaims =
            !wishes.claims.isEmpty && wishes.claims.allSatisfy { $0.mode != nil }
        wishes.isDirect = isDirect || direct.contains(target) || hasOnlyDirectClaims
        return wishes
    }

    private static func host(of test: LiveExpectation) -> String? {
        guard let url = try? LinkURL(test.url) else { return nil }
        return HostSpelling.name(ofURLHost: url.host)
    }
}
