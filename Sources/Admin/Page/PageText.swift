import Origin

/// How pages write times.
enum PageText {
    /// How long ago something was: `12 seconds ago`.
    static func age(_ then: Int64, now: Int64) -> String {
        let seconds = max(0, now - then) / 1000
        switch seconds {
        case 0..<2: return "just now"
        case 2..<120: return "\(seconds) seconds ago"
        case 120..<7_200: return "\(seconds / 60) minutes ago"
        case 7_200..<172_800: return "\(seconds / 3_600) hours ago"
        default: return "\(seconds / 86_400) days ago"
        }
    }

    /// A moment for machines and people, with its age.
    static func moment(_ milliseconds: Int64, now: Int64) -> Markup {
        let time = LogTime(milliseconds: milliseconds).rfc3339
        return element(
            "time",
            [
                "datetime": time, "title": time, "data-since": String(milliseconds),
                "class": "nowrap",
            ]
        ) { age(milliseconds, now: now) }
    }

    /// A moment to the second: `2026-11-30 04:31:12 UTC`.
    static func clock(_ milliseconds: Int64) -> String {
        let text = LogTime(milliseconds: milliseconds).rfc3339
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + " UTC"
    }
}
