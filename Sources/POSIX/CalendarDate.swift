/// A day in the Gregorian calendar, in UTC, computed without the system's time zones.
package struct CalendarDate: Sendable, CustomStringConvertible {
    /// The year.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int
    /// The second of the day, 0 to 86,399.
    package let secondOfDay: Int

    /// The day of the week, 0 for Sunday.
    private let weekday: Int

    /// The names of the months as HTTP and logs write them.
    package static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Creates the day of a time in seconds since 1970.
    package init(seconds: Int64) {
        let days = Int(seconds.floored(by: 86_400))
        // The first of January 1970 was a Thursday.
        weekday = days + 4 - (days + 4).floored(by: 7) * 7
        secondOfDay = Int(seconds - seconds.floored(by: 86_400) * 86_400)
        // Years begin in March here, so that the leap day is a year's last.
        let daysSinceMarch0000 = days + 719_468
        let era = daysSinceMarch0000.floored(by: 146_097)
        let dayOfEra = daysSinceMarch0000 - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day as `2027-01-31`.
    package var description: String {
        "\(Self.digits(year, 4))-\(Self.digits(month))-\(Self.digits(day))"
    }

    /// The time of day as `01:27:46`.
    package var clock: String {
        "\(Self.digits(secondOfDay / 3600)):\(Self.digits(secondOfDay / 60 % 60)):"
            + Self.digits(secondOfDay % 60)
    }

    /// The time as HTTP writes it (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    package var httpDate: String {
        "\(Self.weekdays[weekday]), \(Self.digits(day)) \(Self.months[month - 1]) "
            + "\(Self.digits(year, 4)) \(clock) GMT"
    }

    /// Returns a number with at least so many digits.
    package static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}

extension BinaryInteger {
    /// Divides, rounding towards minus infinity.
    fileprivate func floored(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
