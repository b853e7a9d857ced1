import Diagnostics

extension AppDecision {
    /// The decision for machines: `app`, `verdict`, `reason`, `rule`, `passed_over`, `warnings`.
    package var json: JSONValue {
        JSONValue(present: [
            "app": .string(appID),
            "verdict": .string(verdict.rawValue),
            "reason": .string(reason),
            "rule": rule?.json,
            "passed_over": .array(
                passedOver.map { passed in
                    [
                        "rule": passed.rule.json,
                        "mismatches": .array(
                            passed.mismatches.map {
                                ["part": .string($0.key), "reason": .string($0.reason)]
                            }),
                    ]
                }),
            "warnings": .array(
                warnings.map { ["id": .string($0.id), "message": .string($0.message)] }),
        ])
    }
}

extension AppDecision.Rule {
    /// The rule for machines: `pointer`, `file` and `line` where known, and `component`.
    fileprivate var json: JSONValue {
        JSONValue(present: [
            "pointer": .string(pointer),
            "file": source.location.line.map { _ in .string(source.location.source.name) },
            "line": source.location.line.map { JSONValue($0) },
            "component": source.value,
        ])
    }
}
