import Foundation
import POSIX
import TestSupport
import Testing

struct `A log file` {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `is appended to and not readable by everybody`() throws {
        let path = try directory.write("old\n", to: "log")
        try LogFile(path: path).append(Array("new\n".utf8))
        #expect(try directory.text(of: "log") == "old\nnew\n")
        let fresh = directory.file("fresh")
        try LogFile(path: fresh).append([])
        let mode = try CommandRunner.output("stat", ["-c", "%a", fresh])
        #expect(mode == "640\n")
    }

    @Test func `follows a rename only when it is opened again`() throws {
        let path = directory.file("log")
        let log = try LogFile(path: path)
        try log.append(Array("1\n".utf8))
        rename(path, path + ".1")
        try log.append(Array("2\n".utf8))
        try log.reopen()
        try log.append(Array("3\n".utf8))
        #expect(try directory.text(of: "log.1") == "1\n2\n")
        #expect(try directory.text(of: "log") == "3\n")
    }

    @Test func `waits for no reader when it is a pipe, and keeps its lines for one`() throws {
        let path = directory.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let log = try LogFile(path: path)
        try log.append(Array("early\n".utf8))
        let reader = try #require(FileHandle(forReadingAtPath: path))
        #expect(reader.availableData == Data("early\n".utf8))
        try log.reopen()
        try log.append(Array("late\n".utf8))
        #expect(reader.availableData == Data("late\n".utf8))
    }

    @Test func `keeps the old file when the new one cannot be opened`() throws {
        let path = directory.file("logs/log")
        try Files.createDirectory(directory.file("logs"))
        let log = try LogFile(path: path)
        rename(directory.file("logs"), directory.file("old"))
        #expect(throws: SystemError.notFound) { try log.reopen() }
        try log.append(Array("still\n".utf8))
        #expect(try directory.text(of: "old/log") == "still\n")
    }

    @Test func `tells that the disk is full`() throws {
        let log = try LogFile(path: "/dev/full")
        #expect(throws: SystemError(ENOSPC)) { try log.append([1]) }
    }
}
