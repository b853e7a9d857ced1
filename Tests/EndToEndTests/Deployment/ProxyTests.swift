import Foundation
import TestSupport
import Testing

/// The files of `deploy/proxies`, run by the proxies of Debian that they are for.
@Suite(.serialized)
struct `The proxies in front` {
    /// Fields that a client writes to be taken for somebody else.
    private static let lies = [
        "-H", "X-Forwarded-For: 192.0.2.66", "-H", "Forwarded: for=192.0.2.66;proto=https",
        "-H", "X-Forwarded-Proto: https", "-H", "X-Forwarded-Host: staging.example.com",
    ]

    @Test(arguments: ProxyFile.testable)
    func `pass on every answer of the request table`(file: ProxyFile) throws {
        let site = try ProxiedSite(file)
        for row in RequestTable.cases where row.listener == .tls {
            let reply = try row.send(by: site.client)
            if let status = file.ownStatus(of: row) {
                #expect(reply.status == status, "\(row)")
                #expect(!reply.fieldNames.contains("location"), "\(row)")
            } else {
                row.expect(reply, "\(row)")
            }
        }
    }

    @Test(arguments: ProxyFile.testable)
    func `leave the bytes and the fields of the document alone`(file: ProxyFile) throws {
        let site = try ProxiedSite(file)
        let direct = try Site.curl(Site.server.get()).get()
        let versions = file.offersHTTP2 ? ["--http1.1", "--http2"] : ["--http1.1"]
        for version in versions {
            let reply = try site.client.get(
                arguments: [version, "-H", "Accept-Encoding: gzip, br"])
            #expect(reply.statusLine.hasPrefix(version == "--http2" ? "HTTP/2 " : "HTTP/1.1 "))
            #expect(reply.status == 200)
            #expect(reply.body == direct.body)
            for name in direct.fieldNames where name != "date" {
                #expect(reply[name] == direct[name], "\(name)")
            }
            let added = Set(reply.fieldNames).subtracting(direct.fieldNames)
            #expect(added.subtracting(["connection", "server"]) == [])
            #expect(reply["server"]?.contains("/") != true)
        }
    }

