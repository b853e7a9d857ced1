import Foundation
import HTTP
import TLS
import TestSupport
import Testing

@testable import HTTPServer

struct `Server on a plain listener` {
    private static let request = "GET /a?b HTTP/1.1\r\nHost: a.test\r\n\r\n"

    @Test func `answers requests on a kept connection with framed responses`() throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        for _ in 0..<3 {
            try client.send(Self.request)
            let response = try client.receiveResponse()
            #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(response.hasSuffix("\r\n\r\necho GET /a?b a.test\n"))
            #expect(response.contains("\r\nDate: "))
            #expect(response.contains("\r\nContent-Length: 21\r\n"))
            #expect(!response.contains("Connection: close"))
        }
    }

    @Test func `answers pipelined requests in order`() throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        let targets = (0..<200).map { "/\($0)" }
        try client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for target in targets {
            #expect(try client.receiveResponse().hasSuffix("echo GET \(target) a\n"))
        }
    }

    @Test func `answers a request that comes one byte at a time`() throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        for byte in Self.request.utf8 { try client.send([byte]) }
        #expect(try client.receiveResponse().hasSuffix("echo GET /a?b a.test\n"))
    }

    @Test func `answers HEAD with the length and without the body`() throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        try client.send("HEAD /same HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.receiveResponse(hasBody: false)
        #expect(head.contains("\r\nContent-Length: 4\r\n"))
        try client.send("GET /same HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.receiveResponse().hasSuffix("\r\n\r\nsame"))
    }

    @Test func `answers 304 without a body and goes on`() throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        try client.send("GET /same?304 HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.receiveResponse()
        #expect(head.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
        #expect(head.contains("\r\nETag: \"e\"\r\n"))
        try client.send("GET /same HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.receiveResponse().hasSuffix("\r\n\r\nsame"))
    }

    @Test func `closes after the response when the client asks for it`() throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        try client.send("GET /same HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let response = try client.receiveToEnd()
        #expect(response.contains("\r\nConnection: close\r\n"))
        #expect(response.hasSuffix("\r\n\r\nsame"))
    }

    @Test func `speaks HTTP/1.0 with and without keep-alive`() throws {
        let server = try ServerUnderTest()
        let kept = try RawConnection(port: server.port)
        for _ in 0..<2 {
            try kept.send("GET /same HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(
                try kept.receiveResponse().lowercased().contains("\r\nconnection: keep-alive\r\n"))
        }
        let closed = try RawConnection(port: server.port)
        try closed.send("GET /same HTTP/1.0\r\n\r\n")
        #expect(try closed.receiveToEnd().hasSuffix("\r\n\r\nsame"))
    }

    @Test func `still answers a client that has ended its side`() throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        try client.send(Self.request)
        client.finish()
        #expect(try client.receiveToEnd().hasSuffix("echo GET /a?b a.test\n"))
    }

    @Test func `sends a large body whole to a client that reads late`() throws {
        let server = try ServerUnderTest()
        let clients = try (0..<8).map { _ in try RawConnection(port: server.port) }
        for client in clients { try client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n") }
        for client in clients {
            let response = try client.receiveResponse()
            #expect(response.hasSuffix("\r\n\r\n" + String(repeating: "x", count: 1_000_000)))
        }
    }

    @Test func `answers a deferred request from another thread`() throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        try client.send(
            "GET /deferred HTTP/1.1\r\nHost: a\r\n\r\nGET /same HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.receiveResponse().hasSuffix("\r\n\r\ndeferred"))
        #expect(try client.receiveResponse().hasSuffix("\r\n\r\nsame"))
    }

    @Test func `closes in order after the last request of a connection`() throws {
        var limits = ServerLimits()
        limits.requestsPerConnection = 2
        let server = try ServerUnderTest(limits: limits)
        let client = try RawConnection(port: server.port)
        try client.send(Self.request + Self.request + Self.request)
        let all = try client.receiveToEnd()
        #expect(all.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
        #expect(all.contains("\r\nConnection: close\r\n"))
    }

    struct Refused: CustomTestStringConvertible {
        var text: String
        var status: Int
        var outcome: Outcome
        var testDescription: String { outcome.rawValue }
    }

    static let refused = [
        Refused(text: "GET / HTTP/1.1\n\n", status: 400, outcome: .badRequestLine),
        Refused(
            text: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", status: 400, outcome: .badHost),
        Refused(
            text: "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nGET /hidden HTTP/1.1\r\n",
            status: 400, outcome: .bodyRefused),
        Refused(
            text: "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", status: 501,
            outcome: .bodyRefused),
        Refused(
            text: "GET /" + String(repeating: "a", count: 40_000), status: 414,
            outcome: .targetTooLong),
        Refused(
            text: "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 40_000),
            status: 431, outcome: .headTooLarge),
        Refused(text: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 505, outcome: .badVersion),
        Refused(text: "\u{16}\u{3}\u{1}\u{2}\0\u{1}", status: 400, outcome: .tlsOnPlain),
    ]

    @Test(arguments: refused)
    func `refuses once, closes and logs`(_ entry: Refused) throws {
        let server = try ServerUnderTest()
        let client = try RawConnection(port: server.port)
        try client.send(entry.text)
        let response = try client.receiveToEnd()
        #expect(response.hasPrefix("HTTP/1.1 \(entry.status) "))
        #expect(response.components(separatedBy: "Connection: close").count == 2)
        #expect(!response.lowercased().contains("<html"))
        #expect(server.waitForLog { !$0.isEmpty })
        let exchange = try #require(server.logged.first)
        #expect(exchange.outcome == entry.outcome)
        #expect(exchange.status == entry.status)
        #expect(server.logged.count == 1)
    }

    @Test func `cuts a head that drips past its deadline with 408`() throws {
        var limits = ServerLimits()
        limits.headTimeoutMilliseconds = 300
        let server = try ServerUnderTest(limits: limits)
        let client = try RawConnection(port: server.port)
        try client.send("GET / HTTP/1.1\r\n")
        var response: String?
        while response == nil {
            // The wait for an answer that does not come is the pause between two bytes.
            response = try? client.receiveToEnd(deadlineSeconds: 0.02)
            try? client.send("X")
        }
        #expect(response?.hasPrefix("HTTP/1.1 408 Request Timeout\r\n") == true)
        #expect(server.waitForLog { $0.map(\.outcome) == [.headTimeout] })
    }

    @Test func `closes a silent head with 408 at its deadline`() throws {
        var limits = ServerLimits()
        limits.headTimeoutMilliseconds = 200
        let server = try ServerUnderTest(limits: limits)
        let client = try RawConnection(port: server.port)
        try client.send("GET / HT")
        #expect(try client.receiveToEnd().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        #expect(server.waitForLog { $0.map(\.outcome) == [.headTimeout] })
    }

    @Test func `closes an idle connection without a word`() throws {
        var limits = ServerLimits()
        limits.idleTimeoutMilliseconds = 200
        let server = try ServerUnderTest(limits: limits)
        let client = try RawConnection(port: server.port)
        #expect(try client.receiveToEnd() == "")
        #expect(server.logged.isEmpty)
    }

    @Test func `cuts a client that does not read its response`() throws {
        var limits = ServerLimits()
        limits.sendTimeoutMilliseconds = 300
        let server = try ServerUnderTest(limits: limits)
        let client = try RawConnection(port: server.port)
        for _ in 0..<20 { try client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n") }
        #expect(server.waitForLog { $0.last?.outcome == .sendTimeout })
        #expect(server.waitForLog { _ in server.server.connectionCount == 0 })
    }

    @Test func `serves a new client although silent ones hold every place`() throws {
        var limits = ServerLimits()
        limits.connections = 8
        let server = try ServerUnderTest(loops: 2, limits: limits)
        let silent = try (0..<8).map { _ in try RawConnection(port: server.port) }
        for _ in 0..<4 {
            let client = try RawConnection(port: server.port)
            try client.send(Self.request)
            #expect(try client.receiveResponse().hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        #expect(silent.count == 8)
        #expect(server.waitForLog { _ in server.warned.contains { $0.id == "connection-limit" } })
    }

    @Test func `forgets clients that vanish without a word`() throws {
        let server = try ServerUnderTest()
        for round in 0..<200 {
            let client = try RawConnection(port: server.port)
            if round % 2 == 0 { client.resetOnClose() }
            if round % 3 == 0 { try client.send("GET / HT") }
        }
        #expect(server.waitForLog { _ in server.server.connectionCount == 0 })
    }

    @Test func `swaps the handler between two requests of one connection`() throws {
        let server = try ServerUnderTest(loops: 2)
        let client = try RawConnection(port: server.port)
        for round in 0..<50 {
            server.server.replace(
                handler: EchoHandler(text: "round \(round)"), identities: TLSIdentities([]))
            try client.send(Self.request)
            #expect(try client.receiveResponse().hasSuffix("round \(round) GET /a?b a.test\n"))
        }
    }

    @Test func `refuses to share a port that is in use`() throws {
        let server = try ServerUnderTest()
        let second = Server(limits: ServerLimits(), loops: 1, tickets: try TicketKeys()) { _ in }
        let address = Listener(
            name: "127.0.0.1:\(server.port)",
            address: .internet(host: "127.0.0.1", port: UInt16(server.port)), kind: .refuse)
        let error = #expect(throws: (any Error).self) {
            try second.bind([address], admin: nil)
        }
        #expect(
            "\(try #require(error))".contains(
                "cannot listen on 127.0.0.1:\(server.port): address already in use"))
    }

    @Test func `drains: serves the request in flight, closes idle clients, accepts no more`() throws
    {
        // Other tests take a port that becomes free, but not of this address.
        let host = "127.77.0.4"
        let server = try ServerUnderTest(host: host)
        let idle = try RawConnection(port: server.port, host: host)
        try idle.send(Self.request)
        _ = try idle.receiveResponse()
        let port = server.port
        #expect(server.server.drain(timeoutMilliseconds: 20_000))
        #expect(try idle.receiveToEnd() == "")
        #expect(throws: RawConnection.Failure.self) {
            _ = try RawConnection(port: port, host: host)
        }
    }
}
