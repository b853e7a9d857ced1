import Diagnostics
import Foundation
import POSIX
import Synchronization
import TestSupport
import Testing

@testable import Configuration
@testable import Origin

struct `Log writer` {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `writes all records in order before it ends`() throws {
        let path = directory.file("log")
        let writer = try makeWriter(path, limit: 10_000)
        for number in 0..<5_000 { writer.write("\(number)") }
        #expect(writer.stop(timeoutMilliseconds: 10_000))
        #expect(try lines(path) == (0..<5_000).map(String.init))
        #expect(writer.dropped == 0)
    }

    @Test func `drops and counts what a full queue cannot take`() throws {
        let findings = Findings()
        let gate = DispatchSemaphore(value: 0)
        let entered = DispatchSemaphore(value: 0)
        let path = directory.file("log")
        let writer = try LogWriter<String>(
            name: "test", output: "test", file: LogFile(path: path), queueLimit: 3,
            report: findings.add
        ) { record, bytes in
            if record == "first" {
                entered.signal()
                gate.wait()
            }
            bytes += Array((record + "\n").utf8)
        }
        writer.write("first")
        #expect(entered.wait(timeout: .now() + 60) == .success)
        for number in 0..<10 { writer.write("\(number)") }
        #expect(writer.dropped == 7)
        gate.signal()
        findings.waitForOne()
        findings.waitForOne()
        #expect(writer.stop(timeoutMilliseconds: 10_000))
        #expect(try lines(path) == ["first", "0", "1", "2"])
        #expect(
            findings.messages == [
                "log 'test' is slower than the requests; lines are dropped",
                "7 lines of log 'test' were dropped while it was too slow",
            ])
    }

    @Test func `says once that an output cannot be written and serves on`() throws {
        let findings = Findings()
        let writer = try LogWriter<String>(
            name: "test", output: "/dev/full", file: LogFile(path: "/dev/full"), queueLimit: 100,
            report: findings.add, encode: Self.encode)
        writer.write("lost")
        findings.waitForOne()
        for number in 0..<50 { writer.write("\(number)") }
        #expect(writer.stop(timeoutMilliseconds: 10_000))
        #expect(
            findings.messages == [
                "cannot write log '/dev/full': no space left on device; "
                    + "its lines are lost until it works"
            ])
    }

    @Test func `goes on in a new file after the old one was moved away`() throws {
        let path = directory.file("log")
        let moved = directory.file("log.1")
        let written = DispatchSemaphore(value: 0)
        let writer = try LogWriter<String>(
            name: "test", output: path, file: LogFile(path: path), queueLimit: 100,
            report: { _ in }
        ) { record, bytes in
            Self.encode(record, &bytes)
            written.signal()
        }
        writer.write("old")
        #expect(written.wait(timeout: .now() + 60) == .success)
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        writer.reopen()
        let end = Date(timeIntervalSinceNow: 60)
        while !FileManager.default.fileExists(atPath: path), Date() < end { sched_yield() }
        writer.write("new")
        #expect(writer.stop(timeoutMilliseconds: 10_000))
        #expect(try lines(path) == ["new"])
        #expect(try lines(moved) == ["old"])
    }

    @Test func `takes nothing after its end`() throws {
        let path = directory.file("log")
        let writer = try makeWriter(path, limit: 10)
        #expect(writer.stop(timeoutMilliseconds: 10_000))
        writer.write("late")
        #expect(writer.stop(timeoutMilliseconds: 10_000))
        #expect(try lines(path) == [])
        #expect(writer.dropped == 1)
    }

    @Test func `reports a file that cannot be opened`() {
        let configuration = LogConfiguration(
            access: .file(path: "/nowhere/log"), format: .json,
            accessLocation: SampleConfiguration.place(2))
        #expect {
            try AccessLog(configuration, queueLimit: 1, observe: { _ in }, report: { _ in })
        } throws: { error in
            guard let error = error as? Diagnostic else { return false }
            return DiagnosticText().text(for: error) == """
                test.yaml:2:3: error: cannot open log '/nowhere/log': no such file or directory \
                [log-not-opened]
                  2 | two
                    |   ^

                """
        }
    }

    private func makeWriter(_ path: String, limit: Int) throws -> LogWriter<String> {
        try LogWriter(
            name: "test", output: path, file: LogFile(path: path), queueLimit: limit,
            report: { _ in }, encode: Self.encode)
    }

    @Sendable private static func encode(_ record: String, _ bytes: inout [UInt8]) {
        bytes += Array((record + "\n").utf8)
    }

    private func lines(_ path: String) throws -> [String] {
        let name = String(path.dropFirst(directory.path.count + 1))
        return try directory.text(of: name).split(separator: "\n").map(String.init)
    }
}

/// Collects findings from another thread.
private final class Findings: Sendable {
    private let found = Mutex<[Diagnostic]>([])
    private let arrived = DispatchSemaphore(value: 0)

    var messages: [String] { found.withLock { $0.map(\.message) } }

    func add(_ finding: Diagnostic) {
        found.withLock { $0.append(finding) }
        arrived.signal()
    }

    func waitForOne() { #expect(arrived.wait(timeout: .now() + 60) == .success) }
}
