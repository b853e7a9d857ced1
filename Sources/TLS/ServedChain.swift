/// What can be told of the certificates that a server sent.
///
/// Each fault is found on its own, so that one does not hide another.
package struct ServedChain: Sendable, Hashable {
    /// What is wrong with a chain.
    package enum Fault: Sendable, Hashable {
        /// The certificate is over since a time.
        case expired(Int64)
        /// The certificate is valid only from a time on.
        case notYetValid(Int64)
        /// A certificate between the leaf and its root is over since a time.
        case intermediateExpired(Int64)
        /// The certificate is not for the host.
        case otherName
        /// The certificate is signed with its own key.
        case selfSigned
        /// The certificate of this issuer was not sent, and is not known.
        case intermediateMissing(String)
        /// The chain ends at an authority that is not trusted.
        case privateAuthority(String)
        /// A key or a signature is too weak for today's clients.
        case weak(String)
        /// The key is of a kind that clients of Apple do not take.
        case keyKind(String)
        /// The certificate is valid for more days than Apple's systems accept.
        case longLived(Int64)
        /// The certificate does not say what its key may be used for.
        case usageMissing
        /// Something else, in OpenSSL's words.
        case untrusted(String)
    }

    /// The DNS names of the certificate.
    package var names: [String]
    /// Its issuer, on one line.
    package var issuer: String
    /// Start of validity, seconds since 1970 in UTC.
    package var notBefore: Int64
    /// End of validity, seconds since 1970 in UTC.
    package var notAfter: Int64
    /// How many certificates were sent.
    package var count: Int
    /// What is wrong.
    package var faults: [Fault]

    /// Creates the facts, for tests of what is made of them.
    package init(
        names: [String], issuer: String, notBefore: Int64, notAfter: Int64, count: Int,
        faults: [Fault]
    ) {
        self.names = names
        self.issuer = issuer
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.count = count
        self.faults = faults
    }
}

extension ServedChain {
    /// Judges the certificates that a server sent; `nil` when the first is no certificate.
    ///
    /// - Parameters:
    ///   - certificates: The certificates in PEM, the leaf first.
    ///   - host: The host that was asked for.
    ///   - nowSeconds: The time, in seconds since 1970 in UTC.
    ///   - authorities: Whom to trust.
    package init?(
        certificates: [String], host: String, nowSeconds: Int64, authorities: TrustedAuthorities
    ) {
        let all = certificates.compactMap(Self.certificate)
        guard let leaf = all.first else { return nil }
        let chain = CertificateChain(from: leaf, among: Array(all.dropFirst()))
        self.init(
            names: leaf.dnsNames, issuer: leaf.issuer, notBefore: leaf.notBefore,
            notAfter: leaf.notAfter, count: certificates.count, faults: [])
        if nowSeconds >= leaf.notAfter { faults.append(.expired(leaf.notAfter)) }
        if nowSeconds < leaf.notBefore { faults.append(.notYetValid(leaf.notBefore)) }
        let over = chain.certificates.first { nowSeconds >= $0.notAfter }
        if let over { faults.append(.intermediateExpired(over.notAfter)) }
        if !leaf.isFor(host: host) { faults.append(.otherName) }
        if let fault = Self.trustFault(leaf, chain, authorities) { faults.append(fault) }
        if let weakness = Self.weakness([leaf] + chain.certificates) {
            faults.append(.weak(weakness))
        }
        if !leaf.key.isOfferedByApple { faults.append(.keyKind(leaf.key.text)) }
        if let days = leaf.excessiveDays { faults.append(.longLived(days)) }
        if leaf.lacksUsage { faults.append(.usageMissing) }
    }

    private static func certificate(_ text: String) -> Certificate? {
        guard case .certificate(let certificate)? = try? PEM.blocks(in: Array(text.utf8)).first
        else { return nil }
        return certificate
    }

    private static func trustFault(
        _ leaf: Certificate, _ chain: CertificateChain, _ authorities: TrustedAuthorities
    ) -> Fault? {
        guard let refusal = authorities.store.refusal(of: leaf, chain) else { return nil }
        if leaf.isSelfSigned { return .selfSigned }
        let top = chain.certificates.last ?? leaf
        // Every public authority says where its own certificate is to be had; a private one,
        // which signs leaves with its root, has nothing to say.
        if top.isSelfSigned { return .privateAuthority(top.issuer) }
        guard refusal.isAboutIssuer else { return .untrusted(refusal.words) }
        return top.namesIssuersPlace
            ? .intermediateMissing(top.issuer) : .privateAuthority(top.issuer)
    }

    private static func weakness(_ certificates: [Certificate]) -> String? {
        for certificate in certificates where !certificate.isSelfSigned {
            let key = certificate.key
            if key.algorithm == .rsa, key.bits < TLSIdentity.rsaBitsMinimum {
                return "an RSA key of \(key.bits) bits"
            }
            let digest = certificate.signatureDigest
            if TLSIdentity.weakDigests.contains(digest) {
                return "a signature with \(digest.uppercased())"
            }
        }
        return nil
    }
}

/// The authorities that a client trusts: those of the system, or those of a file.
package struct TrustedAuthorities: Sendable {
    let store: TrustStore

    /// Those of the system.
    package static let system = TrustedAuthorities(store: .system)

    /// Whether the system has any; without them nobody can be judged.
    package static var systemHasAny: Bool { TrustStore.systemHasRoots }

    init(store: TrustStore) { self.store = store }

    /// Reads authorities in PEM; `nil` when the file cannot be read or holds none.
    package init?(file: String) {
        guard let store = TrustStore(file: file) else { return nil }
        self.store = store
    }
}
