import Diagnostics
package import SiteAssociation

extension HostSummary {
    /// The host as JSON, the same for the admin route and the command line.
    package var json: JSONValue {
        [
            "host": .string(pattern), "environment": .string(environment),
            "enabled": .bool(isEnabled), "document": .string(digest),
            "bytes": JSONValue(sizeBytes), "cache_control": .string(cacheControl),
            "certificates": JSONValue(certificates),
        ]
    }
}

extension CertificateSummary {
    /// The certificate as JSON.
    package var json: JSONValue {
        [
            "file": .string(name), "names": JSONValue(dnsNames),
            "not_before": .string(Self.time(notBefore)),
            "not_after": .string(Self.time(notAfter)), "issuer": .string(issuer),
            "serial": .string(serial), "fingerprint": .string(fingerprint),
            "key": .string(keyKind),
        ]
    }

    private static func time(_ seconds: Int64) -> String {
        LogTime(milliseconds: seconds.multipliedReportingOverflow(by: 1000).partialValue).rfc3339
    }
}

extension ReloadVerdict {
    /// The verdict as JSON, which the admin route answers with.
    package var json: JSONValue {
        [
            "outcome": .string(outcome.rawValue), "summary": .string(description),
            "dry_run": .bool(isDryRun),
            "trigger": .string(trigger.rawValue),
            "time": .string(LogTime(milliseconds: timeMilliseconds).rfc3339),
            "milliseconds": JSONValue(durationMilliseconds),
            "old_digest": .string(oldDigest),
            "new_digest": newDigest.map { .string($0) } ?? .null,
            "hosts": [
                "added": JSONValue(changes.addedHosts),
                "removed": JSONValue(changes.removedHosts),
                "changed": JSONValue(changes.changedHosts),
            ],
            "certificates": ["changed": JSONValue(changes.changedCertificates)],
            "warnings": JSONValue(count(of: .warning)),
            "diagnostics": .array(findings.map(\.json)),
        ]
    }
}
