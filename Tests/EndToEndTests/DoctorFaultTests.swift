import Foundation
import TLS
import TestSupport
import Testing

/// A fault of a server, and what the doctor says of it.
struct DoctorCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The first line, without the host.
    let headline: String
    /// The line that says what came back, or `nil` when nothing did.
    let file: String?
    /// The findings and their details.
    let findings: [String]
    let exitCode: Int32
    let respond: FaultServer.Answering

    init(
        _ description: String, _ headline: String, file: String?, _ findings: [String] = [],
        exit: Int32 = 1, respond: @escaping FaultServer.Answering
    ) {
        testDescription = description
        self.headline = headline
        self.file = file
        self.findings = findings
        exitCode = exit
        self.respond = respond
    }

    /// A fault of the file alone; all other paths are as they should be.
    static func file(
        _ description: String, _ headline: String, file: String?, _ findings: [String] = [],
        exit: Int32 = 1, respond: @escaping FaultServer.Answering
    ) -> DoctorCase {
        DoctorCase(description, headline, file: file, findings, exit: exit) { request in
            request.path == Doctor.wellKnown || request.path == "/apple-app-site-association"
                ? respond(request) : Doctor.sound(request)
        }
    }
}

extension DoctorCase {
    /// Starts the server and compares all that the doctor says of it.
    func check() throws {
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get()), respond: respond)
        let result = try Doctor.run(server.port)
        let lines = Doctor.findings(result.outputText).filter { !$0.contains("Android's file") }
        let file = file.map { ["  file: \($0), at 127.0.0.1"] } ?? []
        #expect(lines == ["shop.example.com: \(headline)"] + file + findings)
        #expect(result.errorText == "")
        #expect(result.exitCode == exitCode)
    }
}

struct `What the doctor says of answers` {
    static let size = Doctor.document.utf8.count
    static let sound = "200, application/json, \(size) bytes"

