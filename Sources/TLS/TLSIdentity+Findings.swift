package import Diagnostics
import POSIX

extension TLSIdentity {
    /// How long before its end a certificate is warned about.
    static let expiryWarningDays: Int64 = 14
    /// The smallest RSA key that is accepted: 112 bits of security.
    static let rsaBitsMinimum = 2048
    /// The digests of signatures that no client accepts.
    static let weakDigests: Set = ["md2", "md4", "md5", "sha1", "ripemd160"]

    /// Findings on the certificate itself: expired, not yet valid, expiring, weak, incomplete.
    ///
    /// - Parameters:
    ///   - nowSeconds: The time, in seconds since 1970 in UTC.
    ///   - location: The place in the configuration that names the certificate.
    /// - Returns: Errors first: `certificate-expired`, `certificate-not-yet-valid`,
    ///   `key-weak`, `key-unsupported` and `certificate-signature-weak`; then warnings:
    ///   `certificate-expiring`, `key-not-for-apple`, `certificate-lifetime-too-long`,
    ///   `certificate-without-alternative-names`, `certificate-without-names`,
    ///   `certificate-not-for-servers`, `certificate-self-signed`,
    ///   `certificate-chain-incomplete`, `certificate-chain-expired`,
    ///   `certificate-chain-unrelated` and `ocsp-response-unusable`.
    package func findings(nowSeconds: Int64, at location: Location?) -> [Diagnostic] {
        let all = [
            validityFinding(nowSeconds), keyFinding, chainKeyFinding, signatureFinding,
            lifetimeFinding, namesFinding, purposeFinding, issuerFinding,
            chainValidityFinding(nowSeconds), unrelatedFinding,
            stapleFinding(nowSeconds),
        ]
        let findings = all.compactMap { finding in
            var finding = finding
            finding?.location = location
            return finding
        }
        return findings.filter { $0.severity == .error }
            + findings.filter { $0.severity != .error }
    }

    private var quotedName: String { Diagnostic.quotedPath(name) }

    private func validityFinding(_ now: Int64) -> Diagnostic? {
        let renew = "renew it"
        if now >= notAfter {
            return Diagnostic(
                .error, "certificate-expired",
                "certificate \(quotedName) expired on \(CalendarDate(seconds: notAfter))",
                hint: renew)
        }
        if now < notBefore {
            return Diagnostic(
                .error, "certificate-not-yet-valid",
                "certificate \(quotedName) is valid only from \(CalendarDate(seconds: notBefore))",
                hint: "check the clock of this machine")
        }
        let days = (notAfter - now) / 86_400
        // A certificate made for a short life is not warned about in its first half.
        guard days < Self.expiryWarningDays, now - notBefore > notAfter - now else { return nil }
        return Diagnostic(
            .warning, "certificate-expiring",
            "certificate \(quotedName) expires on \(CalendarDate(seconds: notAfter)), in "
                + (days == 1 ? "1 day" : "\(days) days"),
            hint: renew)
    }

    private var keyFinding: Diagnostic? {
        let description = leaf.key
        if description.algorithm == .unknown {
            return Diagnostic(
                .error, "key-unsupported",
                "the key of certificate \(quotedName) is neither RSA nor elliptic curve",
                hint: "request a certificate for a P-256 key")
        }
        if description.algorithm == .ellipticCurve,
            !KeyDescription.servedCurves.contains(description.curve)
        {
            return Diagnostic(
                .error, "key-unsupported",
                "the key of certificate \(quotedName) is on the curve "
                    + Diagnostic.quoted(description.curve) + ", which no client accepts",
                hint: "request a certificate for a P-256 key")
        }
        if description.algorithm == .rsa, description.bits < Self.rsaBitsMinimum {
            return Diagnostic(
                .error, "key-weak",
                "the key of certificate \(quotedName) has \(description.bits) bits, "
                    + "RSA needs \(Self.rsaBitsMinimum)",
                hint: "request a certificate for a P-256 key")
        }
        guard !description.isOfferedByApple else { return nil }
        return Diagnostic(
            .warning, "key-not-for-apple",
            "the key of certificate \(quotedName) is \(description.text), which Apple's clients "
                + "do not accept",
            hint: "request a certificate for a P-256 key")
    }

