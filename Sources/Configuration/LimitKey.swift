/// A key of the `limits` section: its name, its unit, its range and the limit that it sets.
struct LimitKey: Sendable {
    enum Target: Sendable {
        case count(any WritableKeyPath<LimitsConfiguration, Int> & Sendable)
        case size(any WritableKeyPath<LimitsConfiguration, Int> & Sendable)
        case duration(any WritableKeyPath<LimitsConfiguration, Int64> & Sendable)
    }

    let name: String
    let target: Target
    let range: ClosedRange<Int64>

    static let all = [
        LimitKey(name: "connections", target: .count(\.connections), range: 1...1_000_000),
        LimitKey(
            name: "handshake_timeout", target: .duration(\.handshakeTimeoutMilliseconds),
            range: 100...300_000),
        LimitKey(
            name: "head_timeout", target: .duration(\.headTimeoutMilliseconds),
            range: 100...300_000),
        LimitKey(
            name: "idle_timeout", target: .duration(\.idleTimeoutMilliseconds),
            range: 100...3_600_000),
        LimitKey(
            name: "send_timeout", target: .duration(\.sendTimeoutMilliseconds),
            range: 100...3_600_000),
        LimitKey(
            name: "drain_timeout", target: .duration(\.drainTimeoutMilliseconds),
            range: 0...600_000),
        LimitKey(name: "head_limit", target: .size(\.headLimitBytes), range: 1_024...65_536),
        LimitKey(name: "head_fields", target: .count(\.headFieldLimit), range: 8...1_024),
        LimitKey(
            name: "requests_per_connection", target: .count(\.requestsPerConnection),
            range: 1...1_000_000),
        LimitKey(name: "loops", target: .count(\.loops), range: 0...256),
        LimitKey(name: "log_queue_lines", target: .count(\.logQueueLines), range: 100...1_000_000),
    ]

    /// How values are written.
    var unit: Quantity.Unit {
        switch target {
        case .count: .count
        case .size: .size
        case .duration: .duration
        }
    }

    /// The row of the key table.
    var key: ConfigurationKey {
        ConfigurationKey(
            name, unit.takes, default: Quantity.text(value(in: LimitsConfiguration()), unit: unit),
            range: Quantity.text(range, unit: unit))
    }

    /// Returns the limit's value in milliseconds, bytes or pieces.
    func value(in limits: LimitsConfiguration) -> Int64 {
        switch target {
        case .count(let path), .size(let path): Int64(limits[keyPath: path])
        case .duration(let path): limits[keyPath: path]
        }
    }

    /// Sets the limit, whose value has passed the range.
    func set(_ value: Int64, in limits: inout LimitsConfiguration) {
        switch target {
        case .count(let path), .size(let path): limits[keyPath: path] = Int(clamping: value)
        case .duration(let path): limits[keyPath: path] = value
        }
    }
}
