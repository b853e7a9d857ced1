import Foundation
import TestSupport
import Testing

/// An answer of Apple's servers, and what follows from it.
struct CopyCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reply: FaultServer.Reply
    let findings: [String]
    let exitCode: Int32
}

struct `What the doctor says of Apple's copy` {
    static func failure(
        _ reason: String, details: String, direct: String = "false"
    ) -> FaultServer.Reply {
        .init(
            404,
            [
                "Content-Type: text/plain", "Apple-Failure-Reason: \(reason)",
                "Apple-Failure-Details: \(details)", "Apple-Try-Direct: \(direct)",
                "Apple-From: https://shop.example.com/.well-known/apple-app-site-association",
                "Cache-Control: max-age=3600,public", "Age: 600",
            ], "Not Found")
    }

    static let wait = ["    fetched 10 min ago", "    wait until about C UTC, in 50 min"]

    static let cases = [
        CopyCase(
            testDescription: "the same", reply: .init(200, [Doctor.json], Doctor.document),
            findings: [], exitCode: 0),
        CopyCase(
            testDescription: "an older one",
            reply: .init(
                200, [Doctor.json, "Cache-Control: max-age=21600,public", "Age: 600"],
                Site.document(path: "/old/*")),
            findings: [
                "  stale: Apple's copy is older: links of 1 app changed [cdn-stale]",
                "    fetched 10 min ago", "    wait until about C UTC, in 5 h 50 min",
                "    app ABCDE12345.com.example.shop (kept)",
            ], exitCode: 5),
        CopyCase(
            testDescription: "none", reply: .init(404, [], "Not Found"),
            findings: ["  stale: Apple's servers hold no copy [cdn-missing]"], exitCode: 5),
        CopyCase(
            testDescription: "403 for Apple alone",
            reply: failure(
                "SWCERR00101 Bad HTTP Response: 403 Forbidden",
                details: #"{"status":"403 Forbidden"}"#),
            findings: [
                "  error: Apple's servers: SWCERR00101 Bad HTTP Response: 403 Forbidden "
                    + "[cdn-blocked]",
                "    SWCERR00101: the host answered with another status than 200",
                #"    details: {"status":"403 Forbidden"}"#,
            ] + wait, exitCode: 1),
        CopyCase(
            testDescription: "a 404 that is mended",
            reply: failure(
                "SWCERR00101 Bad HTTP Response: 404 Not Found",
                details: #"{"status":"404 Not Found"}"#),
            findings: [
                "  stale: Apple's servers: SWCERR00101 Bad HTTP Response: 404 Not Found "
                    + "[cdn-failure-kept]",
                "    SWCERR00101: the host answered with another status than 200",
                #"    details: {"status":"404 Not Found"}"#,
            ] + wait, exitCode: 5),
        CopyCase(
            testDescription: "a private address",
            reply: failure(
                "SWCERR00202 Connections to private/reserved IP addresses are not allowed",
                details: "{}"),
            findings: [
                "  error: Apple's servers: SWCERR00202 Connections to private/reserved IP "
                    + "addresses are not allowed [cdn-private]",
                "    SWCERR00202: the host's name leads to a private or reserved address",
                "    details: {}",
            ] + wait, exitCode: 1),
        CopyCase(
            testDescription: "a time limit",
            reply: failure(
                "SWCERR00301 Timeout", details: #"{"cause":"context deadline exceeded"}"#,
                direct: "true"),
            findings: [
                "  error: Apple's servers: SWCERR00301 Timeout [cdn-timeout]",
                "    SWCERR00301: the host did not connect or answer in time",
                #"    details: {"cause":"context deadline exceeded"}"#,
                "    Apple-Try-Direct: true, so some devices may ask the host themselves",
            ] + wait, exitCode: 1),
        CopyCase(
            testDescription: "bad JSON",
            reply: failure("SWCERR00401 Bad JSON content", details: "{}"),
            findings: [
                "  stale: Apple's servers: SWCERR00401 Bad JSON content [cdn-bad-json]",
                "    SWCERR00401: the body is no JSON", "    details: {}",
            ] + wait, exitCode: 5),
        CopyCase(
            testDescription: "a code that nobody knows",
            reply: failure("SWCERR00999 Something new", details: "{}"),
            findings: [
                "  error: Apple's servers: SWCERR00999 Something new [cdn-failed]",
                "    details: {}",
            ] + wait, exitCode: 1),
        CopyCase(
            testDescription: "a copy that is no JSON",
            reply: .init(200, [Doctor.json, "Age: 600"], "{,}"),
            findings: [
                "  warning: Apple's copy is no strict JSON [cdn-unreadable]",
                "    fetched 10 min ago",
            ], exitCode: 0),
    ]

    @Test(arguments: cases)
    func `follows from its headers and its meaning`(row: CopyCase) throws {
        let cdn = try FaultServer(nil) { request in
            request.path == "/a/v1/shop.example.com" ? row.reply : .init(500, [])
        }
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get()), respond: Doctor.sound)
        let result = try Doctor.run(
            server.port, arguments: ["--cdn", "http://127.0.0.1:\(cdn.port)/a/v1"])
        let text = result.outputText.replacing(/\d\d:\d\d UTC/, with: "C UTC")
        let lines = Doctor.findings(text).dropFirst().filter {
            !$0.hasPrefix("  file: ") && !$0.hasPrefix("  Apple's copy: ")
                && !$0.contains("Android's file")
        }
        #expect(lines == row.findings)
        #expect(result.exitCode == row.exitCode)
    }