    static let cases: [DoctorCase] = [
        DoctorCase("a sound server", "fine", file: sound, exit: 0, respond: Doctor.sound),
        .file(
            "a redirect to www", "broken: 1 error", file: "301, 0 bytes",
            [
                "  error: the answer is 301 to https://www.shop.example.com/file [redirect]",
                "    https://shop.example.com/.well-known/apple-app-site-association: 301 to "
                    + "https://www.shop.example.com/file",
                "    https://www.shop.example.com/file: 404",
            ]
        ) { request in
            .init(301, ["Location: https://www.shop.example.com/file"])
        },
        .file(
            "a redirect loop", "broken: 1 error", file: "308, 0 bytes",
            [
                "  error: the answer is 308 to \(Doctor.wellKnown) [redirect-loop]",
                "    https://shop.example.com\(Doctor.wellKnown): 308 to \(Doctor.wellKnown)",
                "    https://shop.example.com\(Doctor.wellKnown): no answer",
            ]
        ) { _ in .init(308, ["Location: \(Doctor.wellKnown)"]) },
        .file(
            "HTML with 200", "broken: 1 error", file: "200, text/html, 26 bytes",
            ["  error: the body is an HTML page with status 200 [body-html]"]
        ) { _ in .init(200, ["Content-Type: text/html"], "<!doctype html><html/>page") },
        .file(
            "403 only for AASA-Bot", "broken: 1 error", file: "403, 0 bytes",
            [
                "  error: AASA-Bot gets 403, a browser gets 200 [apple-blocked]",
                "    AASA-Bot/1.0.0: 403", "    a browser: 200", "    a device (swcd): 200",
                "    a client without a user agent: 200",
            ]
        ) { $0.userAgent.contains("AASA-Bot") ? .init(403, []) : Doctor.sound($0) },
        .file(
            "403 only for devices", "fine: 1 warning", file: sound,
            [
                "  warning: a device (swcd) gets 403, AASA-Bot gets 200 [device-blocked]",
                "    AASA-Bot/1.0.0: 200", "    a browser: 200", "    a device (swcd): 403",
                "    a client without a user agent: 200",
            ], exit: 0
        ) { $0.userAgent.contains("swcd") ? .init(403, []) : Doctor.sound($0) },
        .file(
            "another file for browsers", "fine: 1 warning", file: sound,
            ["  warning: a browser gets other bytes than AASA-Bot [agents-differ]"], exit: 0
        ) { $0.userAgent.contains("Mozilla") ? .init(200, [Doctor.json], "{}") : Doctor.sound($0) },
        .file(
            "401 for everybody", "broken: 1 error", file: "401, 0 bytes",
            ["  error: the answer is 401 [forbidden]"]
        ) { _ in .init(401, ["WWW-Authenticate: Basic"]) },
        DoctorCase(
            "no file", "broken: 1 error", file: "404, application/json, 2 bytes",
            ["  error: the answer is 404 [not-found]"]
        ) { _ in .init(404, [Doctor.json], "{}") },
        .file(
            "a server that fails", "broken: 1 error", file: "503, 0 bytes",
            ["  error: the answer is 503 [server-error]"]
        ) { _ in .init(503, []) },
        .file(
            "no type", "fine: 1 warning", file: "200, \(size) bytes",
            ["  warning: there is no Content-Type [type-missing]"], exit: 0
        ) { _ in .init(200, [], Doctor.document) },
        .file(
            "a trailing comma", "broken: 1 error", file: "200, application/json, 8 bytes",
            [
                "  error: the file is no strict JSON [body-not-json]",
                "    line 1, column 7: a comma stands between values, never after the last",
            ]
        ) { _ in .init(200, [Doctor.json], #"{"a":1,}"#) },
        .file(
            "131073 bytes", "broken: 1 error", file: "200, application/json, 131073 bytes",
            ["  error: the file has 131073 bytes [body-too-large]"]
        ) { _ in
            .init(
                200, [Doctor.json],
                String(repeating: " ", count: 131_073 - size) + Doctor.document)
        },
        .file(
            "no HEAD", "fine: 1 warning", file: sound,
            ["  warning: HEAD gets 405, GET gets 200 [head-differs]"], exit: 0
        ) { $0.method == "HEAD" ? .init(405, []) : Doctor.sound($0) },
        .file(
            "a cookie and a year of caching", "fine: 2 notes", file: sound,
            [
                "  note: the cookie 'gate' is set [cookie]",
                "  note: max-age is 365 d [cache-long]",
            ], exit: 0
        ) { _ in
            .init(
                200, [Doctor.json, "Set-Cookie: gate=1", "Cache-Control: max-age=31536000"],
                Doctor.document)
        },
        DoctorCase(
            "another file at the root", "fine: 1 warning", file: sound,
            [
                "  warning: /apple-app-site-association has other bytes than "
                    + "/.well-known/apple-app-site-association [root-differs]"
            ], exit: 0
        ) {
            $0.path == "/apple-app-site-association"
                ? .init(200, [Doctor.json], "{}") : Doctor.sound($0)
        },
        DoctorCase(
            "robots kept out", "fine: 1 note", file: sound,
            ["  note: robots.txt has 'Disallow: /' [robots]"], exit: 0
        ) {
            $0.path == "/robots.txt"
                ? .init(200, [], "User-agent: *\nDisallow: /\n") : Doctor.sound($0)
        },
        DoctorCase(
            "a www host that redirects", "fine: 1 note", file: sound,
            [
                "  note: www.shop.example.com answers 301 to https://shop.example.com/ "
                    + "[sibling-fails]"
            ], exit: 0
        ) {
            $0.host.hasPrefix("www.")
                ? .init(301, ["Location: https://shop.example.com/"]) : Doctor.sound($0)
        },
        DoctorCase(
            "a redirect for Android", "broken: 1 error", file: sound,
            [
                "  error: /.well-known/assetlinks.json answers 302 to /login [android-redirect]"
            ]
        ) {
            $0.path == "/.well-known/assetlinks.json"
                ? .init(302, ["Location: /login"]) : Doctor.sound($0)
        },
        DoctorCase(
            "an object for Android", "broken: 1 error", file: sound,
            [
                "  error: /.well-known/assetlinks.json is no strict JSON array [android-not-json]",
                "    line 1, column 1: the file is an array, not an object",
            ]
        ) {
            $0.path == "/.well-known/assetlinks.json"
                ? .init(200, [Doctor.json], "{}")
                : Doctor.sound($0)
        },
        .file(
            "a slow first byte", "fine: 1 warning", file: sound,
            ["  warning: the first byte took T [slow]"], exit: 0
        ) {
            var reply = Doctor.sound($0)
            if $0.userAgent.contains("AASA-Bot"), $0.method == "GET" { reply.delaySeconds = 1.1 }
            return reply
        },
    ]

    @Test(arguments: cases)
    func `says what is wrong`(row: DoctorCase) throws { try row.check() }
}
