import HTTP
import TestSupport
import Testing

@testable import HTTPServer

struct `Server behind the PROXY protocol` {
    private static let request = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"

    private func server(_ mode: ProxyProtocol.Mode, trusts: Bool = true) throws -> ServerUnderTest {
        try ServerUnderTest(
            proxyProtocol: ProxyProtocol(mode: mode) { $0 == "127.0.0.1" && trusts })
    }

    @Test(arguments: [ProxyProtocol.Mode.optional, .required])
    func `logs the client of the header and the peer`(_ mode: ProxyProtocol.Mode) throws {
        let server = try server(mode)
        let client = try RawConnection(port: server.port)
        try client.send("PROXY TCP4 192.0.2.7 127.0.0.1 1 2\r\n" + Self.request)
        #expect(try client.receiveResponse().hasSuffix("echo GET /x a\n"))
        #expect(server.waitForLog { !$0.isEmpty })
        #expect(server.logged.first?.client == "192.0.2.7")
        #expect(server.logged.first?.connection.peer == "127.0.0.1")
    }

    @Test func `takes a header that comes one byte at a time`() throws {
        let server = try server(.required)
        let client = try RawConnection(port: server.port)
        for byte in ("PROXY TCP4 192.0.2.7 127.0.0.1 1 2\r\n" + Self.request).utf8 {
            try client.send([byte])
        }
        #expect(try client.receiveResponse().hasSuffix("echo GET /x a\n"))
        #expect(server.waitForLog { $0.first?.client == "192.0.2.7" })
    }

    @Test func `serves a health check of the proxy under the peer's address`() throws {
        let server = try server(.required)
        let client = try RawConnection(port: server.port)
        try client.send(ProxyHeaderReader.signature + [0x20, 0, 0, 0] + Array(Self.request.utf8))
        #expect(try client.receiveResponse().hasSuffix("echo GET /x a\n"))
        #expect(server.waitForLog { $0.first?.client == "127.0.0.1" })
    }

    @Test func `serves a trusted peer without header where it is optional`() throws {
        let server = try server(.optional)
        let client = try RawConnection(port: server.port)
        try client.send(Self.request)
        #expect(try client.receiveResponse().hasSuffix("echo GET /x a\n"))
    }

    struct Refused: CustomTestStringConvertible {
        var mode: ProxyProtocol.Mode
        var trusts: Bool
        var text: String
        var detail: String
        var testDescription: String { detail }
    }

    static let refused = [
        Refused(mode: .required, trusts: true, text: request, detail: "no PROXY header"),
        Refused(
            mode: .required, trusts: false, text: "PROXY UNKNOWN\r\n",
            detail: "the peer is not trusted"),
        Refused(
            mode: .optional, trusts: true, text: "PROXY TCP4 x y 1 2\r\n" + request,
            detail: "invalid address"),
        Refused(
            mode: .required, trusts: true, text: "PROXY TCP4 192.0.2.1 127.0.0.1 1\r\n" + request,
            detail: "not six words"),
    ]

    @Test(arguments: refused)
    func `closes without an answer, and logs why`(_ entry: Refused) throws {
        let server = try server(entry.mode, trusts: entry.trusts)
        let client = try RawConnection(port: server.port)
        try client.send(entry.text)
        #expect(try client.receiveToEnd() == "")
        #expect(server.waitForLog { $0.map(\.outcome) == [.badProxyHeader] })
        #expect(server.logged.first?.detail == entry.detail)
        #expect(server.logged.first?.client == "127.0.0.1")
    }

    @Test func `never believes the header of a peer that is not trusted`() throws {
        let server = try server(.optional, trusts: false)
        let client = try RawConnection(port: server.port)
        try client.send("PROXY TCP4 192.0.2.7 127.0.0.1 1 2\r\n" + Self.request)
        #expect(try client.receiveToEnd().hasPrefix("HTTP/1.1 400 "))
        #expect(server.waitForLog { $0.first?.client == "127.0.0.1" })
    }
}
