import Foundation
import HTTP
import POSIX
import TestSupport
import Testing

@testable import Configuration
@testable import Origin

struct `A relay of records` {
    @Test func `delivers all records in order before it ends`() throws {
        let delivered = Locked<[Int]>([])
        let relay = try Relay<Int>(name: "test", queueLimit: 10_000) { batch in
            delivered.withValue { $0 += batch.records }
        }
        for number in 0..<5_000 { relay.send(number) }
        relay.stop(timeoutMilliseconds: 10_000)
        #expect(delivered.withValue { $0 } == Array(0..<5_000))
        #expect(relay.dropped == 0)
    }

    @Test func `marks the batch with what was sent before`() throws {
        let marked = Locked<[Int]>([])
        let all = Locked<[Int]>([])
        let isMarked = DispatchSemaphore(value: 0)
        let relay = try Relay<Int>(name: "test", queueLimit: 1_000) { batch in
            all.withValue { $0 += batch.records }
            guard batch.isMarked else { return }
            let soFar = all.withValue { $0 }
            marked.withValue { $0 = soFar }
            isMarked.signal()
        }
        for number in 0..<100 { relay.send(number) }
        relay.mark()
        #expect(isMarked.wait(timeout: .now() + 60) == .success)
        #expect(marked.withValue { $0 } == Array(0..<100))
        relay.mark()
        #expect(isMarked.wait(timeout: .now() + 60) == .success)
        relay.stop(timeoutMilliseconds: 10_000)
        #expect(all.withValue { $0 } == Array(0..<100))
    }

    @Test func `drops and counts what a full queue cannot take, and what comes after its end`()
        throws
    {
        let delivered = Locked<[Int]>([])
        let entered = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let relay = try Relay<Int>(name: "test", queueLimit: 3) { batch in
            delivered.withValue { $0 += batch.records }
            guard batch.records.first == 0 else { return }
            entered.signal()
            gate.wait()
        }
        relay.send(0)
        #expect(entered.wait(timeout: .now() + 60) == .success)
        for number in 1...10 { relay.send(number) }
        #expect(relay.dropped == 7)
        gate.signal()
        relay.stop(timeoutMilliseconds: 10_000)
        relay.send(11)
        relay.stop(timeoutMilliseconds: 10_000)
        #expect(delivered.withValue { $0 } == [0, 1, 2, 3])
        #expect(relay.dropped == 8)
    }
}

struct `An access log` {
    private let directory: TemporaryDirectory
    private let counted = Locked<[String]>([])

    init() throws { directory = try TemporaryDirectory() }

    private func log(_ access: LogConfiguration.Destination, queueLimit: Int) throws -> AccessLog {
        try AccessLog(
            LogConfiguration(access: access, format: .json, accessLocation: nil),
            queueLimit: queueLimit,
            observe: { [counted] exchange in counted.withValue { $0.append(exchange.requestID) } },
            report: { _ in })
    }

    private func exchange(_ number: Int) -> Exchange {
        Exchange(
            timeMilliseconds: 0, durationMicroseconds: 0,
            connection: Connection(listener: ":443", kind: .tls, client: "c", peer: "p"),
            outcome: .ok, requestID: String(number))
    }

    @Test func `has requests counted and written before it ends`() throws {
        let path = directory.file("log")
        let log = try log(.file(path: path), queueLimit: 1_000)
        for number in 0..<500 { log.record(exchange(number)) }
        log.stop(timeoutMilliseconds: 10_000)
        let expected = (0..<500).map(String.init)
        #expect(counted.withValue { $0 } == expected)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(
            try lines.map { line in
                try String(#require(line.firstMatch(of: /"request_id":"([0-9]+)"/)).1)
            } == expected)
        #expect(log.dropped == 0)
    }

    @Test func `that is off has requests counted and drops no line`() throws {
        let log = try log(.off, queueLimit: 1_000)
        for number in 0..<500 { log.record(exchange(number)) }
        log.stop(timeoutMilliseconds: 10_000)
        log.record(exchange(500))
        #expect(counted.withValue { $0.count } == 500)
        #expect(log.dropped == 0)
        #expect(log.uncounted == 1)
    }

    @Test func `has every request counted while nobody reads its lines`() throws {
        let pipe = directory.file("access.pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Open for both, so that neither side waits for the other.
        let reader = open(pipe, O_RDWR)
        let log = try log(.file(path: pipe), queueLimit: 200)
        let count = 2_000
        let deadline = Date(timeIntervalSinceNow: 60)
        for number in 0..<count {
            log.record(exchange(number))
            guard number % 100 == 99 else { continue }
            while counted.withValue({ $0.count }) <= number, Date() < deadline { sched_yield() }
        }
        #expect(counted.withValue { $0.count } == count)
        #expect(log.uncounted == 0)
        #expect(log.dropped > 0)
        // Now somebody reads, so that the log can end; the end of this process ends the reader.
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while read(reader, &bytes, bytes.count) > 0 {}
        }
        log.stop(timeoutMilliseconds: 10_000)
    }
}
