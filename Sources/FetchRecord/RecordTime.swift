import POSIX

/// Times of the record in words, and times of log files.
package enum RecordTime {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns a time as `2026-11-30T01:27:46Z`.
    ///
    /// - Parameter milliseconds: Since 1970 in UTC.
    /// - Returns: The time in RFC 3339, to the second.
    package static func text(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
        let date = CalendarDate(seconds: seconds)
        return "\(date)T\(date.clock)Z"
    }

    /// Returns a time as `2026-11-30T01:27:46.123Z`, as answers for programs have it.
    package static func exact(_ milliseconds: Int64) -> String {
        let rest = milliseconds % 1000
        let digits = CalendarDate.digits(Int(rest < 0 ? rest + 1000 : rest), 3)
        return "\(text(milliseconds).dropLast()).\(digits)Z"
    }

    /// Returns a length of time in its largest unit: `45 s`, `12 min`, `6 h`, `3 days`.
    package static func length(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds / 1000)
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h"
        default: return "\(seconds / 86_400) days"
        }
    }

    /// Reads RFC 3339, such as `2026-11-30T01:27:46.123+02:00`.
    ///
    /// - Parameter text: The time.
    /// - Returns: Milliseconds since 1970 in UTC, or `nil` for anything else.
    package static func milliseconds(rfc3339 text: some StringProtocol) -> Int64? {
        var reader = DigitReader(text.utf8)
        guard let year = reader.number(4), reader.takes("-"), let month = reader.number(2),
            reader.takes("-"), let day = reader.number(2), reader.takes("T", or: " "),
            let clock = reader.clock()
        else { return nil }
        var fraction: Int64 = 0
        if reader.takes(".") {
            var factor: Int64 = 100
            guard let first = reader.number(1) else { return nil }
            fraction = first * factor
            while let digit = reader.number(1) {
                factor /= 10
                fraction += digit * factor
            }
        }
        guard let offset = reader.zone(), reader.isAtEnd else { return nil }
        return milliseconds(year, month, day, clock, offset).map { $0 + fraction }
    }

    /// Reads the time of the common log format, such as `30/Nov/2026:01:27:46 +0000`.
    ///
    /// - Parameter text: The time without its brackets.
    /// - Returns: Milliseconds since 1970 in UTC, or `nil` for anything else.
    package static func milliseconds(commonLog text: some StringProtocol) -> Int64? {
        var reader = DigitReader(text.utf8)
        guard let day = reader.number(2), reader.takes("/"), let word = reader.word(3),
            let month = months.firstIndex(of: word), reader.takes("/"),
            let year = reader.number(4), reader.takes(":"), let clock = reader.clock(),
            reader.takes(" "), let offset = reader.zone(), reader.isAtEnd
        else { return nil }
        return milliseconds(year, Int64(month + 1), day, clock, offset)
    }

    private static func milliseconds(
        _ year: Int64, _ month: Int64, _ day: Int64, _ clock: Int64, _ offset: Int64
    ) -> Int64? {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        // The inverse of `CalendarDate`: years begin in March.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return (days * 86_400 + clock - offset) * 1000
    }
}

/// Reads a time piece by piece.
private struct DigitReader {
    private var rest: [UInt8]
    private var index = 0

    init(_ text: some Sequence<UInt8>) { rest = Array(text) }

    var isAtEnd: Bool { index == rest.count }

    mutating func number(_ count: Int) -> Int64? {
        guard index + count <= rest.count else { return nil }
        var value: Int64 = 0
        for byte in rest[index..<index + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        index += count
        return value
    }

    mutating func word(_ count: Int) -> String? {
        guard index + count <= rest.count else { return nil }
        defer { index += count }
        return String(decoding: rest[index..<index + count], as: UTF8.self)
    }

    mutating func takes(_ character: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Bool {
        guard index < rest.count else { return false }
        let byte = UInt32(rest[index])
        guard byte == character.value || byte == other?.value else { return false }
        index += 1
        return true
    }

    /// Reads `01:27:46`; a leap second counts as the next.
    mutating func clock() -> Int64? {
        guard let hour = number(2), takes(":"), let minute = number(2), takes(":"),
            let second = number(2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Reads `Z`, `+0200` or `+02:00` as seconds east of Greenwich.
    mutating func zone() -> Int64? {
        if takes("Z") { return 0 }
        let sign: Int64 = takes("+") ? 1 : takes("-") ? -1 : 0
        guard sign != 0, let hours = number(2) else { return nil }
        _ = takes(":")
        guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
