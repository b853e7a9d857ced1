import FetchRecord
import HTTP
import Origin
import SiteAssociation

extension SchemaName {
    static let verdictSchema = Schema.object([
        "outcome": .word(ReloadVerdict.Outcome.allCases.map(\.rawValue)), "summary": .text,
        "dry_run": .flag, "trigger": .word(ReloadVerdict.Trigger.allCases.map(\.rawValue)),
        "time": .time, "milliseconds": .number, "old_digest": .digest,
        "new_digest": .either([.digest, .null]),
        "counts": .object(["added": .number, "removed": .number, "changed": .number]),
        "hosts": .object([
            "added": .list(.text), "removed": .list(.text), "changed": .list(.text),
        ]),
        "groups": .list(
            .object([
                "change": .word(HostGroup.Kind.allCases.map(\.rawValue)), "count": .number,
                "hosts": .list(.text), "what": .either([.text, .null]),
            ])),
        "documents": .list(
            .object(["count": .number, "hosts": .list(.text), "what": .named(.documentDiff)])),
        "meaning": .either([.text, .null]),
        "certificates": .object(["changed": .list(.text)]), "warnings": .number,
        "diagnostics": .list(.named(.diagnostic)),
    ])

    static let rulesSchema = Schema.object([
        "host": .text,
        "apps": .list(
            .object(["name": .text, "id": .text, "services": .list(services)]).optional([
                "rules": .list(
                    .object(["rule": .anything, "words": .text, "excluded": .flag])
                        .optional(["list": .text, "place": .text]))
            ])),
    ])

    static let linksSchema = Schema.object([
        "url": .text, "verdict": verdicts, "remarks": .list(.text), "apps": .list(app),
        "services": .list(.object(["service": services, "apps": .list(.text)])),
    ]).optional(["host": .text, "environment": .text])

    private static let app = Schema.object([
        "app": .text, "verdict": verdicts, "reason": .text,
        "passed_over": .list(
            .object([
                "rule": .named(.rule),
                "mismatches": .list(.object(["part": .text, "reason": .text])),
            ])),
        "warnings": .list(.object(["id": .text, "message": .text])),
    ]).optional(["name": .text, "rule": .named(.rule), "rule_list": .text])

    static let documentDiffSchema = Schema.object([
        "same": .flag,
        "apps": .list(
            .object([
                "app": .text, "listing": .word(["gained", "lost", "kept"]), "incomplete": .flag,
                "urls": .list(
                    .object([
                        "url": .text, "old": verdicts, "new": verdicts, "old_reason": .text,
                        "new_reason": .text,
                    ])),
            ])),
        "services": .list(
            .object(["service": services, "gained": .list(.text), "lost": .list(.text)])),
    ])

    static let requestsSchema = Schema.object([
        "last": .number, "missed": .number,
        "requests": .list(
            .object([
                "number": .number, "time": .time, "listener": .text, "client": .text,
                "status": .number, "bytes": .number,
                "fetcher": .word(Fetcher.allCases.map(\.rawValue)),
                "outcome": .word(Outcome.allCases.map(\.rawValue)),
            ]).optional([
                "host": .text, "method": .text, "target": .text, "user_agent": .text,
                "environment": .text, "document": .text, "detail": .text,
            ])),
    ])

    private static let services = Schema.word(Service.allCases.map(\.rawValue))
    private static let verdicts = Schema.word(Verdict.allCases.map(\.rawValue))
}
