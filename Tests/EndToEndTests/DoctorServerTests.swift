import Foundation
import TestSupport
import Testing

struct `The doctor at real servers` {
    @Test func `finds nothing wrong with our own`() throws {
        let server = try Site.server.get()
        let result = try Doctor.run(
            server.port(0), arguments: ["--offline", "--app", "ABCDE12345.com.example.shop"])
        #expect(
            Doctor.findings(result.outputText) == [
                "shop.example.com: fine: 1 note",
                "  file: 200, application/json, \(Doctor.document.utf8.count) bytes, at 127.0.0.1",
                "  Android's file: 404",
                "  note: www.shop.example.com does not answer [sibling-fails]",
                "    tlsv1 unrecognized name",
            ])
        #expect(result.exitCode == 0)
    }

    @Test(.enabled(if: WebServer.isThere(.nginx)))
    func `tells in full how nginx is to be mended`() throws {
        let server = try WebServer(
            .nginx, "ssl_protocols TLSv1.2; return 301 https://www.shop.example.com$request_uri;",
            leaf: Doctor.leaf.get())
        let result = try Doctor.run(server.port)
        let version = try #require(result.outputText.firstMatch(of: /nginx\/[0-9.]+/)).0
        let url = "shop.example.com/.well-known/apple-app-site-association"
        #expect(
            result.outputText == """
                shop.example.com: broken: 1 error, 1 note
                  file: 301, text/html, 169 bytes, \(version), at 127.0.0.1
                  Android's file: 301
                  error: the answer is 301 to https://www.\(url) [redirect-loop]
                    https://\(url): 301 to https://www.\(url)
                    https://www.\(url): 301 to https://www.\(url)
                    https://www.\(url): no answer
                    why: no client ever gets the file (documented)
                    fix: serve the file at this address itself
                      nginx:          location = /.well-known/apple-app-site-association { … } \
                beside the location that redirects, not return 301 in server { }
                  note: no answer with TLS 1.3 alone [tls-1.3-missing]
                    tlsv1 alert protocol version
                    why: it costs one round trip more; Apple does not ask for it (contested)
                    fix: offer TLS 1.3 beside 1.2
                      nginx:          ssl_protocols TLSv1.2 TLSv1.3;

                """)
        #expect(result.exitCode == 1)
    }

    @Test(.enabled(if: WebServer.isThere(.nginx)))
    func `finds a certificate of another host at nginx`() throws {
        let leaf = try Site.certificates.get().leaf("nginx-other", names: ["other.example.com"])
        let server = try WebServer(
            .nginx,
            "default_type application/json; gzip on; gzip_types application/json; "
                + "location = /.well-known/apple-app-site-association { "
                + "return 200 '\(Doctor.document)'; }",
            leaf: leaf)
        let result = try Doctor.run(server.port)
        #expect(
            Doctor.findings(result.outputText).contains(
                "  error: the certificate is for other.example.com, not for shop.example.com "
                    + "[certificate-name]"))
        #expect(result.outputText.contains("bytes of gzip, \(Doctor.document.utf8.count) decoded"))
        #expect(result.exitCode == 1)
    }

    @Test(.enabled(if: WebServer.isThere(.caddy)))
    func `finds at Caddy a page for every path`() throws {
        let server = try WebServer(
            .caddy, "header Content-Type text/html\nrespond `<html>app</html>` 200",
            leaf: Doctor.leaf.get())
        let result = try Doctor.run(server.port)
        let lines = Doctor.findings(result.outputText)
        #expect(
            lines.contains("  error: the body is an HTML page with status 200 [body-html]"))
        #expect(result.outputText.contains("\n      Caddy:          handle /.well-known/"))
        #expect(!result.outputText.contains("\n      nginx:"))
        #expect(result.exitCode == 1)
    }

    @Test(.enabled(if: WebServer.isThere(.caddy)))
    func `finds nothing wrong with Caddy when it serves the file`() throws {
        let server = try WebServer(
            .caddy,
            """
            encode gzip
            handle /.well-known/apple-app-site-association {
              header Content-Type application/json
              respond `\(Doctor.document)` 200
            }
            respond 404
            """, leaf: Doctor.leaf.get())
        let result = try Doctor.run(server.port)
        #expect(Doctor.findings(result.outputText).filter { $0.contains(" error: ") } == [])
        #expect(result.exitCode == 0)
    }
}

