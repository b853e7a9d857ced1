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

struct `A line of progress` {
    private static let wipe = "\r\u{1B}[K"

    @Test func `says what is done, and is wiped out at the end`() {
        let written = Locked<[String]>([])
        let line = ProgressLine { text in written.withValue { $0.append(text) } }
        line.show()
        line.begin("reading")
        line.show()
        line.begin("writing", total: 20)
        line.advance(by: 5)
        line.advance(by: 2)
        line.show()
        line.end()
        line.show()
        line.end()
        #expect(
            written.withValue { $0 } == [
                "\(Self.wipe)reading …", "\(Self.wipe)writing: 7 of 20", Self.wipe,
            ])
    }

    @Test func `stays empty when the work ends before anybody waits for it`() {
        let written = Locked<[String]>([])
        let line = ProgressLine { text in written.withValue { $0.append(text) } }
        line.start(isTerminal: true)
        line.begin("reading")
        line.end()
        #expect(written.withValue { $0 } == [])
    }

    @Test func `is written by itself where a terminal shows it, and nowhere else`() throws {
        let written = Locked<[String]>([])
        let shown = Semaphore()
        let line = ProgressLine { text in
            written.withValue { $0.append(text) }
            shown.signal()
        }
        line.begin("reading")
        line.start(isTerminal: false)
        line.start(isTerminal: true)
        #expect(shown.wait(timeoutMilliseconds: 60_000))
        line.end()
        #expect(written.withValue { $0 }.first == "\(Self.wipe)reading …")
    }
}
