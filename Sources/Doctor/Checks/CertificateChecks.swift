import HTTPClient
import POSIX
import TLS

/// Findings on certificates and versions of TLS.
enum CertificateChecks {
    /// How long before its end a certificate is warned about.
    static let warningSeconds: Int64 = 14 * 86_400

    static func findings(_ seen: HostObservations) -> [Finding] {
        chain(seen) + versions(seen)
    }

    private static func chain(_ seen: HostObservations) -> [Finding] {
        guard let chain = seen.chain else { return [] }
        var findings = chain.faults.map { finding($0, chain, seen) }
        let left = chain.notAfter - seen.nowSeconds
        // A certificate made for a short life is not warned about in its first half.
        let isInSecondHalf = seen.nowSeconds - chain.notBefore > left
        if left > 0, left < warningSeconds, isInSecondHalf, findings.isEmpty {
            findings.append(
                FindingRules.certificateExpiring.finding(
                    "the certificate is over on \(CalendarDate(seconds: chain.notAfter)), "
                        + "in \(Words.duration(Int(left)))"))
        }
        return findings
    }

    private static func finding(
        _ fault: ServedChain.Fault, _ chain: ServedChain, _ seen: HostObservations
    ) -> Finding {
        switch fault {
        case .expired(let time):
            FindingRules.certificateExpired.finding(
                "the certificate is over since \(CalendarDate(seconds: time))")
        case .notYetValid(let time):
            FindingRules.certificateNotYetValid.finding(
                "the certificate is valid only from \(CalendarDate(seconds: time)) on")
        case .intermediateExpired(let time):
            FindingRules.certificateIntermediateExpired.finding(
                "an intermediate certificate is over since \(CalendarDate(seconds: time))")
        case .otherName:
            FindingRules.certificateName.finding(
                chain.names.isEmpty
                    ? "the certificate names no host"
                    : "the certificate is for \(Words.list(chain.names)), not for "
                        + seen.target.host)
        case .selfSigned:
            FindingRules.certificateSelfSigned.finding("the certificate is signed with its own key")
        case .intermediateMissing(let issuer):
            FindingRules.certificateIntermediate.finding(
                "the certificate of '\(Words.shown(issuer))' is not sent")
        case .privateAuthority(let issuer):
            FindingRules.certificatePrivate.finding(
                "'\(Words.shown(issuer))' is not a public authority")
        case .weak(let what):
            FindingRules.certificateWeak.finding("\(what) is too weak")
        case .keyKind(let kind):
            FindingRules.certificateKeyKind.finding("the key is \(kind)")
        case .longLived(let days):
            FindingRules.certificateLifetime.finding("the certificate is valid for \(days) days")
        case .usageMissing:
            FindingRules.certificateUsage.finding("the certificate has no extended key usage")
        case .untrusted(let words):
            FindingRules.certificateUntrusted.finding("the chain is refused: \(words)")
        }
    }

    private static func versions(_ seen: HostObservations) -> [Finding] {
        guard seen.main?.status != nil, let old = seen.probes[.tls12],
            let new = seen.probes[.tls13]
        else { return [] }
        if old.status == nil, new.status != nil {
            return [
                FindingRules.tls12Refused.finding(
                    "no answer with TLS 1.2 alone",
                    details: old.failure.map { [$0.plainReason] } ?? [])
            ]
        }
        guard new.status == nil, old.status != nil else { return difference(old, new) }
        return [
            FindingRules.tls13Missing.finding(
                "no answer with TLS 1.3 alone", details: new.failure.map { [$0.plainReason] } ?? [])
        ]
    }

    private static func difference(_ old: ProbeResult, _ new: ProbeResult) -> [Finding] {
        guard let before = old.status, let after = new.status else { return [] }
        let isSame =
            before == after
            && HostObservations.file(old)?.bytes == HostObservations.file(new)?.bytes
        guard !isSame else { return [] }
        return [
            FindingRules.tlsDiffers.finding(
                before == after
                    ? "TLS 1.2 and 1.3 give different bytes"
                    : "TLS 1.2 gets \(before), TLS 1.3 gets \(after)")
        ]
    }
}
