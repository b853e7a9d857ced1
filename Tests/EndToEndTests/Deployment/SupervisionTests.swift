import Foundation
import TestSupport
import Testing

/// A server whose service manager is the test.
@Suite(.serialized)
struct `A server under a service manager` {
    private let directory: TemporaryDirectory
    private let socket: NotifySocket

    init() throws {
        directory = try TemporaryDirectory()
        socket = try NotifySocket(directory.file("notify"))
    }

    private static let served = "STATUS=Serves 6 hosts, 3 documents, 1 certificate"

    private func start(_ more: [String: String] = [:]) throws -> RunningServer {
        let server = try RunningServer(
            Site.configuration(), in: directory,
            environment: more.merging(["NOTIFY_SOCKET": socket.name]) { $1 })
        try wait("READY=1") { $0.contains { $0.hasPrefix("READY=1\n") } }
        return server
    }

    private func wait(_ what: String, until isEnough: ([String]) -> Bool) throws {
        guard !socket.wait(until: isEnough) else { return }
        throw ServerFailure(description: "no \(what) in \(socket.messages)")
    }

    @Test func `says that it is ready, loads again, and ends`() throws {
        let server = try start()
        #expect(socket.messages == ["READY=1\n\(Self.served)"])

        let before = try Self.monotonicMicroseconds()
        server.send(SIGHUP)
        try wait("end of the load") { $0.count >= 3 }
        let load = socket.messages[1].split(separator: "\n")
        try #require(load.count == 3)
        #expect(load.first == "RELOADING=1")
        #expect(load.last == "STATUS=Loading the configuration again")
        let time = try #require(load[1].wholeMatch(of: /MONOTONIC_USEC=([0-9]+)/)?.1)
        #expect(try #require(Int64(time)) >= before)
        #expect(socket.messages[2] == "READY=1\n\(Self.served)")

        #expect(try server.stop() == 0)
        try wait("STOPPING=1") { $0.count >= 4 }
        #expect(
            socket.messages.dropFirst(3) == ["STOPPING=1\nSTATUS=Draining: requests in flight end"])
    }

    @Test func `is ready again after a load that was refused, and says why`() throws {
        let server = try start()
        try server.write(
            try Site.configuration().replacing("ABCDE12345.com.example.shop", with: "shop"))
        server.send(SIGHUP)
        try wait("end of the load") { $0.count >= 3 }
        #expect(
            socket.messages[2]
                == "READY=1\n\(Self.served); the last load was refused: "
                + "app identifier 'shop' has no team prefix")
        #expect(try Site.curl(server).get().status == 200)
    }

    @Test func `is named in a space without files, too`() throws {
        let name = "@aasa-origin-test-\(UUID().uuidString)"
        let abstract = try NotifySocket(name)
        let server = try RunningServer(
            Site.configuration(), in: directory, environment: ["NOTIFY_SOCKET": name])
        #expect(abstract.wait { $0 == ["READY=1\n\(Self.served)"] }, "\(abstract.messages)")
        #expect(try server.stop() == 0)
    }

    @Test func `gives signs of life when it is asked to`() throws {
        let server = try start(["WATCHDOG_USEC": "200000"])
        try wait("third sign of life") { $0.count { $0 == "WATCHDOG=1" } >= 3 }
        #expect(try server.stop() == 0)
    }

    @Test func `serves as well when there is nobody to tell`() throws {
        let server = try RunningServer(
            Site.configuration(), in: directory,
            environment: ["NOTIFY_SOCKET": directory.file("nobody"), "WATCHDOG_USEC": "nonsense"])
        #expect(try Site.curl(server).get().status == 200)
        #expect(try server.stop() == 0)
    }

    private static func monotonicMicroseconds() throws -> Int64 {
        var time = timespec()
        #expect(clock_gettime(CLOCK_MONOTONIC, &time) == 0)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
