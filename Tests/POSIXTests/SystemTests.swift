import Foundation
import POSIX
import TestSupport
import Testing

struct `The system's errors` {
    struct Case: CustomTestStringConvertible {
        var number: Int32
        var words: String
        var testDescription: String { words }
    }

    @Test(arguments: [
        Case(number: ENOENT, words: "no such file or directory"),
        Case(number: EACCES, words: "permission denied"),
        Case(number: EADDRINUSE, words: "address already in use"),
        Case(number: 99_999, words: "error 99999"),
    ])
    func `are told in lower case`(_ example: Case) {
        #expect(SystemError(example.number).reason == example.words)
    }
}

struct `The system's clocks` {
    @Test func `agree with those of others`() {
        let before = Int64(Date().timeIntervalSince1970 * 1000)
        let now = Clock.nowMilliseconds()
        let after = Int64(Date().timeIntervalSince1970 * 1000)
        #expect(before <= now && now <= after + 1)
    }

    @Test func `never go back`() {
        let first = Clock.monotonicNanoseconds()
        #expect(Clock.monotonicNanoseconds() >= first)
    }
}

struct `A thread` {
    @Test func `runs under its name`() throws {
        let name = Locked("")
        let finished = Semaphore()
        try Threads.start("aasa-test") {
            let bytes = try? Files.read("/proc/thread-self/comm", limitBytes: 100)
            name.withValue { $0 = String(decoding: bytes ?? [], as: UTF8.self) }
            finished.signal()
        }
        #expect(finished.wait(timeoutMilliseconds: 30_000))
        #expect(name.withValue { $0 } == "aasa-test\n")
    }
}

struct `A semaphore` {
    @Test func `counts its signals`() {
        let semaphore = Semaphore()
        semaphore.signal()
        semaphore.signal()
        semaphore.wait()
        #expect(semaphore.wait(timeoutMilliseconds: 0))
        #expect(!semaphore.wait(timeoutMilliseconds: 0))
    }
}

struct `Signals of the process` {
    @Test(arguments: Signal.allCases)
    func `are received by the one that waits`(_ signal: Signal) async {
        await #expect(processExitsWith: .success) { [number = signal.rawValue as Int32] in
            Signals.block()
            let sent = try #require(Signal(rawValue: number))
            // To this thread: the test's process had others before the signals were blocked.
            pthread_kill(pthread_self(), number)
            exit(Signals.wait() == sent ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `of a closed pipe are ignored`() async {
        await #expect(processExitsWith: .success) {
            Signals.block()
            var ends: [Int32] = [0, 0]
            _ = pipe(&ends)
            close(ends[0])
            exit(write(ends[1], "x", 1) == -1 && errno == EPIPE ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}

struct `The process` {
    @Test func `knows its surroundings`() async {
        await #expect(processExitsWith: .success) {
            setenv("AASA_TEST", "", 1)
            #expect(ProcessContext.environment("AASA_TEST") == "")
            #expect(ProcessContext.environment("AASA_TEST_NOT_SET") == nil)
            #expect(ProcessContext.processorCount >= 1)
            #expect(ProcessContext.processID == getpid())
            #expect(ProcessContext.raiseDescriptorLimit() >= 256)
        }
    }

    @Test func `takes sockets only when they were passed to it`() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_FDS", "200", 1)
            setenv("LISTEN_PID", "1", 1)
            #expect(SocketActivation.takeDescriptors() == [])
            #expect(ProcessContext.environment("LISTEN_FDS") == nil)
            occupy([201, 202, 203])
            setenv("LISTEN_FDS", "200", 1)
            setenv("LISTEN_PID", "\(getpid())", 1)
            #expect(SocketActivation.takeDescriptors().filter { $0 > 200 } == [201, 202])
            #expect(SocketActivation.takeDescriptors() == [])
            for wrong in ["-1", "0", "x", "99999999999", "2000"] {
                setenv("LISTEN_FDS", wrong, 1)
                setenv("LISTEN_PID", "\(getpid())", 1)
                #expect(SocketActivation.takeDescriptors() == [])
            }
        }
    }

    @Test func `leaves out passed numbers that are not open`() async {
        await #expect(processExitsWith: .success) {
            occupy([201, 203])
            setenv("LISTEN_FDS", "202", 1)
            setenv("LISTEN_PID", "\(getpid())", 1)
            #expect(SocketActivation.takeDescriptors().filter { $0 > 200 } == [201, 203])
        }
    }
}

/// Opens descriptors with the given numbers, high ones: what the test's own process opens
/// meanwhile gets the lowest that are free.
private func occupy(_ numbers: [Int32]) {
    let file = open("/dev/null", O_RDONLY)
    for number in numbers { #expect(dup2(file, number) == number) }
}

struct `The state of a file` {
    @Test func `changes with its bytes even at the same size and time`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("one", to: "file")
        let first = try #require(FileSignature(path: path))
        #expect(FileSignature(path: path) == first)
        try Files.write(Array("two".utf8), to: path)
        #expect(FileSignature(path: path) != first)
        #expect(FileSignature(path: directory.file("no")) == nil)
    }
}

struct `The look-up of names` {
    @Test func `finds the addresses of this machine and of literals`() {
        guard case .addresses(let all) = HostLookup.addresses(of: "localhost") else {
            Issue.record("localhost has no address")
            return
        }
        #expect(all.allSatisfy { $0 == "127.0.0.1" || $0 == "::1" })
        #expect(HostLookup.addresses(of: "192.0.2.7") == .addresses(["192.0.2.7"]))
    }
}
