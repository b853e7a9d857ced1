import Foundation
import TestSupport
import Testing

struct `The access log` {
    @Test func `is opened again by SIGUSR1, so that a rotation loses no line`() throws {
        let directory = try TemporaryDirectory()
        let server = try RunningServer(
            Site.configuration() + "log: {access: ./access.log}\n", in: directory)
        let curl = try Site.curl(server)
        #expect(try curl.get("/first").status == 404)
        try FileManager.default.moveItem(
            atPath: directory.file("access.log"), toPath: directory.file("access.log.1"))
        server.send(SIGUSR1)
        // The signal has been handled when a line appears in the new file.
        var requests = 1
        while requests < 200, !FileManager.default.fileExists(atPath: directory.file("access.log"))
        {
            #expect(try curl.get("/next").status == 404)
            requests += 1
        }
        #expect(try curl.get("/last").status == 404)
        #expect(try server.stop() == 0)
        let old = try directory.text(of: "access.log.1").split(separator: "\n")
        let new = try directory.text(of: "access.log").split(separator: "\n")
        #expect(try old.first.map(JSONLine.fields)?["target"] == "/first")
        #expect(try new.last.map(JSONLine.fields)?["target"] == "/last")
        #expect(old.count + new.count == requests + 1)
    }

    @Test func `has the combined format with the host first`() throws {
        let server = try RunningServer(Site.configuration() + "log: {format: combined}\n")
        _ = try Site.curl(server).get(arguments: ["-A", "AASA-Bot/1.0.0", "-H", "Referer: a b"])
        let line = try server.waitForOutput(lines: 1)[0]
        let form =
            #/shop\.example\.com 127\.0\.0\.1 - - \[[^\]]+\] "GET /.well-known/apple-app-site-association HTTP/1\.1" 200 [0-9]+ "a b" "AASA-Bot/1\.0\.0"/#
        #expect(line.wholeMatch(of: form) != nil, "\(line)")
    }

    @Test func `has a line for a handshake that fails, with the reason`() throws {
        let server = try RunningServer(Site.configuration())
        _ = try Site.openssl(server).handshake("unknown.example.com")
        let fields = try JSONLine.fields(of: try server.waitForOutput(lines: 1)[0])
        #expect(fields["outcome"] == "unknown_server_name")
        #expect(fields["sni"] == "unknown.example.com")
    }

    @Test func `says what was served and to whom`() throws {
        let server = try RunningServer(Site.configuration())
        _ = try Site.curl(server).get(
            RequestTable.root + "?x", arguments: ["-A", "AASA-Bot/1.0.0"])
        let fields = try JSONLine.fields(of: try server.waitForOutput(lines: 1)[0])
        let expected = [
            "host": "shop.example.com", "sni": "shop.example.com", "client": "127.0.0.1",
            "peer": "127.0.0.1", "listener": "127.0.0.1:0", "method": "GET",
            "target": "/apple-app-site-association?x", "protocol": "HTTP/1.1", "status": "200",
            "user_agent": "AASA-Bot/1.0.0", "fetcher": "apple-cdn", "environment": "production",
            "tls_version": "TLSv1.3", "outcome": "ok",
            "bytes": "\(Site.document().utf8.count)",
        ]
        #expect(fields.filter { expected[$0.key] != nil } == expected)
    }
}