    @Test(arguments: ProxyFile.testable)
    func `say who the client is, whatever the client says`(file: ProxyFile) throws {
        let site = try ProxiedSite(file)
        let reply = try site.client.get(
            arguments: Self.lies + ["--interface", "127.0.0.7", "-A", "AASA-Bot/1.0.0"])
        #expect(reply.status == 200)
        #expect(reply.body == Site.document())
        var line: Substring?
        _ = site.server.output.wait(deadlineSeconds: RunningServer.deadlineSeconds) { lines in
            line = lines.first { $0.contains("AASA-Bot") }
            return line != nil
        }
        let fields = try JSONLine.fields(of: try #require(line))
        #expect(fields["client"] == "127.0.0.7")
        #expect(fields["peer"] == "127.0.0.1")
        #expect(fields["host"] == "shop.example.com")
        #expect(fields["fetcher"] == "apple-cdn")
        #expect(fields["outcome"] == "ok")
        #expect(fields["sni"] == (file.passesTLS ? "shop.example.com" : "<null>"))
        #expect(fields["tls_version"] == (file.passesTLS ? "TLSv1.3" : "<null>"))
    }

    @Test(arguments: ProxyFile.testable)
    func `do not serve the file over plain HTTP, and do not redirect`(file: ProxyFile) throws {
        let site = try ProxiedSite(file)
        for path in [RequestTable.wellKnown, RequestTable.root] {
            let reply = try site.plainClient.get(path, arguments: Self.lies)
            #expect(reply.status == 403)
            #expect(!reply.fieldNames.contains("location"))
            #expect(reply.body == "{\"error\":\"https required\"}\n")
        }
    }

    @Test(arguments: ProxyFile.testable.filter { !$0.passesTLS })
    func `leave all but two paths of a host to its website`(file: ProxyFile) throws {
        let website = try FaultServer(nil) { _ in .init(200, [], "website") }
        let site = try ProxiedSite(file, website: website.port)
        for path in [RequestTable.wellKnown, RequestTable.root, RequestTable.root + "?a=b"] {
            let reply = try site.client.get(path, host: "www.example.com")
            #expect(reply.status == 200)
            #expect(reply.body == Site.document())
        }
        for path in ["/", "/products/1", RequestTable.root + "/x", RequestTable.root + ".json"] {
            let reply = try site.client.get(path, host: "www.example.com")
            #expect(reply.body == "website", "\(path)")
        }
    }

    @Test(arguments: ProxyFile.testable.filter { $0.asksForReadiness })
    func `send nobody to a server that does not say that it is ready`(file: ProxyFile) throws {
        // Nobody listens there.
        let site = try ProxiedSite(file, readinessPort: try WebServer.freePort())
        let end = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        var reply = try? site.client.get()
        while reply?.status == 200, Date() < end { reply = try? site.client.get() }
        // Where TLS passes through, there is nobody who could say so.
        #expect(reply?.status == (file.passesTLS ? nil : 503))
    }

    @Test(arguments: ProxyFile.testable)
    func `lose no request while one of two servers ends`(file: ProxyFile) throws {
        let site = try ProxiedSite(file, hasSecond: true)
        let second = try #require(site.second)
        let streams = try TemporaryDirectory()
        let count = 6000
        let clients = try ProcessRegistry.start(
            ["curl"] + site.client.command(host: "shop.example.com") + [
                "--parallel", "--parallel-max", "8", "--output", "/dev/null",
                "--write-out", "%{http_code}%{errormsg}\n",
                site.client.url(host: "shop.example.com") + "?[1-\(count)]",
            ],
            streams: ("/dev/null", streams.file("codes"), streams.file("errors")))
        // Both have work, and the clients are far from their end.
        _ = try site.server.waitForOutput(lines: 20)
        _ = try second.waitForOutput(lines: 20)
        let before = second.output.lines.count
        #expect(try site.server.stop() == 0)
        #expect(clients.wait(deadlineSeconds: 60) == 0)
        let codes = try streams.text(of: "codes").split(separator: "\n")
        #expect(codes.filter { $0 != "200" } == [])
        #expect(codes.count == count)
        #expect(second.output.lines.count > before)
    }

    @Test func `are the only ones who are believed`() throws {
        let server = try ProxiedSite.server()
        let direct = ["--silent", "--noproxy", "*", "--interface", "127.0.0.9"]
        let path = RequestTable.wellKnown
        let reply = try #require(
            HTTPReply(
                CommandRunner.output(
                    "curl",
                    direct + Self.lies + [
                        "--include", "http://127.0.0.1:\(try server.port(2))\(path)",
                    ])))
        #expect(reply.status == 403)
        let tls = try CommandRunner.run(
            "curl",
            direct + [
                "--insecure", "--haproxy-protocol",
                "https://127.0.0.1:\(try server.port(0))\(path)",
            ])
        #expect(tls.exitCode != 0)
        let lines = try server.waitForOutput(lines: 2).map(JSONLine.fields)
        #expect(lines.map { $0["outcome"] } == ["proxy_not_trusted", "bad_proxy_header"])
        #expect(lines.map { $0["client"] } == ["127.0.0.9", "127.0.0.9"])
    }

    @Test func `come with a configuration of the server that is sound`() throws {
        let check = try CommandRunner.run(
            RunningServer.program,
            ["check", "--config", DeployFolder.path("proxies/aasa-origin.yaml")])
        #expect(check.exitCode == 0, "\(check.errorText)")
        #expect(!check.errorText.contains("error:"))
    }
}

extension ProxyFile {
    /// The status of answers that somebody on the way gives himself, because the request is
    /// not sound to him; `nil` for all others.
    fileprivate func ownStatus(of row: RequestCase) -> Int? {
        // No target of HTTP has a fragment; Caddy takes the sign for a part of the path.
        if row.target.contains("#") { return self == .caddyTerminated ? 404 : 400 }
        guard self == .nginxTerminated else { return nil }
        let leavesTheRoot = row.target.hasPrefix("/%2e%2e/..")
        let isRefused =
            leavesTheRoot || row.target.prefix { $0 != "?" }.contains("%00") || row.method == "get"
            || row.fields.count { $0.name == "If-None-Match" } > 1
        return isRefused ? 400 : nil
    }
}
