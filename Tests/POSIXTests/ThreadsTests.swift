import Glibc
import POSIX
import Testing

struct `Threads of the system` {
    @Test func `run a body apart, and give its value to who waits for it`() {
        let caller = pthread_self()
        let (value, isApart) = Threads.apart("apart") {
            ([1, 2, 3].map { $0 * 2 }, pthread_equal(pthread_self(), caller) == 0)
        }
        #expect(value == [2, 4, 6])
        #expect(isApart)
    }

    @Test func `run one body apart from another one`() {
        #expect(Threads.apart("outer") { Threads.apart("inner") { 42 } } == 42)
    }

    private final class Thing: Sendable {
        let number = 42
    }

    @Test func `leave nothing of a body behind`() {
        weak var left: Thing?
        do {
            let thing = Thing()
            left = thing
            #expect(Threads.apart("apart") { thing.number } == 42)
        }
        #expect(left == nil)
    }
}
