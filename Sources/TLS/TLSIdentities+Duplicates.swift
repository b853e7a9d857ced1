package import Diagnostics

extension TLSIdentities {
    /// Findings on certificates that stand in each other's way.
    ///
    /// - Parameter identities: All identities with the places that name them, in the order of
    ///   the configuration.
    /// - Returns: For each certificate at most one warning, `certificate-duplicate`: it has a
    ///   name and a kind of key in common with an earlier one.
    /// - Complexity: O(number of names).
    package static func duplicates(
        among identities: [(identity: TLSIdentity, location: Location?)]
    ) -> [Diagnostic] {
        struct Key: Hashable {
            var name: String
            var algorithm: KeyAlgorithm
        }
        var first: [Key: Int] = [:]
        var findings: [Diagnostic] = []
        for (index, (identity, location)) in identities.enumerated() {
            var isReported = false
            for name in identity.dnsNames {
                let key = Key(name: name, algorithm: identity.keyAlgorithm)
                guard let earlier = first[key], earlier != index else {
                    first[key] = index
                    continue
                }
                guard !isReported else { continue }
                isReported = true
                findings.append(duplicate(identity, location, of: identities[earlier], name))
            }
        }
        return findings
    }

    private static func duplicate(
        _ identity: TLSIdentity, _ location: Location?,
        of earlier: (identity: TLSIdentity, location: Location?), _ name: String
    ) -> Diagnostic {
        let file = Diagnostic.quotedPath(identity.name)
        let other = Diagnostic.quotedPath(earlier.identity.name)
        let isSame = identity.fingerprint == earlier.identity.fingerprint
        return Diagnostic(
            .warning, "certificate-duplicate",
            isSame
                ? "\(file) is the same certificate as \(other)"
                : "certificates \(file) and \(other) are both for \(Diagnostic.quoted(name))",
            at: location,
            hint: isSame ? "remove one of them" : "the one that is valid longer is used",
            notes: [Diagnostic.Note("first named here", at: earlier.location)])
    }
}
