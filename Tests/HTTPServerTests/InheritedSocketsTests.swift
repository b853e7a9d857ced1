import Diagnostics
import Foundation
import HTTP
import TLS
import TestSupport
import Testing

@testable import HTTPServer

struct `Inherited sockets` {
    /// Opens a listening socket as the service manager would.
    private func listening(
        _ host: String = "127.0.0.1"
    ) throws -> (descriptor: Int32, port: UInt16) {
        let (descriptor, port) = try bound(Int32(SOCK_STREAM.rawValue), host)
        try #require(listen(descriptor, 16) == 0)
        return (descriptor, port)
    }

    private func bound(
        _ kind: Int32, _ host: String = "127.0.0.1"
    ) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, host, &address.sin_addr)
        let bound = withUnsafeBytes(of: &address) { bytes in
            bind(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        try #require(bound == 0)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let name = ListeningSocket.name(of: descriptor)
        return (descriptor, try #require(UInt16(name.split(separator: ":").last ?? "")))
    }

    private func listener(_ port: UInt16, _ host: String = "127.0.0.1") -> Listener {
        Listener(
            name: "\(host):\(port)", address: .internet(host: host, port: port),
            kind: .proxied)
    }

    @Test func `serves on the socket whose address is configured`() throws {
        let (descriptor, port) = try listening()
        let server = Server(limits: ServerLimits(), loops: 2, tickets: try TicketKeys()) { _ in }
        try server.bind([listener(port)], admin: nil, inherited: [descriptor])
        try server.start(handler: EchoHandler(), admin: nil, identities: TLSIdentities([]))
        let client = try RawConnection(port: Int(port))
        try client.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try client.receiveToEnd().hasSuffix("echo GET /x a\n"))
        #expect(server.boundAddresses == ["127.0.0.1:\(port)"])
        #expect(server.drain(timeoutMilliseconds: 5_000))
    }

    @Test func `leaves a queue that outlives the drain to the next process`() throws {
        let (descriptor, port) = try listening()
        let kept = dup(descriptor)
        defer { close(kept) }
        let server = Server(limits: ServerLimits(), loops: 1, tickets: try TicketKeys()) { _ in }
        try server.bind([listener(port)], admin: nil, inherited: [descriptor])
        try server.start(handler: EchoHandler(), admin: nil, identities: TLSIdentities([]))
        #expect(server.drain(timeoutMilliseconds: 5_000))
        let client = try RawConnection(port: Int(port))
        try client.send("GET /y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let next = Server(limits: ServerLimits(), loops: 1, tickets: try TicketKeys()) { _ in }
        try next.bind([listener(port)], admin: nil, inherited: [dup(kept)])
        try next.start(handler: EchoHandler(), admin: nil, identities: TLSIdentities([]))
        #expect(try client.receiveToEnd().hasSuffix("echo GET /y a\n"))
        #expect(next.drain(timeoutMilliseconds: 5_000))
    }

    @Test func `warns of a socket that no listener asks for, and closes it`() throws {
        // Other tests take a port that becomes free, but not of this address.
        let host = "127.77.0.2"
        let (descriptor, port) = try listening(host)
        var sockets = InheritedSockets([descriptor])
        #expect(sockets.take(for: listener(port &+ 1, host)) == nil)
        let findings = sockets.closeUnused()
        #expect(findings.map(\.id) == ["socket-unused"])
        #expect(
            findings.first?.message
                == "the service manager passed a socket for \(host):\(port), which is not "
                + "configured")
        #expect(throws: RawConnection.Failure.self) {
            _ = try RawConnection(port: Int(port), host: host)
        }
    }

    /// What a socket unit with a mistake passes.
    struct Unusable: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let kind: Int32
    }

    @Test(arguments: [
        Unusable(
            testDescription: "a socket for datagrams", kind: Int32(SOCK_DGRAM.rawValue)),
        Unusable(
            testDescription: "a socket that does not listen", kind: Int32(SOCK_STREAM.rawValue)),
    ])
    func `warns of what does not listen, and serves on a socket of its own`(
        _ passed: Unusable
    ) throws {
        // A port that is free for datagrams may be taken for streams where other tests are.
        let host = "127.77.0.1"
        let (descriptor, port) = try bound(passed.kind, host)
        let warnings = Locked<[Diagnostic]>([])
        let server = Server(limits: ServerLimits(), loops: 1, tickets: try TicketKeys()) {
            if case .warning(let finding) = $0 { warnings.withValue { $0.append(finding) } }
        }
        try server.bind([listener(port, host)], admin: nil, inherited: [descriptor])
        #expect(
            warnings.withValue { $0 }.map(\.message) == [
                "descriptor \(descriptor) of the service manager (\(host):\(port)) does not "
                    + "listen for connections"
            ])
        try server.start(handler: EchoHandler(), admin: nil, identities: TLSIdentities([]))
        let client = try RawConnection(port: Int(port), host: host)
        try client.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try client.receiveToEnd().hasSuffix("echo GET /x a\n"))
        #expect(server.drain(timeoutMilliseconds: 5_000))
    }
}
