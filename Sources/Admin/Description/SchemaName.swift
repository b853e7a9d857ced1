import Diagnostics
import Origin
import SiteAssociation

/// The schemas that have names.
enum SchemaName: String, CaseIterable, Sendable {
    case failure = "Error"
    case health = "Health"
    case status = "Status"
    case certificate = "Certificate"
    case diagnostic = "Diagnostic"
    case verdict = "ReloadVerdict"
    case hostList = "HostList"
    case host = "Host"
    case briefHost = "BriefHost"
    case rules = "HostRules"
    case links = "LinkReport"
    case rule = "DecidingRule"
    case documentDiff = "DocumentDiff"
    case pickup = "Pickup"
    case fetch = "Fetch"
    case versions = "Versions"
    case comparison = "Comparison"
    case fetches = "Fetches"
    case requests = "RecentRequests"

    /// The schema.
    var schema: Schema {
        switch self {
        case .failure: .object(["error": .text])
        case .health: .object(["status": .word(["ok", "ready", "draining"])])
        case .status: Self.statusSchema
        case .certificate: Self.certificateSchema
        case .diagnostic: Self.diagnosticSchema
        case .verdict: Self.verdictSchema
        case .hostList:
            .object([
                "count": .number, "offset": .number, "digest": .digest,
                "hosts": .list(.either([.named(.host), .named(.briefHost)])),
            ])
        case .host: Self.hostSchema
        case .briefHost: .object(["host": .text, "enabled": .flag, "document": .digest])
        case .rules: Self.rulesSchema
        case .links: Self.linksSchema
        case .rule:
            .object(["pointer": .text, "component": .anything])
                .optional(["file": .text, "line": .number])
        case .documentDiff: Self.documentDiffSchema
        case .pickup: Self.pickupSchema
        case .fetch: Self.fetchSchema
        case .versions: Self.versionsSchema
        case .comparison:
            .object([
                "host": .text, "old": .digest, "new": .digest,
                "what": .either([.named(.documentDiff), .null]),
            ])
        case .fetches: Self.fetchesSchema
        case .requests: Self.requestsSchema
        }
    }

    private static let statusSchema = Schema.object([
        "version": .text, "state": .word(["serving", "draining"]), "uptime_seconds": .number,
        "configuration": .object([
            "digest": .digest, "loaded": .time, "diagnostics": .list(.named(.diagnostic)),
        ]),
        "last_reload": .either([.named(.verdict), .null]),
        "counts": .object([
            "hosts": .number, "documents": .number, "certificates": .number,
            "connections": .number, "log_lines_dropped": .number,
        ]),
        "certificates": .list(.named(.certificate)),
    ])

    private static let certificateSchema = Schema.object([
        "file": .text, "names": .list(.text), "not_before": .time, "not_after": .time,
        "issuer": .text, "serial": .text, "fingerprint": .digest, "key": .text,
    ])

    private static let diagnosticSchema = Schema.object([
        "severity": .word(["error", "warning", "note"]), "id": .text, "message": .text,
    ]).optional([
        "file": .text, "line": .number, "column": .number, "hint": .text,
        "notes": .list(
            .object(["message": .text]).optional([
                "file": .text, "line": .number, "column": .number,
            ])),
    ])

    private static let hostSchema = Schema.object([
        "host": .text, "environment": .text, "enabled": .flag, "document": .digest,
        "bytes": .number, "cache_control": .text, "certificates": .list(.text),
        "pickup": .either([.named(.pickup), .null]), "fetches": .list(.named(.fetch)),
    ]).optional(["tenant": .text])
}
