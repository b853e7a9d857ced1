/// Numbers with units: durations in milliseconds, sizes in bytes, and plain counts.
enum Quantity {
    enum Unit: Sendable {
        case count
        case duration
        case size

        /// What a value looks like, in the words of a finding.
        var takes: String {
            switch self {
            case .count: "a whole number"
            case .duration: "a duration such as 30s"
            case .size: "a size such as 64KiB"
            }
        }

        /// The unit's suffixes, largest first, with their factors.
        var suffixes: [(text: String, factor: Int64)] {
            switch self {
            case .count: [("", 1)]
            case .duration:
                [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)]
            case .size: [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)]
            }
        }
    }

    /// Returns a text's value, or `nil` when it is not a number with a suffix of the unit.
    ///
    /// A number too large to count is the largest one, so that a range can refuse it.
    static func value(of text: String, unit: Unit) -> Int64? {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        let suffix = String(text.dropFirst(digits.count))
        guard !digits.isEmpty,
            let factor = unit.suffixes.first(where: { $0.text == suffix })?.factor
        else { return nil }
        guard let number = Int64(String(decoding: Array(digits), as: UTF8.self)) else {
            return .max
        }
        let (value, hasOverflow) = number.multipliedReportingOverflow(by: factor)
        return hasOverflow ? .max : value
    }

    /// Returns a value as it is written, in the largest unit that divides it.
    static func text(_ value: Int64, unit: Unit) -> String {
        if value == 0 { return unit.suffixes.contains { $0.text == "s" } ? "0s" : "0" }
        let suffix = unit.suffixes.first { value % $0.factor == 0 } ?? ("", 1)
        return "\(value / suffix.factor)\(suffix.text)"
    }

    /// Returns a range as it is written.
    static func text(_ range: ClosedRange<Int64>, unit: Unit) -> String {
        "\(text(range.lowerBound, unit: unit)) to \(text(range.upperBound, unit: unit))"
    }
}
