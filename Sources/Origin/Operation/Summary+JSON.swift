import Diagnostics
package import FetchRecord
package import SiteAssociation

extension HostSummary {
    /// The host as JSON, the same for the admin route and the command line.
    package var json: JSONValue { .object(members) }

    /// The host as JSON with what it takes to compare it, and no more.
    package var briefJSON: JSONValue {
        [
            "host": .string(pattern), "enabled": .bool(isEnabled), "document": .string(digest),
        ]
    }

    /// Returns the host as JSON with who fetched its document.
    ///
    /// - Parameter record: What the fetch record knows of the host.
    /// - Returns: An object.
    package func json(_ record: HostRecord?) -> JSONValue {
        .object(
            members + [
                JSONValue.Member("pickup", record?.pickup.json ?? .null),
                JSONValue.Member("fetches", .array((record?.counts ?? []).map(\.json))),
            ])
    }

    private var members: [JSONValue.Member] {
        [
            JSONValue.Member("host", .string(pattern)),
            JSONValue.Member("environment", .string(environment)),
        ] + (tenant.map { [JSONValue.Member("tenant", .string($0))] } ?? []) + [
            JSONValue.Member("enabled", .bool(isEnabled)),
            JSONValue.Member("document", .string(digest)),
            JSONValue.Member("bytes", JSONValue(sizeBytes)),
            JSONValue.Member("cache_control", .string(cacheControl)),
            JSONValue.Member("certificates", JSONValue(certificates)),
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

extension HostGroup {
    /// The group as JSON: its kind, how many hosts, the first of them, and what changes.
    fileprivate var json: JSONValue {
        [
            "change": .string(kind.rawValue), "count": JSONValue(hosts.count),
            "hosts": JSONValue(Array(hosts.names.prefix(Self.nameLimit))),
            "what": words.map { .string($0) } ?? .null,
        ]
    }
}

extension SiteDiff.Change {
    /// The change as JSON: how many hosts, the first of them, and what it means for that one.
    fileprivate var json: JSONValue {
        [
            "count": JSONValue(hosts.count),
            "hosts": JSONValue(hosts.prefix(HostGroup.nameLimit).map { $0 }),
            "what": diff.json,
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
            "counts": [
                "added": JSONValue(changes.addedHosts.count),
                "removed": JSONValue(changes.removedHosts.count),
                "changed": JSONValue(changes.changedHosts.count),
            ],
            "hosts": [
                "added": JSONValue(changes.addedHosts.names),
                "removed": JSONValue(changes.removedHosts.names),
                "changed": JSONValue(changes.changedHosts.names),
            ],
            "groups": .array(changes.groups.map(\.json)),
            "documents": .array(documents.map(\.json)),
            "meaning": meaning.map { .string($0) } ?? .null,
            "certificates": ["changed": JSONValue(changes.changedCertificates)],
            "warnings": JSONValue(count(of: .warning)),
            "diagnostics": .array(findings.map(\.json)),
        ]
    }
}