struct `The doctor with many hosts` {
    static func server() throws -> FaultServer {
        try FaultServer(Doctor.identity(Doctor.leaf.get())) { request in
            request.host.hasPrefix("www.") ? .init(404, [Doctor.json], "{}") : Doctor.sound(request)
        }
    }

    static let hosts = [Doctor.host, "www.\(Doctor.host)"]

    @Test func `prints a line for each finding and a table`() throws {
        let server = try Self.server()
        let result = try Doctor.run(server.port, hosts: Self.hosts)
        #expect(
            result.outputText.hasSuffix(
                "\n2 hosts: 1 fine, 1 broken\n  error    not-found  1 host\n"))
        #expect(
            result.outputText.contains(
                "www.shop.example.com: broken: 1 error\n  error: the answer is 404 [not-found]\n"))
        #expect(result.exitCode == 1)
    }

    @Test func `reads hosts from a file and prints JSON by lines`() throws {
        let server = try Self.server()
        let directory = try TemporaryDirectory()
        let file = try directory.write("# hosts\n" + Self.hosts.joined(separator: "\n"), to: "h")
        let result = try Doctor.run(
            server.port, arguments: ["--offline", "--json", "--hosts", file], hosts: [])
        let objects = try result.outputText.split(separator: "\n").map {
            try #require(
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.count == 3)
        let verdicts = Dictionary(
            uniqueKeysWithValues: objects.dropLast().compactMap { object in
                (object["host"] as? String).map { ($0, object["verdict"] as? String) }
            })
        #expect(
            verdicts == ["shop.example.com": "fine", "www.shop.example.com": "broken"])
        let summary = try #require(objects.last?["summary"] as? [String: Any])
        #expect(summary["hosts"] as? Int == 2)
        #expect(result.exitCode == 1)
    }

    @Test func `writes SARIF that is one JSON text, and JUnit that is XML`() throws {
        let server = try Self.server()
        let sarif = try Doctor.run(
            server.port, arguments: ["--offline", "--format", "sarif"], hosts: Self.hosts)
        let object = try JSONSerialization.jsonObject(with: Data(sarif.output))
        let run = try #require(((object as? [String: Any])?["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.compactMap { $0["ruleId"] as? String } == ["not-found"])
        let junit = try Doctor.run(
            server.port, arguments: ["--offline", "--format", "junit"], hosts: Self.hosts)
        let text = junit.outputText
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "))
        #expect(
            text.contains(
                "<testsuite name=\"www.shop.example.com\" tests=\"1\" failures=\"1\" errors=\"0\">"
                    + "\n<testcase name=\"not-found\" classname=\"www.shop.example.com\">"
                    + "<failure type=\"error\" message=\"the answer is 404\">"))
        #expect(text.hasSuffix("</testsuite>\n</testsuites>\n"))
    }

    @Test func `looks at all hosts of a configuration and applies its tests`() throws {
        let server = try Self.server()
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            """
            apps:
              shop: {id: ABCDE12345.com.example.shop, rules: [/new/*]}
            environments:
              production: {apps: [shop], hosts: [shop.example.com]}
            expect:
              - {url: https://shop.example.com/new/1, opens: shop}
              - {url: https://shop.example.com/help, opens: nothing}

            """, to: "a.yaml")
        let old = try Doctor.run(
            server.port, arguments: ["--offline", "--config", file], hosts: [])
        #expect(
            Doctor.findings(old.outputText).contains(
                "  error: 'https://shop.example.com/new/1' opens nothing, expected is "
                    + "ABCDE12345.com.example.shop [expectation-failed]"))
        #expect(old.outputText.hasPrefix("shop.example.com: broken: 1 error"))
        #expect(old.exitCode == 1)
        let tests = try directory.write(
            "- {url: https://shop.example.com/help, opens: ABCDE12345.com.example.shop}\n",
            to: "tests.yaml")
        let result = try Doctor.run(
            server.port, arguments: ["--offline", "--expect", tests], hosts: [])
        #expect(
            Doctor.findings(result.outputText).contains(
                "  error: 'https://shop.example.com/help' opens nothing, expected is "
                    + "ABCDE12345.com.example.shop [expectation-failed]"))
        #expect(result.exitCode == 1)
    }
}

