/// The identities of a configuration, looked up by server name; immutable.
///
/// - Threads: Any thread may use it.
package final class TLSIdentities: Sendable {
    private let exact: [String: [TLSIdentity]]
    /// The identities of wildcards by what stands behind `*.`.
    private let wildcards: [String: [TLSIdentity]]
    private let fallback: TLSIdentity?
    private let authority: MintingAuthority?
    private let mayMint: @Sendable (String) -> Bool

    /// Creates the set.
    ///
    /// Of two identities with the same name and the same kind of key, the one that is valid
    /// longer is used.
    ///
    /// - Parameters:
    ///   - identities: The identities, in the order of the configuration.
    ///   - fallback: Shown to clients that send no server name; `nil` refuses them.
    ///   - authority: Mints identities for names that no other identity covers.
    ///   - mayMint: Says which names the authority may mint for.
    package init(
        _ identities: [TLSIdentity], fallback: TLSIdentity? = nil,
        authority: MintingAuthority? = nil,
        mayMint: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        var exact: [String: [TLSIdentity]] = [:]
        var wildcards: [String: [TLSIdentity]] = [:]
        for identity in identities {
            for name in identity.dnsNames {
                if name.hasPrefix("*.") {
                    Self.add(identity, to: &wildcards[String(name.dropFirst(2)), default: []])
                } else {
                    Self.add(identity, to: &exact[name, default: []])
                }
            }
        }
        self.exact = exact
        self.wildcards = wildcards
        self.fallback = fallback
        self.authority = authority
        self.mayMint = mayMint
    }

    /// Returns the identities (one per key kind) that cover a name: exact before wildcard.
    ///
    /// A wildcard covers one label only (RFC 6125, section 6.4.3).
    ///
    /// - Parameter serverName: The name, in any letter case, with or without a dot at its end.
    /// - Returns: The identities; empty when none covers the name and none may be minted.
    /// - Complexity: O(length of the name), save for the first use of a minted one.
    package func identities(for serverName: String) -> [TLSIdentity] {
        let name = ServerName.normalized(serverName)
        if let found = configured(name) { return found }
        guard let authority, mayMint(name), let minted = try? authority.identity(for: name) else {
            return []
        }
        return [minted]
    }

    /// Whether a configured host, exact or `*.` wildcard, is covered without minting.
    package func covers(_ host: String) -> Bool {
        let name = ServerName.normalized(host)
        guard name.hasPrefix("*.") else { return configured(name) != nil }
        return wildcards[String(name.dropFirst(2))] != nil
    }

    /// Returns the identities for what a client asked for, if it asked for anything.
    func identities(requested serverName: String?) -> [TLSIdentity] {
        guard let serverName else { return fallback.map { [$0] } ?? [] }
        return identities(for: serverName)
    }

    private func configured(_ name: String) -> [TLSIdentity]? {
        if let found = exact[name] { return found }
        return ServerName.parent(of: name).flatMap { wildcards[$0] }
    }

    private static func add(_ identity: TLSIdentity, to list: inout [TLSIdentity]) {
        guard let same = list.firstIndex(where: { $0.keyAlgorithm == identity.keyAlgorithm })
        else {
            list.append(identity)
            return
        }
        if identity.notAfter > list[same].notAfter { list[same] = identity }
    }
}
