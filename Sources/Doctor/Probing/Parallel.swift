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

    /// Results on their way from the threads to the one that waits for them.
    private final class Belt<Item: Sendable, Result: Sendable>: Sendable {
        private let state: Mutex<(next: Int, results: [Result])> = Mutex((0, []))
        let items: [Item]
        let room = Semaphore()
        let ready = Semaphore()

        init(_ items: [Item], room count: Int) {
            self.items = items
            for _ in 0..<count { room.signal() }
        }

        func take() -> Item? {
            let index = state.withLock { state in
                defer { state.next += 1 }
                return state.next
            }
            return index < items.count ? items[index] : nil
        }

        func put(_ result: Result) {
            state.withLock { $0.results.append(result) }
            ready.signal()
        }

        func receive() -> Result? {
            ready.wait()
            defer { room.signal() }
            return state.withLock { $0.results.isEmpty ? nil : $0.results.removeFirst() }
        }
    }

    /// Works on items and hands over each result as soon as it is there, in no order.
    ///
    /// Work waits while its results are not taken, so that they do not pile up.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - limit: How many are worked on at the same time.
    ///   - body: What is done with each, on a thread of its own.
    ///   - receive: What is done with each result, on the calling thread.
    package static func each<Item: Sendable, Result: Sendable>(
        _ items: [Item], limit: Int, _ body: @escaping @Sendable (Item) -> Result,
        receive: (Result) -> Void
    ) {
        let belt = Belt<Item, Result>(items, room: limit)
        var started = 0
        for _ in 0..<max(1, min(limit, items.count)) {
            let thread: ()? = try? Threads.start("doctor") {
                while true {
                    belt.room.wait()
                    guard let item = belt.take() else { return }
                    belt.put(body(item))
                }
            }
            guard thread != nil else { break }
            started += 1
        }
        guard started > 0 else {
            for item in items { receive(body(item)) }
            return
        }
        for _ in items { if let result = belt.receive() { receive(result) } }
        // Those that still wait for room find nothing more to do.
        for _ in 0..<started { belt.room.signal() }
    }
}
