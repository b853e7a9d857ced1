import Configuration
import Foundation
import POSIX
import Synchronization
import TestSupport
import Testing

@testable import Origin

/// A clock that stands still while a test writes, so that a change is not over before the test
/// has made all of it, however busy the machine is.
private final class StoppableClock: Sendable {
    private struct State {
        var lostNanoseconds: Int64 = 0
        var stoppedAt: Int64?
    }

    private let state = Mutex(State())

    var nanoseconds: Int64 {
        state.withLock { ($0.stoppedAt ?? Clock.monotonicNanoseconds()) - $0.lostNanoseconds }
    }

    func stopped<Failure>(while body: () throws(Failure) -> Void) throws(Failure) {
        state.withLock { $0.stoppedAt = Clock.monotonicNanoseconds() }
        defer {
            state.withLock { state in
                let start = state.stoppedAt ?? 0
                state.lostNanoseconds += Clock.monotonicNanoseconds() - start
                state.stoppedAt = nil
            }
        }
        try body()
    }
}

/// A watcher over real files; each load takes note of the content it saw.
private final class Loads: Sendable {
    let contents = Mutex<[String]>([])
    private let files: [String]
    private let watcher = Mutex<FileWatcher?>(nil)
    private let ended = POSIX.Semaphore()
    private let clock = StoppableClock()

    init(_ files: [String]) throws {
        self.files = files
        let watcher = try FileWatcher(nowNanoseconds: { [clock] in clock.nanoseconds }) {
            [weak self] in
            self?.load()
        }
        self.watcher.withLock { $0 = watcher }
        load()
        try Threads.start("watch") { [ended] in
            watcher.run()
            ended.signal()
        }
    }

    private func load() {
        var watched = WatchedFiles()
        for file in files { watched.note(file: file) }
        let content = files.map { path in
            (try? Files.read(path, limitBytes: 1_000)).map { String(decoding: $0, as: UTF8.self) }
                ?? "-"
        }
        contents.withLock { $0.append(content.joined(separator: "|")) }
        watcher.withLock { $0 }?.update(watched, isEnabled: true)
    }

    /// Makes a change of several steps, all of them at the same time for the watcher.
    func change(_ steps: () throws -> Void) rethrows { try clock.stopped(while: steps) }

    /// Waits until the last load saw a content.
    func waitFor(_ content: String) -> Bool {
        let end = Date().addingTimeInterval(20)
        while contents.withLock({ $0.last }) != content {
            guard Date() < end else { return false }
            sched_yield()
        }
        return true
    }

    func stop() {
        watcher.withLock { $0 }?.stop()
        ended.wait()
    }
}

struct `File watcher` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `loads a file that was replaced, and one that was written in place`() throws {
        let file = try directory.write("1", to: "a")
        let loads = try Loads([file])
        try loads.change { try Files.write(Array("2".utf8), to: file) }
        #expect(loads.waitFor("2"))
        try loads.change { try directory.write("3", to: "a") }
        #expect(loads.waitFor("3"))
        loads.stop()
        #expect(loads.contents.withLock { $0 } == ["1", "2", "3"])
    }

    @Test func `loads once when a file is truncated and written in parts`() throws {
        let file = try directory.write("old", to: "a")
        let loads = try Loads([file])
        try loads.change {
            let handle = try #require(FileHandle(forWritingAtPath: file))
            try handle.truncate(atOffset: 0)
            for part in ["n", "e", "w"] { try handle.write(contentsOf: Data(part.utf8)) }
            try handle.close()
        }
        #expect(loads.waitFor("new"))
        loads.stop()
        #expect(loads.contents.withLock { $0 } == ["old", "new"])
    }

    @Test func `sees a change back to equal size and modification time`() throws {
        let file = try directory.write("AAAA", to: "a")
        let loads = try Loads([file])
        let date = Date(timeIntervalSince1970: 1_000_000)
        for content in ["BBBB", "AAAA", "BBBB"] {
            try directory.write(content, to: "a")
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
            #expect(loads.waitFor(content))
        }
        loads.stop()
    }

    @Test func `follows the symbolic link that a cluster swaps, again and again`() throws {
        let manager = FileManager.default
        func publish(_ version: Int) throws {
            let name = "..v\(version)"
            try manager.createDirectory(
                atPath: directory.file(name), withIntermediateDirectories: false)
            try directory.write("version \(version)", to: "\(name)/config")
            try manager.createSymbolicLink(
                atPath: directory.file("..tmp"), withDestinationPath: name)
            #expect(rename(directory.file("..tmp"), directory.file("..data")) == 0)
            if version > 0 { try manager.removeItem(atPath: directory.file("..v\(version - 1)")) }
        }
        try publish(0)
        try manager.createSymbolicLink(
            atPath: directory.file("config"), withDestinationPath: "..data/config")
        let loads = try Loads([directory.file("config")])
        for version in 1...5 {
            try publish(version)
            #expect(loads.waitFor("version \(version)"))
        }
        loads.stop()
    }

    @Test func `survives a file that goes, and takes the one that comes`() throws {
        let file = try directory.write("1", to: "a")
        let loads = try Loads([file])
        try FileManager.default.removeItem(atPath: file)
        #expect(loads.waitFor("-"))
        try directory.write("2", to: "a")
        #expect(loads.waitFor("2"))
        loads.stop()
    }

    @Test func `loads key and chain of a renewal together`() throws {
        let chain = try directory.write("chain 1", to: "chain")
        let key = try directory.write("key 1", to: "key")
        let loads = try Loads([chain, key])
        try loads.change {
            try directory.write("key 2", to: "key")
            try directory.write("chain 2", to: "chain")
        }
        #expect(loads.waitFor("chain 2|key 2"))
        loads.stop()
        #expect(loads.contents.withLock { $0 } == ["chain 1|key 1", "chain 2|key 2"])
    }

    @Test func `does nothing while nothing changes or watching is off`() throws {
        let file = try directory.write("1", to: "a")
        let count = Mutex(0)
        let watcher = try FileWatcher(nowNanoseconds: Clock.monotonicNanoseconds) {
            count.withLock { $0 += 1 }
        }
        var watched = WatchedFiles()
        watched.note(file: file)
        watcher.update(watched, isEnabled: false)
        let ended = POSIX.Semaphore()
        try Threads.start("watch") {
            watcher.run()
            ended.signal()
        }
        try directory.write("2", to: "a")
        // The state of now is what was loaded, so nothing is left to do when it is enabled.
        watcher.update(watched.current(), isEnabled: true)
        watcher.stop()
        ended.wait()
        #expect(count.withLock { $0 } == 0)
    }
}
