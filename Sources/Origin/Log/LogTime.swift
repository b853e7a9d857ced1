/// A moment in UTC as the logs write it, computed without the system's calendar.
package struct LogTime: Sendable {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private let year: Int64
    private let month: Int64
    private let day: Int64
    private let secondOfDay: Int64
    private let millisecond: Int64

    /// Splits a time in milliseconds since 1970.
    package init(milliseconds: Int64) {
        let days = Self.floorDivision(milliseconds, 86_400_000)
        let rest = milliseconds - days * 86_400_000
        secondOfDay = rest / 1000
        millisecond = rest % 1000
        // Eras of 400 years that begin on 1 March put the leap day last.
        let shifted = days + 719_468
        let era = Self.floorDivision(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The time in RFC 3339 with milliseconds: `2026-11-30T01:27:46.123Z`.
    package var rfc3339: String {
        "\(Self.pad(year, 4))-\(Self.pad(month))-\(Self.pad(day))T\(clock)."
            + "\(Self.pad(millisecond, 3))Z"
    }

    /// The time in the common log format: `30/Nov/2026:01:27:46 +0000`.
    package var commonLog: String {
        "\(Self.pad(day))/\(Self.months[Int(month) - 1])/\(Self.pad(year, 4)):\(clock) +0000"
    }

    private var clock: String {
        "\(Self.pad(secondOfDay / 3600)):\(Self.pad(secondOfDay / 60 % 60)):"
            + Self.pad(secondOfDay % 60)
    }

    private static func floorDivision(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }

    private static func pad(_ number: Int64, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
