import Foundation
import TestSupport
import Testing

struct `The command fetches on logs` {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ arguments: [String], input: [UInt8] = []) throws -> CommandResult {
        try CommandRunner.run(
            RunningServer.program, ["fetches"] + arguments, input: input,
            directory: directory.path)
    }

    private static let tables = [
        "json": """
        HOST              PICKUP   APPLE CAME            STATUS  TOOK          TIMES  OTHERS
        off.example.com   refused  2026-01-01T00:00:00Z  404     -             1      0
        shop.example.com  current  2026-01-01T00:00:00Z  200     ............  1      0

        """,
        "combined": """
        HOST              PICKUP   APPLE CAME            STATUS  TOOK  TIMES  OTHERS
        off.example.com   refused  2026-01-01T00:00:00Z  404     -     1      0
        shop.example.com  -        2026-01-01T00:00:00Z  200     -     1      0

        """,
    ]

    @Test(arguments: ["json", "combined"])
    func `shows what the log of this server tells, rotated and packed`(format: String) throws {
        let site = try RunningServer(
            Site.configuration() + "log: {access: ./access.log, format: \(format)}\n",
            in: directory)
        let curl = try Site.curl(site)
        _ = try curl.get(arguments: ["--user-agent", "AASA-Bot/1.0.0"])
        _ = try curl.get("/other")
        _ = try curl.get(host: "off.example.com", arguments: ["--user-agent", "AASA-Bot/1.0.0"])
        try site.stop()
        try CommandRunner.output("gzip", [directory.file("access.log")])
        let result = try run(["--log", "access.log.gz"])
        #expect(result.exitCode == 0)
        #expect(result.errorText == "")
        #expect(Self.plain(result.outputText) == Self.tables[format])
    }

    private static func plain(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "2026-01-01T00:00:00Z")
            .replacing(/\b[0-9a-f]{12}\b/, with: "............")
    }

    @Test(arguments: [WebServer.Kind.nginx, .caddy])
    func `reads the log of another server`(kind: WebServer.Kind) throws {
        guard WebServer.isThere(kind) else { return }
        let log = directory.file("other.log")
        let site =
            kind == .nginx
            ? "access_log \(log) combined; location / { return 200 '{}'; }"
            : "log {\noutput file \(log)\n}\nrespond \"{}\""
        let server = try WebServer(kind, site, leaf: try Site.leaf.get())
        let host = "shop.example.com"
        try CommandRunner.output(
            "curl",
            [
                "--silent", "--fail", "--insecure", "--noproxy", "*", "--max-time", "30",
                "--resolve", "\(host):\(server.port):127.0.0.1", "--user-agent", "AASA-Bot/1.0.0",
                "https://\(host):\(server.port)/.well-known/apple-app-site-association",
            ])
        let deadline = Date(timeIntervalSinceNow: 30)
        var result = try run(["--log", log, "--host", host])
        while result.exitCode != 0, Date() < deadline {
            // The line is written after the answer is sent.
            result = try run(["--log", log, "--host", host])
        }
        #expect(
            Self.plain(result.outputText) == """
                shop.example.com: Apple's CDN came last at 2026-01-01T00:00:00Z and was answered \
                200; which version it took is not known

                FETCHER    STATUS  VERSION  TIMES  FIRST                 LAST                  \
                CLIENT     USER AGENT
                apple-cdn  200     -        1      2026-01-01T00:00:00Z  2026-01-01T00:00:00Z  \
                127.0.0.1  AASA-Bot/1.0.0

                """)
    }

    private static let line =
        "192.0.2.1 - - [30/Nov/2026:00:00:00 +0000] \"GET /apple-app-site-association HTTP/1.1\" "
        + "404 1 \"-\" \"AASA-Bot/1.0.0\"\n"

    @Test func `reads standard input, and says what is left out`() throws {
        try directory.write("no log\n", to: "bad.log")
        let result = try run(["--log", "-", "bad.log"], input: Array(Self.line.utf8))
        #expect(result.exitCode == 0)
        #expect(
            result.outputText == """
                HOST  PICKUP   APPLE CAME            STATUS  TOOK  TIMES  OTHERS
                -     refused  2026-11-30T00:00:00Z  404     -     1      0

                """)
        #expect(
            result.errorText == """
                bad.log:1:1: warning: the line is of no access log: there is neither JSON nor a \
                time in brackets [log-line]
                note: fetches in lines that name no host are listed for '-': 1 [log-without-host]
                  hint: --host HOST says whose they are

                """)
        #expect(try run(["--log", "bad.log"]).exitCode == 1)
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        var arguments: [String]
        var exitCode: Int32
        var errors: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static let usage = "  usage: aasa-origin fetches [OPTION...] [HOST | FILE...]\n"

    static let wrong = [
        Wrong(
            arguments: ["--log", "-", "--admin", "127.0.0.1:1"], exitCode: 2,
            errors: "error: option '--admin' cannot stand with '--log' [option-conflict]\n" + usage
        ),
        Wrong(
            arguments: ["--host", "shop.example.com"], exitCode: 2,
            errors: "error: option '--host' stands only with '--log' [option-conflict]\n" + usage),
        Wrong(
            arguments: ["shop.example.com", "access.log"], exitCode: 2,
            errors: """
                error: unexpected argument 'access.log' [argument-unexpected]
                  hint: files of logs stand behind '--log'

                """ + usage),
        Wrong(
            arguments: ["--log", "-", "shop.example.com"], exitCode: 3,
            errors: """
                error: cannot read 'shop.example.com': no such file or directory [file-unreadable]
                note: with --log every operand is a file [log-operand]
                  hint: a host is named with --host

                """),
        Wrong(
            arguments: ["--log", "-", "--host", "shop.example.com"], exitCode: 1,
            errors:
                "error: the logs tell of no fetch of host 'shop.example.com' [host-unknown]\n"),
    ]

    @Test(arguments: wrong)
    func `says what is wrong with its command line`(row: Wrong) throws {
        let result = try run(row.arguments)
        #expect(result.exitCode == row.exitCode)
        #expect(result.errorText == row.errors)
    }
}
