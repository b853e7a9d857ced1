import Diagnostics
package import SiteAssociation

extension HostSummary {
    /// The host as JSON, the same for the admin route and the command line.
    package var json: JSONValue { .object(members) }

    /// Returns the host as JSON with the fetches since the start.
    package func json(fetches: [FetchRecord.Entry]) -> JSONValue {
        .object(members + [JSONValue.Member("fetches", .array(fetches.map(\.json)))])
    }

    private var members: [JSONValue.Member] {
        [
            JSONValue.Member("host", .string(pattern)),
            JSONValue.Member("environment", .string(environment)),
            JSONValue.Member("enabled", .bool(isEnabled)),
            JSONValue.Member("document", .string(digest)),
            JSONValue.Member("bytes", JSONValue(sizeBytes)),
            JSONValue.Member("cache_control", .string(cacheControl)),
            JSONValue.Member("certificates", JSONValue(certificates)),
        ]
    }
}

extension FetchRecord.Entry {
    fileprivate var json: JSONValue {
        [
            "fetcher": .string(fetcher.rawValue), "count": JSONValue(count),
            "last": .string(LogTime(milliseconds: lastMilliseconds).rfc3339),
            "status": JSONValue(lastStatus),
        ]
    }
}

extension CertificateSummary {
    /// The certificate as JSON.
    package var json: JSONValue {
        [
            "file": .string(name), "names": JSONValue(dnsNames),
            "not_before": .string(startText),
            "not_after": .string(endText), "issuer": .string(issuer),
            "serial": .string(serial), "fingerprint": .string(fingerprint),
            "key": .string(keyKind),
        ]
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
            "meaning": meaning.map { .string($0) } ?? .null,
            "certificates": ["changed": JSONValue(changes.changedCertificates)],
            "warnings": JSONValue(count(of: .warning)),
            "diagnostics": .array(findings.map(\.json)),
        ]
    }
}
