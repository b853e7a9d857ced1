import Synchronization

/// A line on a terminal that says what takes so long.
///
/// Nothing is written in the first second, and never where standard error is no terminal. The
/// line is replaced in place, and wiped out at the end.
///
/// - Threads: Any thread may tell how far the work is; one thread of its own writes.
package final class ProgressLine: Sendable {
    /// How long the work takes before anything is written.
    package static let patienceMilliseconds: Int64 = 1_000
    /// How often the line is written.
    package static let intervalMilliseconds: Int64 = 200

    private struct State {
        var words = ""
        var done = 0
        var total = 0
        var isShown = false
        var isEnded = false
    }

    private let state = Mutex(State())
    private let ended = Semaphore()
    private let write: @Sendable (String) -> Void

    /// Creates a line that nothing is written to yet.
    package init(write: @escaping @Sendable (String) -> Void = ProcessContext.printError) {
        self.write = write
    }

    /// Starts to write after a while, if standard error is a terminal.
    ///
    /// - Parameter isTerminal: Whether anybody sees the line.
    package func start(isTerminal: Bool = ProcessContext.standardErrorIsTerminal) {
        guard isTerminal else { return }
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
    package func begin(_ words: String, total: Int = 0) {
        state.withLock {
            $0.words = words
            $0.done = 0
            $0.total = total
        }
    }

    /// Says that some of the items are done.
    package func advance(by count: Int) { state.withLock { $0.done += count } }

    /// Writes the line as it is now, unless the work has ended.
    package func show() {
        state.withLock { state in
            guard !state.isEnded, !state.words.isEmpty else { return }
            state.isShown = true
            let numbers = state.total > 0 ? ": \(state.done) of \(state.total)" : " …"
            write("\r\u{1B}[K\(state.words)\(numbers)")
        }
    }

    /// Wipes the line out, so that other lines can be written; it comes back by itself.
    package func wipe() {
        state.withLock { state in
            if state.isShown { write("\r\u{1B}[K") }
            state.isShown = false
        }
    }

    /// Wipes the line out; nothing is written from now on.
    package func end() {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.isEnded = true
            if state.isShown { write("\r\u{1B}[K") }
        }
        ended.signal()
    }
}
