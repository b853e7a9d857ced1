import Synchronization
import TestSupport
import Testing

@testable import POSIX

/// How far work is, and the line that says so.
struct BarCase: Sendable, CustomTestStringConvertible {
    let columns: Int
    var words = "looking at hosts"
    var done = 0
    var total = 0
    var seconds: Int64 = 0
    let line: String
    var testDescription: String { "\(columns) columns: \(line)" }
}

struct `A bar of progress` {
    static let cases = [
        BarCase(columns: 80, line: "looking at hosts ..."),
        BarCase(columns: 11, line: "looking at"),
        BarCase(columns: 0, line: ""),
        BarCase(
            columns: 80, total: 10_000,
            line: "looking at hosts [----------------------------------------] 0 of 10,000"),
        BarCase(
            columns: 200, done: 10_000, total: 10_000, seconds: 60,
            line: "looking at hosts [########################################] "
                + "10,000 of 10,000"),
        BarCase(
            columns: 56, done: 1_234, total: 10_000, seconds: 60,
            line: "looking at hosts [--------] 1,234 of 10,000, 8 min left"),
        BarCase(
            columns: 54, done: 1_234, total: 10_000, seconds: 60,
            line: "looking at hosts: 1,234 of 10,000, 8 min left"),
        BarCase(
            columns: 36, done: 1_234, total: 10_000, seconds: 60,
            line: "looking at hosts: 1,234 of 10,000"),
        BarCase(
            columns: 20, done: 1_234, total: 10_000, seconds: 60, line: "looking at hosts: 1"),
        BarCase(
            columns: 49, done: 12, total: 10, seconds: 60,
            line: "looking at hosts [####################] 10 of 10"),
        // Who has done nothing, or has only begun, cannot tell how long the rest takes.
        BarCase(columns: 36, total: 10, seconds: 60, line: "looking at hosts [--------] 0 of 10"),
        BarCase(
            columns: 30, done: 5, total: 10, seconds: 1, line: "looking at hosts: 5 of 10"),
        BarCase(
            columns: 38, done: 5, total: 10, seconds: 2,
            line: "looking at hosts: 5 of 10, 2 s left"),
        BarCase(
            columns: 42, done: 1, total: 62, seconds: 59,
            line: "looking at hosts: 1 of 62, 1 h 0 min left"),
        BarCase(
            columns: 46, done: 1, total: 100, seconds: 600,
            line: "looking at hosts: 1 of 100, 16 h 30 min left"),
        BarCase(
            columns: 38, done: 1, total: 1_000_000, seconds: 600,
            line: "looking at hosts: 1 of 1,000,000"),
    ]

    @Test(arguments: cases)
    func `fits into the terminal and says how long the rest takes`(row: BarCase) {
        let bar = ProgressBar(
            words: row.words, done: row.done, total: row.total,
            elapsedMilliseconds: row.seconds * 1000)
        #expect(bar.line(columns: row.columns) == row.line)
        #expect(row.line.count < max(1, row.columns))
    }
}

struct `A line of progress` {
    private static let wipe = "\r\u{1B}[K"

    private static func drawn(_ line: String) -> String { "\r\(line)\u{1B}[K" }

    /// Returns a line, and what it writes; results stand in brackets.
    private static func line(
        isTerminal: Bool = true, hasResults: Bool = true, shown: Semaphore? = nil,
        now: @escaping @Sendable () -> Int64 = { 0 }
    ) -> (ProgressLine, Locked<[String]>) {
        let written = Locked<[String]>([])
        let screen = ProgressLine.Screen(
            isTerminal: isTerminal, hasResults: hasResults, columns: { 40 },
            write: { text in
                written.withValue { $0.append(text) }
                shown?.signal()
            }, writeResults: { text in written.withValue { $0.append("[\(text)]") } })
        return (ProgressLine(on: screen, nowMilliseconds: now), written)
    }

    @Test func `says what is done, and is wiped out at the end`() {
        let clock = Locked<Int64>(0)
        let (line, written) = Self.line { clock.withValue { $0 } }
        line.show()
        line.begin("reading")
        line.show()
        clock.withValue { $0 = 5_000 }
        line.begin("writing", total: 20)
        line.advance(by: 3)
        line.advance(by: 2)
        clock.withValue { $0 = 9_000 }
        line.show()
        line.end()
        line.show()
        line.end()
        #expect(
            written.withValue { $0 } == [
                Self.drawn("reading ..."),
                Self.drawn("writing [##--------] 5 of 20, 12 s left"), Self.wipe,
            ])
    }

    @Test func `lets results pass in its place, many at once`() {
        let (line, written) = Self.line()
        line.begin("looking", total: 3)
        line.printResults("a")
        line.show()
        line.printResults("b")
        line.printResults("c")
        line.show()
        line.printResults("d")
        line.end()
        line.printResults("e")
        let bar = Self.drawn("looking [----------------------] 0 of 3")
        #expect(
            written.withValue { $0 } == [
                "[a]", bar, Self.wipe, "[bc]", bar, Self.wipe, "[d]", "[e]",
            ])
    }

    @Test func `gives way to what is written beside it`() {
        let (line, written) = Self.line()
        line.begin("looking")
        line.giveWay { written.withValue { $0.append("a") } }
        line.show()
        line.printResults("b")
        line.giveWay { written.withValue { $0.append("c") } }
        line.show()
        line.end()
        let looking = Self.drawn("looking ...")
        #expect(
            written.withValue { $0 } == [
                "a", looking, Self.wipe, "[b]", "c", looking, Self.wipe,
            ])
    }

    @Test(arguments: [(true, false), (false, true), (false, false)])
    func `keeps no results back that go somewhere else`(isTerminal: Bool, hasResults: Bool) {
        let (line, written) = Self.line(isTerminal: isTerminal, hasResults: hasResults)
        line.begin("looking")
        line.show()
        line.printResults("a")
        #expect(written.withValue { $0 } == [Self.drawn("looking ..."), "[a]"])
    }

    @Test func `stays empty when the work ends before anybody waits for it`() {
        let (line, written) = Self.line()
        line.start()
        line.begin("reading")
        line.end()
        #expect(written.withValue { $0 } == [])
    }

    @Test func `is written by itself where a terminal shows it, and nowhere else`() throws {
        let (silent, nothing) = Self.line(isTerminal: false)
        silent.begin("reading")
        silent.start()
        let shown = Semaphore()
        let (line, written) = Self.line(shown: shown)
        line.begin("reading")
        line.start()
        #expect(shown.wait(timeoutMilliseconds: 60_000))
        line.end()
        #expect(written.withValue { $0 }.first == Self.drawn("reading ..."))
        #expect(nothing.withValue { $0 } == [])
    }
}
