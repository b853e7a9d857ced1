import Foundation
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

/// Holds the loop that asks it until it is told to go on.
private struct HangingHandler: Handler {
    let begun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)

    func handling(of request: Request) -> Handling {
        begun.signal()
        mayEnd.wait()
        return .reply(Reply(Response(status: 200, fields: [], body: Array("done".utf8))))
    }
}

struct `A server's sign of life` {
    @Test func `comes from all loops, and not while one of them hangs`() throws {
        let handler = HangingHandler()
        let server = try ServerUnderTest(loops: 3, handler: handler)
        #expect(server.server.isAlive(withinMilliseconds: 20_000))
        let client = try RawConnection(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(handler.begun.wait(timeout: .now() + 20) == .success)
        #expect(!server.server.isAlive(withinMilliseconds: 50))
        handler.mayEnd.signal()
        #expect(try client.receiveResponse().hasSuffix("\r\n\r\ndone"))
        #expect(server.server.isAlive(withinMilliseconds: 20_000))
    }

    @Test func `is not asked of loops that drain`() throws {
        let server = try ServerUnderTest()
        #expect(server.server.drain(timeoutMilliseconds: 20_000))
        #expect(server.server.isAlive(withinMilliseconds: 20_000))
    }
}
