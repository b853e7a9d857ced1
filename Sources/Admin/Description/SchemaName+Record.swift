import FetchRecord

// The answers of the fetch record.
extension SchemaName {
    static let pickupSchema = Schema.object([
        "state": .word(PickupState.Kind.allCases.map(\.rawValue)), "explanation": .text,
        "has_current": .flag, "published": .either([.text, .null]),
        "fetched": .either([.time, .null]), "status": .either([.number, .null]),
        "taken": .either([.text, .null]), "expected": .either([.time, .null]),
    ])

    static let fetchSchema = Schema.object([
        "fetcher": .word(Fetcher.allCases.map(\.rawValue)), "status": .number,
        "document": .either([.text, .null]), "outcome": .either([.text, .null]),
        "count": .number, "first": .time, "last": .time, "last_client": .text,
        "last_user_agent": .either([.text, .null]),
    ])

    static let versionsSchema = Schema.object([
        "host": .text,
        "versions": .list(
            .object([
                "digest": .digest, "bytes": .number, "live": .time,
                "replaced": .either([.time, .null]), "taken": .either([.time, .null]),
                "configuration": .digest, "max_age_seconds": .number,
            ])),
    ])

    static let fetchesSchema = Schema.object([
        "count": .number, "offset": .number, "digest": .digest,
        "hosts": .list(
            .object([
                "host": .text, "environment": .either([.text, .null]),
                "pickup": .named(.pickup), "fetches": .list(.named(.fetch)),
            ])),
    ])
}