/// A wrong command line of the doctor, and what is said of it.
struct DoctorUsageCase: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let error: String
    var testDescription: String { arguments.joined(separator: " ") }
}

struct `The command line of the doctor` {
    static let cases = [
        DoctorUsageCase(
            arguments: [],
            error: "a HOST is missing [argument-missing]\n"
                + "  hint: or name a file with --hosts, --config, --entitlements or --expect\n"),
        DoctorUsageCase(
            arguments: ["https://a.test"],
            error: "'https://a.test' is no host [host-malformed]\n"
                + "  hint: write it as example.com, or example.com:8443\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--mode", "x"],
            error: "there is no mode 'x' [mode-unknown]\n  hint: developer or managed\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--format", "xml"],
            error: "there is no format 'xml' [format-unknown]\n"
                + "  hint: text, json, sarif or junit\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--json", "--format", "json"],
            error: "option '--json' cannot stand with '--format' [option-conflict]\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--every", "1m"],
            error: "option '--every' stands only with '--watch' [option-conflict]\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--watch", "--offline"],
            error: "option '--watch' cannot stand with '--offline' [option-conflict]\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--watch", "--for", "6x"],
            error: "'6x' is no time [option-value]\n"
                + "  hint: such as 45s, 30m or 6h, at most 30d\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--jobs", "0"],
            error: "'0' is no number from 1 to 256 [option-value]\n"
                + "  hint: of the option '--jobs'\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--connect-to", "x"],
            error: "'x' is no route [route-malformed]\n"
                + "  hint: write it as HOST:PORT:ADDRESS:PORT; HOST and PORT may be empty\n"),
        DoctorUsageCase(
            arguments: ["a.test", "--cdn", "x"],
            error: "'x' does not begin with https:// [cdn-malformed]\n"),
        DoctorUsageCase(
            arguments: ["--explain", "redirct"],
            error: "there is no finding 'redirct' [unknown-finding]\n"
                + "  hint: did you mean 'redirect'?\n"),
        DoctorUsageCase(
            arguments: ["--explain", "no-apps"],
            error: "there is no finding 'no-apps' [unknown-finding]\n"
                + "  hint: it is a mistake of the file: aasa-origin lint --explain no-apps\n"),
    ]

    @Test(arguments: cases)
    func `is refused with what to write instead`(row: DoctorUsageCase) throws {
        let result = try CommandRunner.run(RunningServer.program, ["doctor"] + row.arguments)
        #expect(
            result.errorText == "error: \(row.error)"
                + "  usage: aasa-origin doctor [OPTION...] [HOST...]\n")
        #expect(result.outputText == "")
        #expect(result.exitCode == 2)
    }

    @Test func `explains a finding and a code of Apple's servers`() throws {
        let finding = try CommandRunner.output(
            RunningServer.program, ["doctor", "--explain", "certificate-expired"])
        #expect(
            finding == """
                certificate-expired: error
                  found: the certificate is over
                  why:   nobody accepts it (documented)
                  fix:   renew it, and have the server load the new one
                    nginx:          certbot renew && nginx -s reload
                    Apache:         certbot renew && apachectl graceful

                """)
        let code = try CommandRunner.output(
            RunningServer.program, ["doctor", "--explain", "swcerr00301"])
        #expect(code == "SWCERR00301: the host did not connect or answer in time\n")
    }

    @Test func `says that the machine knows no authorities`() throws {
        let directory = try TemporaryDirectory()
        let result = try CommandRunner.run(
            RunningServer.program, ["doctor", "a.test"],
            environment: [
                "SSL_CERT_FILE": directory.file("none"), "SSL_CERT_DIR": directory.path,
            ])
        #expect(
            result.errorText == """
                error: this machine knows no authorities [authorities-missing]
                  hint: install ca-certificates, or name a file of them with --ca
                  usage: aasa-origin doctor [OPTION...] [HOST...]

                """)
        #expect(result.exitCode == 2)
    }
}
