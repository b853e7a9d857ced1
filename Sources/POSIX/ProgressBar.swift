/// How far work is, drawn in one line of a terminal.
package struct ProgressBar: Sendable {
    /// What is being done.
    package var words = ""
    /// How many items are done.
    package var done = 0
    /// How many items there are; 0 when that is not known, and then there is no bar.
    package var total = 0
    /// How long the work has taken so far.
    package var elapsedMilliseconds: Int64 = 0

    /// The width of the bar itself, where there is room.
    static let barColumns = 8...40
    /// How long the work takes before anything is said about the rest of it.
    static let estimateMilliseconds: Int64 = 2_000
    /// The longest rest that is told; nobody waits for a longer one.
    static let restLimitSeconds = 99 * 3600

    /// Returns the line for a terminal, in ASCII, which never fills the last column.
    ///
    /// Where there is little room, the bar is left out first, then the time that is left.
    ///
    /// - Parameter columns: The width of the terminal.
    /// - Returns: The line, without any control character.
    package func line(columns: Int) -> String {
        // A line that reached the edge would go on below, and could not be replaced.
        let room = max(0, columns - 1)
        guard total > 0 else { return String("\(words) ...".prefix(room)) }
        let count = "\(Self.grouped(min(done, total))) of \(Self.grouped(total))"
        let rest = restSeconds.map { ", " + Self.text(seconds: $0) + " left" } ?? ""
        let bar = min(room - words.count - count.count - rest.count - 4, Self.barColumns.upperBound)
        if bar >= Self.barColumns.lowerBound {
            let full = bar * min(done, total) / total
            let drawn =
                String(repeating: "#", count: full) + String(repeating: "-", count: bar - full)
            return "\(words) [\(drawn)] \(count)\(rest)"
        }
        let text = "\(words): \(count)"
        return text.count + rest.count <= room ? text + rest : String(text.prefix(room))
    }

    /// How long the rest takes if it goes on as before; `nil` while nobody can tell.
    private var restSeconds: Int? {
        guard elapsedMilliseconds >= Self.estimateMilliseconds, done > 0, done < total else {
            return nil
        }
        let rest = Double(elapsedMilliseconds) / 1000 * Double(total - done) / Double(done)
        return rest < Double(Self.restLimitSeconds) ? max(1, Int(rest.rounded(.up))) : nil
    }

    /// Returns a time as one would say it: the longer, the coarser, and rounded up.
    private static func text(seconds: Int) -> String {
        if seconds <= 60 { return "\(seconds) s" }
        let minutes = (seconds + 59) / 60
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// Returns a number with a comma before each three digits.
    private static func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        for index in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(",", at: index)
        }
        return String(digits)
    }
}
