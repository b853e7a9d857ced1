import Diagnostics
import HTTPClient
import POSIX

/// Numbers and names in words, for messages.
enum Words {
    /// Returns a number of bytes with its unit.
    static func bytes(_ count: Int) -> String { "\(count) byte\(count == 1 ? "" : "s")" }

    /// Returns milliseconds as `80 ms` or `2.4 s`.
    static func seconds(_ milliseconds: Int) -> String {
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
    }

    /// Returns a length of time in the two largest units, such as `5 h 12 min`.
    static func duration(_ seconds: Int) -> String {
        let units = [("d", 86_400), ("h", 3_600), ("min", 60)]
        guard let first = units.firstIndex(where: { seconds >= $0.1 }) else {
            return "\(seconds) s"
        }
        let (name, size) = units[first]
        let rest = seconds % size
        guard first + 1 < units.count, rest / units[first + 1].1 > 0 else {
            return "\(seconds / size) \(name)"
        }
        return "\(seconds / size) \(name) \(rest / units[first + 1].1) \(units[first + 1].0)"
    }

    /// Returns a time of day as `18:40 UTC`.
    static func clock(_ seconds: Int64) -> String {
        CalendarDate(seconds: seconds).clock.prefix(5) + " UTC"
    }

    /// Returns the first few of a list of names.
    static func list(_ names: [String], limit: Int = 3) -> String {
        let shown = names.prefix(limit).map { Diagnostic.printable($0, limit: 80) }
        let rest = names.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Returns a number with its noun.
    static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)" + (count == 1 ? "" : "s")
    }

    /// Returns a text from outside, safe to print.
    static func shown(_ text: String, limit: Int = 200) -> String {
        Diagnostic.printable(text, limit: limit)
    }
}

extension HTTPClientError {
    /// The reason without the numbers that OpenSSL puts before its words.
    var plainReason: String {
        guard let mark = reason.firstRange(of: ":SSL routines::") else { return reason }
        return String(reason[mark.upperBound...])
    }
}