    private var chainKeyFinding: Diagnostic? {
        let keys = chain.certificates.map(\.key)
        guard
            let weak = keys.first(where: { $0.algorithm == .rsa && $0.bits < Self.rsaBitsMinimum })
        else { return nil }
        return Diagnostic(
            .error, "key-weak",
            "an authority in the chain of \(quotedName) has a key of \(weak.bits) bits, "
                + "RSA needs \(Self.rsaBitsMinimum)",
            hint: "request a certificate from another authority")
    }

    private var lifetimeFinding: Diagnostic? {
        guard let days = leaf.excessiveDays else { return nil }
        return Diagnostic(
            .warning, "certificate-lifetime-too-long",
            "certificate \(quotedName) is valid for \(days) days, Apple's systems accept at most "
                + "\(Certificate.daysMaximum)",
            hint: "request it for at most a year")
    }

    private var signatureFinding: Diagnostic? {
        let weak = [leaf] + chain.certificates.filter { !$0.isSelfSigned }
        let digests = weak.map(\.signatureDigest)
        guard let digest = digests.first(where: Self.weakDigests.contains) else { return nil }
        return Diagnostic(
            .error, "certificate-signature-weak",
            "certificate \(quotedName) is signed with \(digest.uppercased()), which no client "
                + "accepts",
            hint: "renew it; every authority signs with SHA-256 or better")
    }

    private var namesFinding: Diagnostic? {
        if dnsNames.isEmpty {
            return Diagnostic(
                .warning, "certificate-without-names",
                "certificate \(quotedName) is for no host name",
                hint: "request it with the host names as subject alternative names")
        }
        guard leaf.alternativeNames == nil else { return nil }
        return Diagnostic(
            .warning, "certificate-without-alternative-names",
            "certificate \(quotedName) has its name in the subject only, where no client looks",
            hint: "request it with the host names as subject alternative names")
    }

    private var purposeFinding: Diagnostic? {
        guard !leaf.isForServers || leaf.lacksUsage else { return nil }
        return Diagnostic(
            .warning, "certificate-not-for-servers",
            leaf.isForServers
                ? "certificate \(quotedName) has no extended key usage, which Apple's systems ask "
                    + "for"
                : "the extensions of certificate \(quotedName) do not allow its use by a server",
            hint: "request it with the extended key usage serverAuth")
    }

    private var issuerFinding: Diagnostic? {
        if leaf.isSelfSigned {
            return Diagnostic(
                .warning, "certificate-self-signed",
                "certificate \(quotedName) is signed by itself, so Apple's servers refuse it",
                hint: "use a certificate of a public authority")
        }
        // An authority of one's own is not among the system's roots, so a chain that has at
        // least one certificate above the leaf gets the benefit of the doubt.
        guard chain.certificates.isEmpty, !TrustStore.system.hasIssuer(of: leaf) else {
            return nil
        }
        return Diagnostic(
            .warning, "certificate-chain-incomplete",
            "certificate \(quotedName) comes without that of its issuer "
                + Diagnostic.quoted(issuer),
            hint: "append the intermediate certificate; many call the file fullchain.pem")
    }

    private func chainValidityFinding(_ now: Int64) -> Diagnostic? {
        guard let old = chain.certificates.first(where: { now >= $0.notAfter }) else { return nil }
        return Diagnostic(
            .warning, "certificate-chain-expired",
            "an intermediate certificate in \(quotedName) expired on "
                + CalendarDate(seconds: old.notAfter).description,
            hint: "replace it by the current one of the authority")
    }

    private func stapleFinding(_ now: Int64) -> Diagnostic? {
        guard let staple, !staple.isUsable(at: now) else { return nil }
        let flaw =
            switch staple.flaw {
            case .unsuccessful: "says that the authority had none"
            case .foreign: "is for another certificate"
            case .notGood: "does not say that it is good"
            case nil: "was good until \(CalendarDate(seconds: staple.nextUpdate ?? now))"
            }
        return Diagnostic(
            .warning, "ocsp-response-unusable",
            "the OCSP response of certificate \(quotedName) \(flaw)",
            hint: "it is not sent to anybody; fetch a new one")
    }

    private var unrelatedFinding: Diagnostic? {
        guard unrelatedCount > 0 else { return nil }
        return Diagnostic(
            .warning, "certificate-chain-unrelated",
            "\(quotedName) holds \(unrelatedCount) "
                + (unrelatedCount == 1 ? "certificate that does" : "certificates that do")
                + " not belong to the chain",
            hint: "they are not sent; remove them")
    }
}
