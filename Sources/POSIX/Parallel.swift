import Synchronization

/// Work on many items, spread over the processors.
package enum Parallel {
    /// How many threads work at most.
    package static let threadLimit = 16

    private final class Work: Sendable {
        let count: Int
        let chunk: Int
        let next = Atomic(0)
        let body: @Sendable (Range<Int>) -> Void

        init(_ count: Int, _ chunk: Int, _ body: @escaping @Sendable (Range<Int>) -> Void) {
            self.count = count
            self.chunk = chunk
            self.body = body
        }

        func run() {
            while true {
                let start = next.add(chunk, ordering: .relaxed).oldValue
                guard start < count else { return }
                body(start..<min(count, start + chunk))
            }
        }
    }

    /// Calls a function with ranges that together are all items, on several threads.
    ///
    /// Ranges are handed out in order, and each of them once. The calling thread works, too, so
    /// that nothing is lost where the system has no room for threads.
    ///
    /// - Parameters:
    ///   - count: The number of items.
    ///   - chunk: How many items stand in a range.
    ///   - threads: How many threads work; at most ``threadLimit``.
    ///   - body: Works on a range; returns before this function does.
    package static func run(
        _ count: Int, chunk: Int = 64, threads: Int = ProcessContext.processorCount,
        _ body: @escaping @Sendable (Range<Int>) -> Void
    ) {
        let work = Work(count, max(1, chunk), body)
        let wanted = min(threads, threadLimit, (count + work.chunk - 1) / work.chunk) - 1
        let done = Semaphore()
        var started = 0
        for _ in 0..<max(0, wanted) {
            do {
                try Threads.start("worker") {
                    work.run()
                    done.signal()
                }
                started += 1
            } catch {
                break
            }
        }
        work.run()
        for _ in 0..<started { done.wait() }
    }

    /// Returns a value for each item, in order, made on several threads.
    ///
    /// - Parameters:
    ///   - count: The number of items.
    ///   - chunk: How many items are made at a time.
    ///   - threads: How many threads work.
    ///   - make: Makes the value of an item.
    /// - Returns: The values.
    package static func map<Value: Sendable>(
        _ count: Int, chunk: Int = 64, threads: Int = ProcessContext.processorCount,
        _ make: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        let collected = Parts<Value>()
        run(count, chunk: chunk, threads: threads) { range in
            let values = range.map(make)
            collected.all.withLock { $0.append((range.lowerBound, values)) }
        }
        var values: [Value] = []
        values.reserveCapacity(count)
        let sorted = collected.all.withLock { $0.sorted { $0.start < $1.start } }
        for part in sorted { values += part.values }
        return values
    }

    private final class Parts<Value: Sendable>: Sendable {
        let all = Mutex<[(start: Int, values: [Value])]>([])
    }
}
