import POSIX

/// A moment in UTC as the logs write it.
package struct LogTime: Sendable {
    private let date: CalendarDate
    private let millisecond: Int

    /// Splits a time in milliseconds since 1970.
    package init(milliseconds: Int64) {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        date = CalendarDate(seconds: remainder < 0 ? quotient - 1 : quotient)
        millisecond = Int(remainder < 0 ? remainder + 1000 : remainder)
    }

    /// The time in RFC 3339 with milliseconds: `2026-11-30T01:27:46.123Z`.
    package var rfc3339: String {
        "\(date)T\(date.clock).\(CalendarDate.digits(millisecond, 3))Z"
    }

    /// The time in the common log format: `30/Nov/2026:01:27:46 +0000`.
    package var commonLog: String {
        let day = CalendarDate.digits(date.day)
        let year = CalendarDate.digits(date.year, 4)
        return "\(day)/\(CalendarDate.months[date.month - 1])/\(year):\(date.clock) +0000"
    }
}
