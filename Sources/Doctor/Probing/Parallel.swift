import POSIX
import Synchronization

/// Runs work on a few threads.
package enum Parallel {
    /// Hands out work and takes results; each index is written by one thread.
    private final class Board<Item: Sendable, Result: Sendable>: Sendable {
        private let state: Mutex<(next: Int, results: [Result?])>
        let items: [Item]

        init(_ items: [Item]) {
            self.items = items
            state = Mutex((0, Array(repeating: nil, count: items.count)))
        }

        func take() -> Int? {
            state.withLock { state in
                guard state.next < items.count else { return nil }
                defer { state.next += 1 }
                return state.next
            }
        }

        func put(_ result: Result, at index: Int) {
            state.withLock { $0.results[index] = result }
        }

        var results: [Result] { state.withLock { $0.results.compactMap(\.self) } }
    }

    /// Returns what a function makes of each item, in their order.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - limit: How many are worked on at the same time; the calling thread is one of them.
    ///   - body: What is done with each.
    /// - Returns: One result for each item.
    package static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], limit: Int, _ body: @escaping @Sendable (Item) -> Result
    ) -> [Result] {
        let board = Board<Item, Result>(items)
        let done = Semaphore()
        let work: @Sendable () -> Void = {
            while let index = board.take() { board.put(body(board.items[index]), at: index) }
        }
        var started = 0
        for _ in 0..<max(0, min(limit, items.count) - 1) {
            // Without room for another thread, those there are do the work.
            guard
                (try? Threads.start("doctor") {
                    work()
                    done.signal()
                }) != nil
            else { break }
            started += 1
        }
        work()
        for _ in 0..<started { done.wait() }
        return board.results
    }
}
