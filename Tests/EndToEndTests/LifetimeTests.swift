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
        let wrapper = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
        let permission = try CommandRunner.run(wrapper[0], wrapper.dropFirst() + ["true"])
        guard permission.exitCode == 0 else {
            // Only root may make a process namespace; continuous integration must be able to.
            #expect(ProcessInfo.processInfo.environment["CI"] == nil, "\(permission.errorText)")
            return
        }
        let server = try RunningServer(Site.configuration(), wrapper: wrapper)
        #expect(try Site.curl(server).get().status == 200)
        let children = try Fixtures.text(
            of: "/proc/\(server.identifier)/task/\(server.identifier)/children")
        let child = try #require(Int32(children.split(separator: " ")[0]))
        kill(child, SIGTERM)
        #expect(try server.waitForExit() == 0)
    }
}
