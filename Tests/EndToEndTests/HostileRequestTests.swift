import TestSupport
import Testing

/// A request that is sent as it stands, and the status of the only answer that may come.
struct HostileRequest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let request: String
    let statuses: [Int]

    init(_ description: String, _ statuses: Int..., request: String) {
        testDescription = description
        self.statuses = statuses
        self.request = request
    }

    static let line = "GET \(RequestTable.wellKnown) HTTP/1.1\r\n"
    static let host = "Host: shop.example.com\r\n"
    /// A request that must never be seen: it stands where a body would be.
    static let hidden = "GET /hidden HTTP/1.1\r\n\(host)\r\n"

    static let all = [
        HostileRequest(
            "two lengths", 400,
            request: line + host + "Content-Length: 0\r\nContent-Length: 30\r\n\r\n" + hidden),
        HostileRequest(
            "length and chunked", 400, 501,
            request: line + host
                + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                + hidden),
        HostileRequest(
            "unknown coding", 400, 501,
            request: line + host + "Transfer-Encoding: gzip\r\n\r\n" + hidden),
        HostileRequest(
            "POST with a body", 400, 405, 501,
            request: "POST \(RequestTable.wellKnown) HTTP/1.1\r\n\(host)Content-Length: 40\r\n\r\n"
                + hidden
        ),
        HostileRequest("two hosts", 400, request: line + host + "Host: b.example.com\r\n\r\n"),
        HostileRequest("the host twice", 400, request: line + host + host + "\r\n"),
        HostileRequest("no host", 400, request: line + "\r\n"),
        HostileRequest(
            "a host with a path", 400, request: line + "Host: shop.example.com/x\r\n\r\n"),
        HostileRequest(
            "a target of another host", 400,
            request: "GET https://b.example.com\(RequestTable.wellKnown) HTTP/1.1\r\n\(host)\r\n"),
        HostileRequest(
            "bare line feeds", 400, request: "GET / HTTP/1.1\nHost: shop.example.com\n\n"),
        HostileRequest("a folded field", 400, request: line + host + "X: a\r\n b\r\n\r\n"),
        HostileRequest("a space before the colon", 400, request: line + "Host : a\r\n\r\n"),
        HostileRequest("NUL in a field", 400, request: line + host + "X: a\u{0}b\r\n\r\n"),
        HostileRequest("NUL in the target", 400, request: "GET /\u{0} HTTP/1.1\r\n\(host)\r\n"),
        HostileRequest("HTTP/2.0", 400, 505, request: "GET / HTTP/2.0\r\n\(host)\r\n"),
        HostileRequest("not HTTP", 400, request: "hello\r\n\r\n"),
        HostileRequest(
            "a field of 40 kB", 431,
            request: line + host + "X: " + String(repeating: "a", count: 40_000) + "\r\n\r\n"),
        HostileRequest(
            "2,000 fields", 431,
            request: line + host + String(repeating: "X: a\r\n", count: 2_000) + "\r\n"),
        HostileRequest(
            "a target of 40 kB", 414,
            request: "GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\n\(host)\r\n"),
    ]
}

struct `The gate` {
    @Test(arguments: HostileRequest.all)
    func `answers a request that it cannot trust once and closes`(_ hostile: HostileRequest) throws
    {
        let client = try Site.openssl(Site.server.get())
        let answer = try client.exchange(hostile.request, name: "shop.example.com")
        let reply = try #require(HTTPReply(answer), "\(answer)")
        #expect(hostile.statuses.contains(reply.status ?? 0), "\(reply.statusLine)")
        #expect(answer.matches(of: /HTTP\/1\.[01] [0-9]{3}/).count == 1)
        #expect(!answer.contains("<"))
        #expect(reply["location"] == nil)
    }

    @Test(arguments: [
        "GET \(RequestTable.wellKnown) HTTP/1.0\r\nHost: shop.example.com\r\n\r\n",
        "GET https://shop.example.com\(RequestTable.wellKnown) HTTP/1.1\r\nHost: shop.example.com\r\n"
            + "Connection: close\r\n\r\n",
        "GET \(RequestTable.wellKnown) HTTP/1.1\r\nhOST:shop.example.com:8443\r\nConnection: close\r\n\r\n",
        "GET \(RequestTable.wellKnown)?\(String(repeating: "a&", count: 3_000)) HTTP/1.1\r\n"
            + "Host: shop.example.com\r\nConnection: close\r\n\r\n",
    ])
    func `lets an unusual request pass that is well-formed`(request: String) throws {
        let client = try Site.openssl(Site.server.get())
        let answer = try client.exchange(request, name: "shop.example.com")
        let reply = try #require(HTTPReply(answer), "\(answer)")
        #expect(reply.status == 200)
        #expect(reply.body == Site.document())
    }

    @Test func `writes one line that no client can forge or break for each request`() throws {
        let server = try RunningServer(Site.configuration())
        let client = try Site.openssl(server)
        let targets = ["/%0d%0aFAKE", "/%1b[2J", "/\"quoted\"\\"]
        for target in targets {
            _ = try client.exchange(
                "GET \(target) HTTP/1.1\r\nHost: shop.example.com\r\nConnection: close\r\n"
                    + "User-Agent: \u{80}\u{ff}\"quotes\"\r\n\r\n", name: "shop.example.com")
        }
        let lines = try server.waitForOutput(lines: targets.count)
        #expect(lines.count == targets.count)
        for line in lines {
            #expect(try JSONLine.fields(of: line)["target"] != nil)
            #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f })
        }
    }
}
