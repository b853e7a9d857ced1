import TestSupport
import Testing

struct `The public listener` {
    let curl: Curl

    init() throws { curl = try Site.curl(Site.server.get()) }

    private static let documentFields = [
        "cache-control", "content-length", "content-type", "date", "etag",
        "x-content-type-options",
    ]

    @Test func `answers Apple's path with the document and exactly the agreed fields`() throws {
        let reply = try curl.get()
        #expect(reply.statusLine == "HTTP/1.1 200 OK")
        #expect(reply.fieldNames == Self.documentFields)
        #expect(reply["content-type"] == "application/json")
        #expect(reply["content-length"] == "\(Site.document().utf8.count)")
        #expect(reply["cache-control"] == "public, max-age=3600")
        #expect(reply["x-content-type-options"] == "nosniff")
        #expect(reply["etag"]?.wholeMatch(of: /"[0-9a-f]{16,64}"/) != nil)
        #expect(reply["date"]?.hasSuffix(" GMT") == true)
        #expect(reply.body == Site.document())
    }

    @Test(arguments: [
        ["-A", "AASA-Bot/1.0.0", "-H", "Accept:"], ["-H", "User-Agent:"],
        ["-H", "Accept-Encoding: gzip"], ["-H", "Accept-Encoding: gzip;q=0, identity"],
        ["-H", "Accept: text/html"], ["-H", "Cookie: a=b"],
    ])
    func `gives everybody the same fields and bytes`(arguments: [String]) throws {
        let reply = try curl.get(arguments: arguments)
        #expect(reply.fieldNames == Self.documentFields)
        #expect(reply.body == Site.document())
    }

    @Test func `answers HEAD with the fields of GET and keeps the connection`() throws {
        let get = try curl.get()
        let text = try CommandRunner.output(
            "curl",
            try curl.command(host: "shop.example.com") + [
                "--head", "--write-out", "connects: %{num_connects}\n",
                try curl.url(host: "shop.example.com") + "?[1-2]",
            ])
        let parts = text.split(separator: "\r\n\r\n")
        try #require(parts.count == 3, "\(text)")
        let head = try #require(HTTPReply(parts[0] + "\r\n\r\n"))
        #expect(head.statusLine == "HTTP/1.1 200 OK")
        #expect(head.fieldNames == Self.documentFields)
        for name in Self.documentFields where name != "date" { #expect(head[name] == get[name]) }
        #expect(parts[1].hasPrefix("connects: 1\nHTTP/1.1 200 OK"))
        #expect(parts[2] == "connects: 0\n")
    }

    @Test(arguments: ["SHOP.Example.COM", "shop.example.com.", "shop.example.com:1"])
    func `finds a host whatever its letter case, final dot and port`(host: String) throws {
        #expect(try curl.get(arguments: ["-H", "Host: \(host)"]).body == Site.document())
    }

    @Test func `says in plain text that HTTPS is required when a client speaks HTTP to it`() throws
    {
        let reply = try Curl(server: curl.server, security: .plain).get()
        #expect(reply.status == 400)
        #expect(reply["content-type"]?.hasPrefix("text/plain") == true)
        #expect(reply["location"] == nil)
        #expect(reply.body.contains("HTTPS"))
    }
}

struct `A plain listener` {
    @Test func `closes on a client that speaks TLS to it`() throws {
        for index in 1...3 {
            let port = try Site.server.get().port(index)
            let result = try CommandRunner.run(
                "openssl", ["s_client", "-connect", "127.0.0.\(index + 1):\(port)"])
            #expect(result.exitCode != 0)
        }
    }

    @Test func `logs the peer as the client when the peer is no trusted proxy`() throws {
        let server = try RunningServer(Site.configuration(listen: Site.allListeners))
        let curl = Curl(server: server, listener: 3, security: .plain)
        _ = try curl.get(arguments: [
            "-H", "X-Forwarded-Proto: https", "-H", "X-Forwarded-For: 192.0.2.7",
        ])
        let fields = try JSONLine.fields(of: try server.waitForOutput(lines: 1)[0])
        #expect(fields["client"] == "127.0.0.1")
        #expect(fields["outcome"] == "proxy_not_trusted")
    }
}
