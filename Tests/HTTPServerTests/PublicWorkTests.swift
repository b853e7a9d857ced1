import Foundation
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

/// Defers every request, and answers none before it is told to.
private struct WaitingHandler: Handler {
    let begun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)

    func handling(of request: Request) -> Handling {
        .deferred { [begun, mayEnd] in
            begun.signal()
            mayEnd.wait()
            return Reply(Response(status: 200, fields: [], body: Array("done".utf8)))
        }
    }
}

struct `Work on requests of public listeners` {
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `goes on at once up to a number, and is refused with 503 above it`() throws {
        let handler = WaitingHandler()
        let server = try ServerUnderTest(handler: handler)
        let clients = try (0..<ServerLimits.publicWork).map { _ in
            let client = try RawConnection(port: server.port)
            try client.send(Self.request)
            return client
        }
        // All of them are at work now, none behind another.
        for _ in clients { #expect(handler.begun.wait(timeout: .now() + 20) == .success) }
        let late = try RawConnection(port: server.port)
        try late.send(Self.request)
        let refusal = try late.receiveResponse()
        #expect(refusal.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        #expect(refusal.contains("\r\nRetry-After: 1\r\n"))
        #expect(refusal.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
        #expect(refusal.hasSuffix("\r\n\r\n{\"error\":\"busy\"}\n"))
        for _ in clients { handler.mayEnd.signal() }
        for client in clients {
            #expect(try client.receiveResponse().hasSuffix("\r\n\r\ndone"))
        }
        handler.mayEnd.signal()
        try late.send(Self.request)
        #expect(try late.receiveResponse().hasSuffix("\r\n\r\ndone"))
    }
}
