import COpenSSL
package import Diagnostics
import Synchronization

/// A certificate authority of our own, for development.
///
/// A client that trusts it accepts the certificates of all hosts that are minted here. They
/// meet the rules of Apple's systems for authorities that a user has added: at most 825
/// days, names as alternative names, made for servers ("Requirements for trusted
/// certificates in iOS 13 and macOS 10.15").
///
/// - Threads: Any thread may use it.
/// - Secrets: The key stays in memory or, for a stored authority, in a file of mode 0600.
/// - Limits: At most ``mintedLimit`` identities are kept.
package final class MintingAuthority: Sendable {
    /// How many minted identities are kept; all are forgotten when there would be more.
    static let mintedLimit = 10_000
    /// How long an authority and all that it mints is valid.
    static let lifetimeDays: Int64 = 800

    /// The authority's certificate in PEM, to be trusted by clients.
    package let certificatePEM: String
    /// SHA-256 of the authority's certificate in hexadecimal digits.
    package let fingerprint: String

    let certificate: Certificate
    let key: PrivateKey
    private let minted = Mutex<[String: TLSIdentity]>([:])

    /// Takes over a certificate and the key that belongs to it.
    init(certificate: Certificate, key: PrivateKey) {
        self.certificate = certificate
        self.key = key
        certificatePEM = certificate.pem
        fingerprint = certificate.fingerprint
    }

    /// Creates an authority that lives as long as the process.
    ///
    /// - Parameter nowSeconds: The time, in seconds since 1970 in UTC.
    /// - Returns: The authority.
    /// - Throws: `certificate-mint-failed` with OpenSSL's reason.
    package static func ephemeral(nowSeconds: Int64) throws(Diagnostic) -> MintingAuthority {
        // A day in the past, for clients whose clock is late.
        let notBefore = nowSeconds - 86_400
        guard let key = PrivateKey(onP256: ()),
            let draft = CertificateDraft(
                for: key, notBefore: notBefore, notAfter: nowSeconds + lifetimeDays * 86_400),
            draft.setSubject("AASA Origin development authority"),
            draft.setIssuer(nil),
            draft.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer: nil),
            draft.add(NID_key_usage, "critical,keyCertSign,cRLSign", issuer: nil),
            draft.add(NID_subject_key_identifier, "hash", issuer: nil),
            let certificate = draft.signed(with: key)
        else { throw mintFailed("a development authority") }
        return MintingAuthority(certificate: certificate, key: key)
    }

    /// Returns an identity for a host, minted at first use and kept.
    ///
    /// The certificate of `localhost` is also for the addresses 127.0.0.1 and ::1.
    ///
    /// - Parameter host: A DNS name, `*.` wildcard or IPv4 address in lower case.
    /// - Returns: The identity, valid as long as the authority.
    /// - Throws: `certificate-mint-failed`, also for what cannot be a host name.
    package func identity(for host: String) throws(Diagnostic) -> TLSIdentity {
        if let known = minted.withLock({ $0[host] }) { return known }
        let fresh = try mint(host)
        return minted.withLock { minted in
            if let known = minted[host] { return known }
            if minted.count >= Self.mintedLimit { minted.removeAll(keepingCapacity: true) }
            minted[host] = fresh
            return fresh
        }
    }

    private func mint(_ host: String) throws(Diagnostic) -> TLSIdentity {
        guard let names = Self.alternativeNames(for: host) else {
            throw Self.mintFailed(Diagnostic.quoted(host))
        }
        // A common name has at most 64 letters (RFC 5280, appendix A.1). An empty subject
        // makes the alternative names critical (section 4.2.1.6).
        let isNamed = host.utf8.count <= 64
        guard let leafKey = PrivateKey(onP256: ()),
            let draft = CertificateDraft(
                for: leafKey, notBefore: certificate.notBefore, notAfter: certificate.notAfter),
            !isNamed || draft.setSubject(host),
            draft.setIssuer(certificate),
            draft.add(NID_basic_constraints, "critical,CA:FALSE", issuer: certificate),
            draft.add(NID_key_usage, "critical,digitalSignature", issuer: certificate),
            draft.add(NID_ext_key_usage, "serverAuth", issuer: certificate),
            draft.add(
                NID_subject_alt_name, isNamed ? names : "critical,\(names)", issuer: certificate),
            draft.add(NID_authority_key_identifier, "keyid", issuer: certificate),
            let leaf = draft.signed(with: key)
        else { throw Self.mintFailed(Diagnostic.quoted(host)) }
        return TLSIdentity(name: "minted", leaf: leaf, others: [], key: leafKey)
    }

    /// Returns the names of a certificate in OpenSSL's notation.
    ///
    /// The notation is a list with commas, so nothing but the letters of host names may pass.
    private static func alternativeNames(for host: String) -> String? {
        let isName = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "*"):
                true
            default: false
            }
        }
        guard isName, (1...253).contains(host.utf8.count) else { return nil }
        if host == "localhost" { return "DNS:localhost,IP:127.0.0.1,IP:::1" }
        let isAddress = host.utf8.allSatisfy { $0 < UInt8(ascii: "a") && $0 != UInt8(ascii: "*") }
        return isAddress ? "IP:\(host)" : "DNS:\(host)"
    }

    private static func mintFailed(_ what: String) -> Diagnostic {
        Diagnostic(
            .error, "certificate-mint-failed",
            "cannot make a certificate for \(what) (\(OpenSSLErrors.reason()))")
    }
}
