import Synchronization
import TestSupport
import Testing

@testable import POSIX

struct `Work in parallel` {
    @Test(arguments: [(0, 1), (1, 1), (7, 3), (64, 64), (1_000, 7), (10, 100), (5, 0)])
    func `covers every item once`(count: Int, chunk: Int) {
        let seen = Locked<[Int]>([])
        Parallel.run(count, chunk: chunk, threads: 4) { range in
            seen.withValue { $0 += range }
        }
        #expect(seen.withValue { $0 }.sorted() == Array(0..<count))
    }

    @Test(arguments: [0, 1, 1_000])
    func `makes values in the order of the items`(count: Int) {
        let values = Parallel.map(count, chunk: 3, threads: 3) { String($0) }
        #expect(values == (0..<count).map(String.init))
    }

    @Test func `happens on the calling thread when it may use no other`() {
        let seen = Locked<[Int]>([])
        Parallel.run(5, chunk: 2, threads: 1) { range in seen.withValue { $0 += range } }
        #expect(seen.withValue { $0 } == [0, 1, 2, 3, 4])
    }
}
