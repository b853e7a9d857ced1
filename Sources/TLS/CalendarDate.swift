/// A day in the Gregorian calendar, in UTC.
struct CalendarDate: CustomStringConvertible {
    var year: Int
    var month: Int
    var day: Int

    /// Creates the day of a time in seconds since 1970.
    init(seconds: Int64) {
        // Years begin in March here, so that the leap day is a year's last.
        let daysSinceMarch0000 = Int(seconds.floored(by: 86_400)) + 719_468
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
    var description: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}

extension BinaryInteger {
    /// Divides, rounding towards minus infinity.
    fileprivate func floored(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
