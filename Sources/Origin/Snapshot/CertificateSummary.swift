package import TLS

/// A certificate as operators see it: names, validity and identity, nothing secret.
package struct CertificateSummary: Sendable, Hashable {
    /// The file as configured.
    package let name: String
    /// The names that it covers.
    package let dnsNames: [String]
    /// Start of validity, seconds since 1970 in UTC.
    package let notBefore: Int64
    /// End of validity, seconds since 1970 in UTC.
    package let notAfter: Int64
    /// The issuer's name.
    package let issuer: String
    /// The serial number in hexadecimal digits.
    package let serial: String
    /// SHA-256 of the certificate in hexadecimal digits.
    package let fingerprint: String
    /// SHA-256 of every certificate that is sent, the leaf first.
    package let chain: [String]
    /// The kind of the key.
    package let keyKind: String

    /// Describes an identity.
    package init(_ identity: TLSIdentity) {
        name = identity.name
        dnsNames = identity.dnsNames
        notBefore = identity.notBefore
        notAfter = identity.notAfter
        issuer = identity.issuer
        serial = identity.serial
        fingerprint = identity.fingerprint
        chain = identity.chainFingerprints
        keyKind = identity.keyKind
    }

    /// Start of validity in RFC 3339.
    package var startText: String { Self.text(notBefore) }
    /// End of validity in RFC 3339.
    package var endText: String { Self.text(notAfter) }

    private static func text(_ seconds: Int64) -> String {
        LogTime(milliseconds: seconds.multipliedReportingOverflow(by: 1000).partialValue).rfc3339
    }
}