    @Test func `says that Apple's servers still hold a copy of a file that is gone`() throws {
        let cdn = try FaultServer(nil) { _ in
            .init(200, [Doctor.json, "Cache-Control: max-age=3600", "Age: 600"], Doctor.document)
        }
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get())) { _ in .init(404, []) }
        let result = try Doctor.run(
            server.port, arguments: ["--cdn", "http://127.0.0.1:\(cdn.port)/"])
        let lines = Doctor.findings(result.outputText.replacing(/\d\d:\d\d UTC/, with: "C UTC"))
        #expect(lines.first == "shop.example.com: broken: 1 error, 1 note")
        #expect(
            lines.suffix(4) == [
                "  error: the answer is 404 [not-found]",
                "  note: Apple's copy is still there [cdn-keeps]", "    fetched 10 min ago",
                "    wait until about C UTC, in 50 min",
            ])
        #expect(result.exitCode == 1)
    }

    @Test func `says that Apple's servers could not be asked`() throws {
        var cdn: FaultServer? = try FaultServer(nil, respond: Doctor.sound)
        let port = try #require(cdn?.port)
        cdn = nil
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get()), respond: Doctor.sound)
        let result = try Doctor.run(server.port, arguments: ["--cdn", "http://127.0.0.1:\(port)/"])
        #expect(
            result.outputText.contains(
                "\n  warning: no answer from http://127.0.0.1:\(port)/shop.example.com "
                    + "[cdn-unreachable]\n"))
        #expect(result.exitCode == 0)
    }

    @Test func `watches until Apple's servers have the current version`() throws {
        let asked = Locked(0)
        let cdn = try FaultServer(nil) { _ in
            let count = asked.withValue { count in
                count += 1
                return count
            }
            // Once Apple's servers do not answer, which does not end the watch.
            if count == 2 { return .init(500, []) }
            return .init(
                200, [Doctor.json], count < 4 ? Site.document(path: "/old/*") : Doctor.document)
        }
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get()), respond: Doctor.sound)
        let result = try Doctor.run(
            server.port,
            arguments: [
                "--cdn", "http://127.0.0.1:\(cdn.port)/", "--watch", "--every", "1s", "--for",
                "60s",
            ])
        let lines = result.errorText.replacing(/\d\d:\d\d UTC/, with: "C")
            .split(separator: "\n")
        #expect(
            lines == [
                "C shop.example.com: http://127.0.0.1:\(cdn.port)/shop.example.com answers 500",
                "C shop.example.com: Apple's copy is older: links of 1 app changed",
                "C shop.example.com: Apple's servers have the current version",
            ])
        #expect(result.exitCode == 0)
        #expect(asked.withValue { $0 } == 4)
    }

    @Test func `stops to watch when the time is over`() throws {
        let cdn = try FaultServer(nil) { _ in .init(404, []) }
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get()), respond: Doctor.sound)
        let result = try Doctor.run(
            server.port,
            arguments: [
                "--cdn", "http://127.0.0.1:\(cdn.port)/", "--watch", "--every", "1s", "--for",
                "1s",
            ])
        #expect(result.errorText.hasSuffix("shop.example.com: Apple's servers hold no copy\n"))
        #expect(result.exitCode == 5)
    }
}
