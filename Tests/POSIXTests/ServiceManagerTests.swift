import Foundation
import POSIX
import TestSupport
import Testing

/// A value of NOTIFY_SOCKET that leads nowhere.
struct UnusableSocketCase: Sendable, CustomTestStringConvertible {
    var name: String
    var testDescription: String { name.isEmpty ? "empty" : String(name.prefix(20)) }

    static let all = [
        "", "/", "@", "relative/path", "vsock:2:1234", "/with\u{0}zero",
        "/" + String(repeating: "x", count: 200), "@" + String(repeating: "x", count: 200),
    ].map(UnusableSocketCase.init)
}

/// An interval that a service manager names, and what is made of it.
struct WatchdogCase: Sendable, CustomTestStringConvertible {
    var text: String?
    var process: String?
    var microseconds: Int64?
    var testDescription: String { "\(text ?? "none") for \(process ?? "anybody")" }

    static let all = [
        WatchdogCase(text: nil, process: nil, microseconds: nil),
        WatchdogCase(text: "30000000", process: nil, microseconds: 30_000_000),
        WatchdogCase(text: "30000000", process: "\(getpid())", microseconds: 30_000_000),
        WatchdogCase(text: "30000000", process: "1", microseconds: nil),
        WatchdogCase(text: "30000000", process: "me", microseconds: nil),
        WatchdogCase(text: "0", process: nil, microseconds: nil),
        WatchdogCase(text: "-5", process: nil, microseconds: nil),
        WatchdogCase(text: "9223372036854775807", process: nil, microseconds: nil),
        WatchdogCase(text: "30s", process: nil, microseconds: nil),
    ]
}

struct `The service manager` {
    @Test(arguments: [false, true])
    func `gets assignments as one message`(isAbstract: Bool) throws {
        let directory = try TemporaryDirectory()
        let name = isAbstract ? "@aasa-origin-test-\(UUID().uuidString)" : directory.file("notify")
        let socket = try NotifySocket(name)
        let manager = try #require(ServiceManager(socket: name))
        #expect(manager.send([("READY", "1"), ("STATUS", "serves ‘a’\nSTOPPING=1")]))
        #expect(socket.wait { !$0.isEmpty })
        #expect(socket.messages == ["READY=1\nSTATUS=serves ‘a’ STOPPING=1"])
    }

    @Test func `that is gone costs nothing but the message`() throws {
        let directory = try TemporaryDirectory()
        let manager = try #require(ServiceManager(socket: directory.file("nobody")))
        #expect(!manager.send([("READY", "1")]))
    }

    @Test(arguments: UnusableSocketCase.all)
    func `is none when its socket cannot be one`(row: UnusableSocketCase) {
        #expect(ServiceManager(socket: row.name) == nil)
    }

    @Test(arguments: WatchdogCase.all)
    func `names an interval for signs of life, or none`(row: WatchdogCase) throws {
        let manager = try #require(
            ServiceManager(socket: "@x", watchdog: row.text, watchdogProcess: row.process))
        #expect(manager.watchdogMicroseconds == row.microseconds)
    }
}
