import Foundation
import HTTP
import HTTPClient
import TestSupport
import Testing

struct `The HTTP client` {
    static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-One: a: b \r\n\r\nok"

    @discardableResult
    func send(
        _ server: ScriptedServer, method: String = "GET", url: String? = nil,
        headers: [Field] = [], milliseconds: Int = 20_000, limit: Int = 1000
    ) throws -> HTTPClientResponse {
        try HTTPClient.send(
            method: method, url: url ?? server.url + "/x", headers: headers,
            timeoutMilliseconds: milliseconds, bodyLimitBytes: limit)
    }

    func failure(_ body: () throws -> HTTPClientResponse) -> HTTPClientError.Kind? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? HTTPClientError)?.kind
        }
    }

    @Test func `returns status, fields and body`() throws {
        let server = try ScriptedServer(answer: Self.answer)
        let response = try send(server, headers: [Field("Authorization", "Bearer t")])
        #expect(response.status == 200)
        #expect(response.headers == [Field("Content-Length", "2"), Field("X-One", "a: b")])
        #expect(response.first("x-one") == "a: b")
        #expect(response.body == Array("ok".utf8))
        let address = server.url.dropFirst("http://".count)
        #expect(
            try server.received()
                == "GET /x HTTP/1.1\r\nHost: \(address)\r\nUser-Agent: aasa-origin\r\n"
                + "Accept: */*\r\nAuthorization: Bearer t\r\n\r\n")
    }

    @Test func `sends a POST with an empty body and no type`() throws {
        let server = try ScriptedServer(answer: Self.answer)
        try send(server, method: "POST")
        let address = server.url.dropFirst("http://".count)
        #expect(
            try server.received()
                == "POST /x HTTP/1.1\r\nHost: \(address)\r\nUser-Agent: aasa-origin\r\n"
                + "Accept: */*\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func `expects no body after HEAD`() throws {
        let server = try ScriptedServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        let response = try send(server, method: "HEAD")
        #expect(response.first("Content-Length") == "2")
        #expect(response.body.isEmpty)
    }

    @Test func `talks over a Unix socket`() throws {
        let directory = try TemporaryDirectory()
        let path = "/tmp/\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ScriptedServer(answer: Self.answer, unixSocket: path)
        let response = try HTTPClient.send(
            method: "GET", url: "http://localhost/status", unixSocket: path,
            timeoutMilliseconds: 20_000, bodyLimitBytes: 100)
        #expect(response.status == 200)
        #expect(try server.received().hasPrefix("GET /status HTTP/1.1\r\nHost: localhost\r\n"))
        #expect(
            failure {
                try HTTPClient.send(
                    method: "GET", url: "http://localhost/", unixSocket: directory.file("none"),
                    timeoutMilliseconds: 20_000, bodyLimitBytes: 100)
            } == .unreachable)
    }

    @Test func `says what the system says of a Unix socket`() throws {
        let path = "/tmp/\(UUID().uuidString.prefix(8)).sock"
        func error() -> HTTPClientError? {
            do throws(HTTPClientError) {
                _ = try HTTPClient.send(
                    method: "GET", url: "http://localhost/status", unixSocket: path,
                    timeoutMilliseconds: 20_000, bodyLimitBytes: 100)
                return nil
            } catch {
                return error
            }
        }
        #expect(error() == HTTPClientError(.unreachable, "no such file or directory"))
    }

    @Test func `returns a redirect as it is`() throws {
        let server = try ScriptedServer(
            answer: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n"
                + "Content-Length: 0\r\n\r\n")
        let response = try send(server)
        #expect(response.status == 302)
        #expect(response.first("Location") == "http://127.0.0.1:1/")
    }

    @Test func `drops the fields of an interim answer`() throws {
        let server = try ScriptedServer(
            answer: "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n" + Self.answer)
        let response = try send(server)
        #expect(response.status == 200)
        #expect(response.headers.map(\.name) == ["Content-Length", "X-One"])
    }

    @Test func `joins a body in chunks`() throws {
        let server = try ScriptedServer(
            answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")
        #expect(try send(server).body == Array("abc".utf8))
    }

    @Test func `takes a body of exactly the limit and not one byte more`() throws {
        #expect(
            try send(ScriptedServer(answer: Self.answer), limit: 2).body == Array("ok".utf8))
        let server = try ScriptedServer(answer: Self.answer)
        #expect(failure { try send(server, limit: 1) } == .tooLarge)
    }

    @Test func `refuses an endless head`() throws {
        let line = "X-Long: " + String(repeating: "x", count: 1000) + "\r\n"
        let server = try ScriptedServer(
            answer: "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 100) + "\r\n")
        #expect(failure { try send(server) } == .tooLarge)
    }

    struct Broken: CustomTestStringConvertible {
        var testDescription: String
        var answer: String
    }

    @Test(arguments: [
        Broken(testDescription: "nothing", answer: ""),
        Broken(testDescription: "no HTTP", answer: "220 mail.test ready\r\n"),
        Broken(
            testDescription: "half a body", answer: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"
        ),
    ])
    func `refuses an answer that is none`(_ broken: Broken) throws {
        let server = try ScriptedServer(answer: broken.answer)
        #expect(failure { try send(server) } == .invalidAnswer)
    }

    @Test func `gives up at the deadline`() throws {
        let server = try ScriptedServer(answer: "", holdsConnection: true)
        #expect(failure { try send(server, milliseconds: 50) } == .timedOut)
    }

    @Test func `says that nobody listens`() {
        let failed = #expect(throws: HTTPClientError.self) {
            try HTTPClient.send(
                method: "GET", url: "http://127.0.0.1:1/", timeoutMilliseconds: 20_000,
                bodyLimitBytes: 100)
        }
        #expect(failed?.kind == .unreachable)
        #expect(failed?.reason.contains("connect to 127.0.0.1") == true)
    }

    struct Request: CustomTestStringConvertible {
        var testDescription: String
        var method = "GET"
        var url = "http://127.0.0.1:1/"
        var field = Field("X-A", "b")
    }

    @Test(arguments: [
        Request(testDescription: "a method of two lines", method: "GET / HTTP/1.1\r\nX: y\r\n"),
        Request(testDescription: "a field of two lines", field: Field("X-A", "b\r\nX-B: c")),
        Request(testDescription: "a NUL in a field", field: Field("X-A", "b\0c")),
        Request(testDescription: "a field name with a colon", field: Field("X:A", "b")),
        Request(testDescription: "a NUL in the URL", url: "http://127.0.0.1:1/\0x"),
        Request(testDescription: "another scheme", url: "file:///etc/passwd"),
        Request(testDescription: "a user in the URL", url: "http://user@127.0.0.1:1/"),
        Request(testDescription: "no URL", url: ""),
    ])
    func `sends nothing for an invalid request`(_ request: Request) {
        let kind = failure {
            try HTTPClient.send(
                method: request.method, url: request.url, headers: [request.field],
                timeoutMilliseconds: 20_000, bodyLimitBytes: 100)
        }
        #expect(kind == .invalidRequest)
    }

    @Test func `ignores a proxy of the environment`() async {
        // In a process of its own, so that no other test sees the variable.
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            let server = try ScriptedServer(answer: Self.answer)
            let response = try HTTPClient.send(
                method: "GET", url: server.url, timeoutMilliseconds: 20_000, bodyLimitBytes: 100)
            exit(response.status == 200 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `verifies certificate and name`() throws {
        let certificates = try TestCertificates()
        let leaf = try certificates.leaf("a", names: ["127.0.0.1"])
        let server = try SecureServer(leaf, in: certificates.directory)
        func get(_ host: String, trust: String?) throws -> HTTPClientResponse {
            try HTTPClient.send(
                method: "GET", url: "https://\(host):\(server.port)/file",
                timeoutMilliseconds: 20_000, bodyLimitBytes: 10_000, trustFile: trust)
        }
        #expect(failure { try get("127.0.0.1", trust: nil) } == .untrusted)
        #expect(failure { try get("localhost", trust: certificates.root) } == .untrusted)
        #expect(try get("127.0.0.1", trust: certificates.root).body == Array("content".utf8))
    }
}

/// `openssl s_server` that serves one file over HTTPS until the object goes.
private final class SecureServer {
    let port: Int
    private let child: Child
    private let streams: TemporaryDirectory

    init(_ leaf: TestCertificates.Leaf, in directory: TemporaryDirectory) throws {
        streams = try TemporaryDirectory()
        try streams.write("", to: "in")
        try streams.write("HTTP/1.0 200 OK\r\n\r\ncontent", to: "file")
        child = try Child(
            path: "/bin/sh",
            arguments: [
                "sh", "-c", "cd \"$0\" && exec \"$@\"", streams.path,
                CommandRunner.path(of: "openssl"), "s_server", "-accept", "127.0.0.1:0", "-HTTP",
                "-cert", leaf.certificate, "-key", leaf.key, "-cert_chain",
                directory.file("intermediate.pem"),
            ], environment: [],
            streams: (streams.file("in"), streams.file("out"), streams.file("err")))
        let deadline = Date(timeIntervalSinceNow: 30)
        while Date() < deadline {
            let lines = try? streams.text(of: "out").split(separator: "\n")
            if let line = lines?.first(where: { $0.hasPrefix("ACCEPT ") }),
                let number = Int(line.split(separator: ":").last ?? "")
            {
                port = number
                return
            }
            usleep(10_000)
        }
        child.send(SIGKILL)
        throw CommandFailure.deadline("openssl s_server", 30)
    }

    deinit { child.send(SIGKILL) }
}

struct `A probe` {
    func probe(
        _ server: ScriptedServer, userAgent: String? = nil, encoding: String? = nil,
        milliseconds: Int = 20_000, limit: Int = 1000
    ) throws -> ProbeResult {
        let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
        return HTTPClient.probe(
            ProbeRequest(
                "GET", "http://shop.example.com/x", to: .init("127.0.0.1", port: port),
                userAgent: userAgent, acceptEncoding: encoding, timeoutMilliseconds: milliseconds,
                bodyLimitBytes: limit))
    }

    @Test func `goes to the address that it is given and says who it is told to be`() throws {
        let server = try ScriptedServer(
            answer: "HTTP/1.1 301 Moved\r\nLocation: http://b.test/\r\nContent-Length: 0\r\n\r\n")
        let result = try probe(server, userAgent: "AASA-Bot/1.0.0", encoding: "gzip")
        #expect(result.status == 301)
        #expect(result.first("location") == "http://b.test/")
        #expect(result.failure == nil)
        #expect(
            try server.received()
                == "GET /x HTTP/1.1\r\nHost: shop.example.com\r\nUser-Agent: AASA-Bot/1.0.0\r\n"
                + "Accept: */*\r\nAccept-Encoding: gzip\r\n\r\n")
    }

    @Test func `sends no user agent when there is none`() throws {
        let server = try ScriptedServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        _ = try probe(server)
        #expect(
            try server.received()
                == "GET /x HTTP/1.1\r\nHost: shop.example.com\r\nAccept: */*\r\n\r\n")
    }

    @Test func `keeps what came of an answer that is not whole`() throws {
        let server = try ScriptedServer(
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nX-A: b\r\n\r\nabc")
        let result = try probe(server)
        #expect(result.status == 200)
        #expect(result.first("X-A") == "b")
        #expect(result.body == Array("abc".utf8))
        #expect(result.failure?.kind == .invalidAnswer)
    }

    @Test func `says that nobody listens and whether there is a way`() throws {
        let server = try ScriptedServer(answer: "")
        _ = try probe(server)
        _ = try server.received()
        let result = try probe(server)
        #expect(result.status == nil)
        #expect(result.failure?.kind == .unreachable)
        #expect(!result.hasNoRoute)
    }
}
