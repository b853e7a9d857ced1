import HTTPClient

/// Findings on the host with or without `www.`.
enum SiblingChecks {
    static func findings(_ seen: HostObservations) -> [Finding] {
        guard let sibling = seen.sibling, seen.main?.status == 200 else { return [] }
        let result = sibling.result
        guard result.status != 200 else { return [] }
        let state: String
        if let status = result.status {
            let target = result.first("Location").map { " to \(Words.shown($0))" } ?? ""
            state = "answers \(status)\(target)"
        } else {
            state = "does not answer"
        }
        return [
            FindingRules.siblingFails.finding(
                "\(sibling.host) \(state)", details: result.failure.map { [$0.plainReason] } ?? [])
        ]
    }
}
