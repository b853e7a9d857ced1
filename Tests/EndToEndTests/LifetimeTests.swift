import Foundation
import TestSupport
import Testing

@Suite(.serialized)
struct `The end of a server` {
    @Test func `by SIGTERM under load finishes what it began and exits with 0`() throws {
        let server = try RunningServer(Site.configuration())
        let load = KeepAliveLoad(30, try Site.openssl(server), host: "shop.example.com")
        load.waitUntilServed()
        load.expectEnd()
        server.send(SIGTERM)
        #expect(try server.waitForExit() == 0)
        let report = load.waitUntilEnded()
        #expect(report.failures == [])
        #expect(report.served == 30)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `does not wait for clients that are idle or stalled in the handshake`(
        signal: Int32
    ) throws {
        let server = try RunningServer(Site.configuration())
        let port = try server.port(0)
        let idle = KeepAliveLoad(5, try Site.openssl(server), host: "shop.example.com")
        idle.waitUntilServed()
        idle.expectEnd()
        let stalled = try (0..<5).map { _ in try RawConnection(port: port) }
        server.send(signal)
        #expect(try server.waitForExit() == 0)
        #expect(stalled.count == 5)
        #expect(idle.waitUntilEnded().failures == [])
    }

    @Test func `comes by SIGTERM also when it is the first process of a container`() throws {
        guard let wrapper = try Self.firstProcessWrapper() else {
            // Some containers let nobody make namespaces; continuous integration must.
            #expect(ProcessInfo.processInfo.environment["CI", default: ""].isEmpty)
            return
        }
        let server = try RunningServer(Site.configuration(), wrapper: wrapper)
        #expect(try Site.curl(server).get().status == 200)
        let children = try Fixtures.text(
            of: "/proc/\(server.identifier)/task/\(server.identifier)/children")
        let child = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
        kill(child, SIGTERM)
        #expect(try server.waitForExit() == 0)
    }

    /// Returns a program that runs another as process 1, or `nil` when none is permitted.
    private static func firstProcessWrapper() throws -> [String]? {
        let wrappers = [[], ["--user", "--map-root-user"]].map {
            ["unshare"] + $0 + ["--pid", "--fork", "--kill-child"]
        }
        return try wrappers.first {
            try CommandRunner.run($0[0], $0.dropFirst() + ["true"]).exitCode == 0
        }
    }
}
