import Synchronization

/// A line on a terminal that says how far work is, and how long the rest takes.
///
/// Nothing is written in the first second, and never where standard error is no terminal. The
/// line is replaced in place, a few times in a second at most, and wiped out at the end.
///
/// - Threads: Any thread may tell how far the work is; one thread of its own writes.
package final class ProgressLine: Sendable {
    /// How long the work takes before anything is written.
    package static let patienceMilliseconds: Int64 = 1_000
    /// How often the line is written.
    package static let intervalMilliseconds: Int64 = 200

    /// What a line is written to.
    package struct Screen: Sendable {
        /// Whether anybody sees the line.
        package var isTerminal: Bool
        /// Whether results are written where the line is.
        package var hasResults: Bool
        /// The width at this moment.
        package var columns: @Sendable () -> Int
        /// Writes the line, to standard error.
        package var write: @Sendable (String) -> Void
        /// Writes results, to standard output.
        package var writeResults: @Sendable (String) -> Void

        /// The screen that the streams of the process lead to.
        package static var standard: Screen {
            Screen(
                isTerminal: ProcessContext.standardErrorIsTerminal
                    && ProcessContext.environment("TERM") != "dumb",
                hasResults: ProcessContext.standardOutputIsTerminal,
                columns: { ProcessContext.terminalColumns },
                write: ProcessContext.printError, writeResults: ProcessContext.printOutput)
        }
    }

    private struct State {
        var bar = ProgressBar()
        var startedMilliseconds: Int64 = 0
        /// Results that are written together with the line.
        var results = ""
        var isShown = false
        var isEnded = false
    }

    private static let wiping = "\r\u{1B}[K"
    private let state = Mutex(State())
    private let ended = Semaphore()
    private let screen: Screen
    private let nowMilliseconds: @Sendable () -> Int64

    /// Creates a line that nothing is written to yet.
    ///
    /// - Parameters:
    ///   - screen: What it is written to.
    ///   - nowMilliseconds: A clock that only goes on.
    package init(
        on screen: Screen = .standard,
        nowMilliseconds: @escaping @Sendable () -> Int64 = {
            Clock.monotonicNanoseconds() / 1_000_000
        }
    ) {
        self.screen = screen
        self.nowMilliseconds = nowMilliseconds
    }

    /// Starts to write after a while, if standard error is a terminal.
    package func start() {
        guard screen.isTerminal else { return }
        // Without a thread there is no line, and the work goes on.
        try? Threads.start("progress") { [self] in
            var pause = Self.patienceMilliseconds
            while !ended.wait(timeoutMilliseconds: pause) {
                show()
                pause = Self.intervalMilliseconds
            }
        }
    }

    /// Says what is being done from now on.
    ///
    /// - Parameters:
    ///   - words: What is being done.
    ///   - total: How many items there are, or 0 when that is not known.
    package func begin(_ words: String, total: Int = 0) {
        state.withLock {
            $0.bar = ProgressBar(words: words, total: total)
            $0.startedMilliseconds = nowMilliseconds()
        }
    }

    /// Says that some of the items are done.
    package func advance(by count: Int) { state.withLock { $0.bar.done += count } }

    /// Writes results to standard output, above the line where both are on one terminal.
    ///
    /// There they wait for the next time that the line is written, so that thousands of them
    /// do not make it flicker.
    package func printResults(_ text: String) {
        guard screen.isTerminal, screen.hasResults else { return screen.writeResults(text) }
        state.withLock { state in
            if state.isShown { state.results += text } else { screen.writeResults(text) }
        }
    }

    /// Has something else written to the terminal, in the place of the line.
    ///
    /// - Parameter body: Writes it, and asks nothing of the line; that comes back by itself.
    package func giveWay(to body: () -> Void) {
        state.withLock { state in
            clear(&state)
            body()
        }
    }

    /// Writes the line as it is now, unless the work has ended.
    package func show() {
        state.withLock { state in
            guard !state.isEnded, !state.bar.words.isEmpty else { return }
            flush(&state)
            state.isShown = true
            state.bar.elapsedMilliseconds = nowMilliseconds() - state.startedMilliseconds
            // The rest is wiped out afterwards, so that the line does not flicker.
            screen.write("\r" + state.bar.line(columns: screen.columns()) + "\u{1B}[K")
        }
    }

    /// Wipes the line out; nothing is written from now on.
    package func end() {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.isEnded = true
            clear(&state)
        }
        ended.signal()
    }

    private func clear(_ state: inout State) {
        flush(&state)
        if state.isShown { screen.write(Self.wiping) }
        state.isShown = false
    }

    /// Puts the results that wait in the place of the line.
    private func flush(_ state: inout State) {
        guard !state.results.isEmpty else { return }
        screen.write(Self.wiping)
        screen.writeResults(state.results)
        state.results = ""
        state.isShown = false
    }
}
