import HTTPClient
import SiteAssociation
import TLS

/// Writes one JSON object in a line for each host, and of several a summary at the end.
struct JSONReport: ReportWriter {
    let hasSummary: Bool
    var opening: String { "" }

    func text(for report: HostReport) -> String { Self.json(report).text() + "\n" }

    func closing(_ summary: ReportSummary) -> String {
        guard hasSummary else { return "" }
        let verdicts = Verdict.allCases.map {
            JSONValue.Member($0.rawValue, JSONValue(summary.verdicts[$0] ?? 0))
        }
        let value: JSONValue = [
            "summary": [
                "hosts": JSONValue(summary.hosts), "verdicts": .object(verdicts),
                "findings": .array(
                    summary.rows.map { row in
                        [
                            "id": .string(row.id), "level": .string(row.level.noun),
                            "hosts": JSONValue(row.hosts),
                        ]
                    }),
            ]
        ]
        return value.text() + "\n"
    }

    private static func json(_ report: HostReport) -> JSONValue {
        let seen = report.seen
        return JSONValue(present: [
            "host": .string(seen.target.name),
            "url": .string(seen.target.url(ProbeTarget.wellKnown)),
            "verdict": .string(report.verdict.rawValue),
            "obstacle": report.obstacle.map(JSONValue.string),
            "address": seen.address.map(JSONValue.string),
            "status": seen.main?.status.map { JSONValue($0) },
            "bytes": seen.file.map { JSONValue($0.bytes.count) },
            "first_byte_ms": seen.main.map { JSONValue($0.firstByteMilliseconds) },
            "certificate_not_after": seen.chain.map { JSONValue($0.notAfter) },
            "hops": seen.hops.isEmpty ? nil : .array(seen.hops.map(json)),
            "cdn": seen.cdn.map(json),
            "findings": .array(report.findings.map(json)),
        ])
    }

    private static func json(_ hop: HostObservations.Hop) -> JSONValue {
        JSONValue(present: [
            "url": .string(hop.url), "status": hop.status.map { JSONValue($0) },
            "location": hop.location.map(JSONValue.string),
        ])
    }

    private static func json(_ copy: CDNCopy) -> JSONValue {
        JSONValue(present: [
            "url": .string(copy.url), "status": copy.status.map { JSONValue($0) },
            "failure_code": copy.failureCode.map(JSONValue.string),
            "failure_text": copy.failureText.map(JSONValue.string),
            "age_s": copy.ageSeconds.map { JSONValue($0) },
            "remaining_s": copy.remainingSeconds.map { JSONValue($0) },
        ])
    }

    private static func json(_ finding: Finding) -> JSONValue {
        let fixes = ServerKind.allCases.compactMap { server in
            finding.rule.fixes[server].map { JSONValue.Member(server.rawValue, .string($0)) }
        }
        return JSONValue(present: [
            "id": .string(finding.rule.id), "level": .string(finding.level.noun),
            "message": .string(finding.message), "details": JSONValue(finding.details),
            "why": .string(finding.rule.why), "fix": .string(finding.rule.fix),
            "fixes": fixes.isEmpty ? nil : .object(fixes),
            "certainty": .string(finding.rule.certainty.rawValue),
        ])
    }
}
