import Foundation
import TestSupport
import Testing

struct `What the doctor says of names and addresses` {
    @Test func `finds that a name has no address, and asks nobody for it`() throws {
        // A name below .invalid leads nowhere, and never leaves the machine.
        let result = try CommandRunner.run(
            RunningServer.program,
            ["doctor", "shop.invalid", "--offline", "--ca", try Site.authority()])
        #expect(
            Doctor.findings(result.outputText) == [
                "shop.invalid: broken: 1 error",
                "  error: shop.invalid has no address [host-unresolved]",
            ])
        #expect(result.exitCode == 1)
    }

    @Test func `finds that the host is an address`() throws {
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get()), respond: Doctor.sound)
        let result = try Doctor.run(server.port, hosts: ["127.0.0.1"])
        #expect(
            Doctor.findings(result.outputText).contains(
                "  error: 127.0.0.1 is an address, not a name [host-name]"))
        #expect(result.exitCode == 1)
    }

    @Test func `finds that IPv4 fails where IPv6 works`() throws {
        let identity = try Doctor.identity(Doctor.leaf.get())
        let old = try FaultServer(identity) { _ in .init(503, []) }
        let new = try FaultServer(identity, isVersion6: true, respond: Doctor.sound)
        let result = try CommandRunner.run(
            RunningServer.program,
            [
                "doctor", Doctor.host, "--offline", "--ca", try Site.authority(), "--connect-to",
                "::[::1]:\(new.port),::127.0.0.1:\(old.port)",
            ])
        let lines = Doctor.findings(result.outputText)
        #expect(lines.first == "shop.example.com: broken: 1 error")
        #expect(
            lines.suffix(3) == [
                "  error: IPv4 fails where IPv6 works [ipv4-fails]", "    IPv4: 503",
                "    IPv6: 200",
            ])
        #expect(result.exitCode == 1)
    }

    @Test func `finds that nobody listens at the IPv4 address, where IPv6 works`() throws {
        let identity = try Doctor.identity(Doctor.leaf.get())
        let new = try FaultServer(identity, isVersion6: true, respond: Doctor.sound)
        let result = try CommandRunner.run(
            RunningServer.program,
            [
                "doctor", Doctor.host, "--offline", "--ca", try Site.authority(), "--connect-to",
                "::[::1]:\(new.port),::127.0.0.9:\(new.port)",
            ])
        let lines = Doctor.findings(result.outputText)
        #expect(lines.first == "shop.example.com: broken: 1 error")
        #expect(lines.contains("  error: IPv4 fails where IPv6 works [ipv4-fails]"))
        #expect(lines.contains("    IPv6: 200"))
        #expect(result.exitCode == 1)
    }

    @Test func `finds that both give different bytes`() throws {
        let identity = try Doctor.identity(Doctor.leaf.get())
        let old = try FaultServer(identity, respond: Doctor.sound)
        let new = try FaultServer(identity, isVersion6: true) { request in
            var reply = Doctor.sound(request)
            if reply.status == 200 { reply.body = Array(Site.document(path: "/old/*").utf8) }
            return reply
        }
        let result = try CommandRunner.run(
            RunningServer.program,
            [
                "doctor", Doctor.host, "--offline", "--ca", try Site.authority(), "--connect-to",
                "::127.0.0.1:\(old.port),::[::1]:\(new.port)",
            ])
        let lines = Doctor.findings(result.outputText)
        #expect(lines.first == "shop.example.com: fine: 1 warning")
        #expect(
            lines.contains("  warning: IPv4 and IPv6 give different bytes [ipv6-fails]"))
        #expect(result.exitCode == 0)
    }
}
