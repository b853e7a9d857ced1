import Diagnostics
import POSIX
import TestSupport
import Testing

@testable import FetchRecord

struct `Lines of access logs` {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var line: String
        var host: String? = "shop.example.com"
        var client = "192.0.2.1"
        var method: String? = "GET"
        var target: String? = "/.well-known/apple-app-site-association"
        var status = 200
        var agent: String? = "AASA-Bot/1.0.0"
        var document: String?
        var outcome = ""
        var time = Sample.start
    }

    private static let request = "\"GET /.well-known/apple-app-site-association HTTP/1.1\""
    private static let bot = "\"-\" \"AASA-Bot/1.0.0\""
    private static let time = "[30/Nov/2026:00:00:00 +0000]"

    static let text = [
        Row(
            testDescription: "this program, combined",
            line: "shop.example.com 192.0.2.1 - - \(time) \(request) 200 97 \(bot)"),
        Row(
            testDescription: "Apache, vhost_combined",
            line: "shop.example.com:80 192.0.2.1 - - \(time) \(request) 200 203 \(bot)"),
        Row(
            testDescription: "Apache and nginx, combined",
            line: "192.0.2.1 - - \(time) \(request) 200 203 \(bot)", host: nil),
        Row(
            testDescription: "combined, with a user that holds a blank",
            line: "192.0.2.1 - Ann Other \(time) \(request) 200 203 \(bot)", host: nil),
        Row(
            testDescription: "Apache, common", line: "192.0.2.1 - ann \(time) \(request) 200 -",
            host: nil, agent: nil),
        Row(
            testDescription: "IPv6, a host in brackets with its port, and more behind",
            line: "[2001:db8::1]:443 2001:db8::2 - - \(time) \(request) 304 0 \(bot) 0.002 x",
            host: "[2001:db8::1]", client: "2001:db8::2", status: 304),
        Row(
            testDescription: "nginx, escaped bytes",
            line: "shop.example.com 192.0.2.1 - - \(time) \(request) 200 3 \"-\" "
                + #""swcd \x22q\x22 \xC3\xA9""#, agent: "swcd \"q\" é"),
        Row(
            testDescription: "Apache, escaped quotes",
            line: "shop.example.com:80 192.0.2.1 - - \(time) \(request) 200 3 \"-\" "
                + #""swcd \"q\" \xc3\xa9 \t\\""#, agent: "swcd \"q\" é \t\\"),
        Row(
            testDescription: "another time zone",
            line: "Shop.Example.com. 192.0.2.1 - - [30/Nov/2026:05:30:00 +0530] \(request) 200 1 "
                + bot),
        Row(
            testDescription: "no request at all",
            line: "- 192.0.2.1 - - \(time) \"-\" 0 0 \"-\" \"-\"", host: nil, method: nil,
            target: nil, status: 0, agent: nil),
        Row(
            testDescription: "a handshake on a plain port",
            line: "192.0.2.1 - - \(time) \"\\x16\\x03\\x01\" 400 157 \"-\" \"-\"", host: nil,
            method: nil, target: nil, status: 400, agent: nil),
    ]

    static let json = [
        Row(
            testDescription: "this program",
            line: #"{"time":"2026-11-30T00:00:00.000Z","listener":":443","client":"192.0.2.1","#
                + #""peer":"192.0.2.1","host":"shop.example.com","sni":"shop.example.com","#
                + #""method":"GET","target":"/.well-known/apple-app-site-association","#
                + #""protocol":"HTTP/1.1","status":304,"bytes":0,"duration_us":228,"#
                + #""user_agent":"AASA-Bot/1.0.0","fetcher":"apple-cdn","#
                + #""environment":"production","document":"102b889ee28c","tls_version":"TLSv1.3","#
                + #""tls_cipher":"TLS_AES_128_GCM_SHA256","outcome":"not_modified","#
                + #""request_id":"c051a40d848bc470","detail":null}"#,
            status: 304, document: "102b889ee28c", outcome: "not_modified"),
        Row(
            testDescription: "Caddy",
            line: #"{"level":"info","ts":1795996800.0004,"logger":"http.log.access.log0","#
                + #""msg":"handled request","request":{"remote_ip":"192.0.2.1","#
                + #""remote_port":"47112","proto":"HTTP/1.1","method":"GET","#
                + #""host":"shop.example.com:8443","#
                + #""uri":"/.well-known/apple-app-site-association","headers":{"User-Agent":"#
                + #"["AASA-Bot/1.0.0"],"Accept":["*/*"]}},"user_id":"","duration":0.0135,"#
                + #""size":3,"status":200,"resp_headers":{"Server":["Caddy"]}}"#),
        Row(
            testDescription: "Caddy behind a proxy, time in nanoseconds",
            line: #"{"ts":1795996800000000000,"request":{"remote_ip":"198.51.100.1","#
                + #""client_ip":"192.0.2.1","method":"HEAD","host":"shop.example.com","#
                + #""uri":"/apple-app-site-association","headers":{}},"status":200}"#,
            method: "HEAD", target: "/apple-app-site-association", agent: nil),
        Row(
            testDescription: "an old Caddy, with the port in the address",
            line: #"{"ts":"2026-11-30T00:00:00.000+0000","request":{"#
                + #""remote_addr":"192.0.2.1:5000","method":"GET","host":"shop.example.com","#
                + #""uri":"/.well-known/apple-app-site-association","headers":{"User-Agent":"#
                + #"["AASA-Bot/1.0.0"]}},"status":200}"#),
        Row(
            testDescription: "nginx, named as its variables",
            line: #"{"time_iso8601":"2026-11-30T01:00:00+01:00","remote_addr":"192.0.2.1","#
                + #""http_host":"shop.example.com:8443","#
                + #""request":"GET /.well-known/apple-app-site-association HTTP/1.1","#
                + #""status":"200","http_user_agent":"AASA-Bot/1.0.0"}"#),
        Row(
            testDescription: "nginx, seconds as a text, and bytes that are no UTF-8",
            line: "{\"msec\":\"1795996800.000\",\"client_ip\":\"192.0.2.1\","
                + "\"server_name\":\"shop.example.com\",\"request_method\":\"GET\","
                + "\"request_uri\":\"/.well-known/apple-app-site-association\",\"status\":200,"
                + "\"http_user_agent\":\"AASA-Bot \u{1}\"}",
            agent: "AASA-Bot \u{FFFD}"),
    ]

    @Test(arguments: text + json)
    func `are read whoever wrote them`(row: Row) throws {
        // A Swift text holds no invalid byte, so the table has another one in its place.
        let bytes = row.line.utf8.map { $0 == 1 ? 0xFF : $0 }
        let entry = try #require(try LogEntry(bytes))
        #expect(entry.host == row.host)
        #expect(entry.client == row.client)
        #expect(entry.method == row.method)
        #expect(entry.target == row.target)
        #expect(entry.status == row.status)
        #expect(entry.userAgent == row.agent)
        #expect(entry.document == row.document)
        #expect(entry.outcome == row.outcome)
        #expect(entry.timeMilliseconds == row.time)
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        var line: String
        var reason: String
        var column = 1
        var testDescription: String { line }
    }

    static let bad = [
        Bad(line: "hello", reason: "there is neither JSON nor a time in brackets"),
        Bad(line: "\u{0}\u{0}", reason: "there is neither JSON nor a time in brackets"),
        Bad(
            line: "a b \(time) \(request) 200 1", reason: "the words before the time are too few"),
        Bad(
            line: "192.0.2.1 - - [30/Nov/2026:00:00:00 +0000",
            reason: "the time has no closing bracket", column: 16),
        Bad(
            line: "192.0.2.1 - - [Mon Nov 30 08:11:19 2026] \(request) 200 1",
            reason: "the time is not of the form 30/Nov/2026:01:27:46 +0000", column: 16),
        Bad(
            line: "192.0.2.1 - - \(time) GET / 200 1",
            reason: "the request stands in no quotes", column: 44),
        Bad(
            line: "192.0.2.1 - - \(time) \"GET /", reason: "the request has no closing quote",
            column: 44),
        Bad(
            line: "192.0.2.1 - - \(time) \"GET / HTTP/1.1\" - 1",
            reason: "the status is no number", column: 61),
        Bad(
            line: "192.0.2.1 - - \(time) \"GET / HTTP/1.1\" 2000 1",
            reason: "the status is no number", column: 61),
        Bad(line: "{\"status\":200}", reason: "there is no time"),
        Bad(
            line: "{\"time\":\"noon\",\"status\":200}",
            reason: "the time is in no form that is known"),
        Bad(line: "{\"time\":-5,\"status\":200}", reason: "the time is in no form that is known"),
        Bad(
            line: "{\"time\":1e300,\"status\":200}", reason: "the time is in no form that is known"),
        Bad(line: "{\"time\":1795996800}", reason: "there is no status"),
        Bad(line: "{\"time\":1795996800,\"status\":true}", reason: "the status is no number"),
        Bad(line: "{\"time\":1795996800,\"status\":1000}", reason: "the status is no number"),
        Bad(
            line: "{\"time\":1795996800,\"status\":200",
            reason: "no JSON: the file ends inside an object", column: 32),
    ]

    @Test(arguments: bad)
    func `that are of no access log are refused with the place`(row: Bad) {
        let fault = #expect(throws: LogFault.self) { try LogEntry(Array(row.line.utf8)) }
        #expect(fault?.reason == row.reason)
        #expect(fault?.column == row.column)
    }

    @Test(arguments: [
        "", " ", "\r", #"{"level":"info","ts":1795996800,"msg":"serving initial configuration"}"#,
    ])
    func `without a request are left out`(line: String) throws {
        #expect(try LogEntry(Array(line.utf8)) == nil)
    }

    @Test func `that are cut anywhere are refused, or tell nothing that the whole does not`() {
        for row in Self.json {
            let bytes = Array(row.line.utf8)
            for count in bytes.indices.dropFirst() {
                let entry = try? LogEntry(Array(bytes[..<count]))
                #expect(entry == nil, "\(row), \(count) bytes")
            }
        }
        for row in Self.text {
            let bytes = Array(row.line.utf8)
            for count in bytes.indices {
                guard let entry = try? LogEntry(Array(bytes[..<count])) else { continue }
                #expect(entry.timeMilliseconds == row.time, "\(row), \(count) bytes")
                #expect([nil, row.target].contains(entry.target), "\(row), \(count) bytes")
                #expect("\(row.status)".hasPrefix("\(entry.status)"), "\(row), \(count) bytes")
            }
        }
    }

    @Test func `name the host in the target where they name it nowhere else`() throws {
        let line =
            "192.0.2.1 - - \(Self.time) \"GET https://Shop.example.com:443/apple-app-site-association"
            + " HTTP/1.1\" 404 1"
        let fetch = try #require(try LogEntry(Array(line.utf8))?.fetch(orHost: "-"))
        #expect(fetch.host == "shop.example.com")
        #expect(fetch.document == nil)
    }
}

struct `The splitter of lines` {
    private static func lines(_ pieces: [String]) -> [String] {
        var splitter = LineSplitter()
        var lines: [String] = []
        func add(_ line: LineSplitter.Line, _ number: Int) {
            switch line {
            case .bytes(let bytes):
                lines.append("\(number) " + String(decoding: bytes, as: UTF8.self))
            case .tooLong: lines.append("\(number) too long")
            }
        }
        for piece in pieces { splitter.take(Array(piece.utf8), add) }
        splitter.finish(add)
        return lines
    }

    @Test(arguments: [
        ["one\ntwo\n\nfour"], ["o", "ne\ntw", "o", "\n", "\nfou", "r"],
        ["one\n", "two\n\n", "four", ""],
    ])
    func `gives the same lines however the text is cut`(pieces: [String]) {
        #expect(Self.lines(pieces) == ["1 one", "2 two", "3 ", "4 four"])
    }

    @Test func `keeps no line that is too long, and goes on behind it`() {
        let most = String(repeating: "a", count: LineSplitter.limitBytes)
        #expect(
            Self.lines([most, "\n", most, "a", most, "\nb\n", most + "a"])
                == ["1 " + most, "2 too long", "3 b", "4 too long"])
    }
}
