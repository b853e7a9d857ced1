import Foundation
import HTTP
import Testing

@testable import HTTPServer

struct `Request gate` {
    private let gate: RequestGate

    init() { self.init(headLimitBytes: 8_192) }

    private init(headLimitBytes: Int) {
        gate = RequestGate(headLimitBytes: headLimitBytes, fieldLimit: 64)
    }

    /// Says in one line what the gate makes of a text.
    private func verdict(_ text: String) -> String {
        verdict(Array(text.utf8))
    }

    private func verdict(_ bytes: [UInt8]) -> String {
        switch gate.progress(of: bytes[...]) {
        case .incomplete: "incomplete"
        case .complete(let head):
            "\(head.method) \(head.target) \(head.version.rawValue) host=\(head.host ?? "-") "
                + "keep=\(head.keepsAlive) length=\(head.length)"
        case .refused(let refusal, _): "\(refusal.status) \(refusal.outcome.rawValue)"
        }
    }

    /// What the gate of the admin listener makes of a text.
    private func adminVerdict(_ text: String) -> String {
        let gate = RequestGate(headLimitBytes: 8_192, fieldLimit: 64, bodyLimitBytes: 16)
        switch gate.progress(of: Array(text.utf8)[...]) {
        case .incomplete: return "incomplete"
        case .complete(let head):
            return "\(head.method) length=\(head.length) "
                + String(decoding: head.body, as: UTF8.self)
        case .refused(let refusal, _): return "\(refusal.status) \(refusal.outcome.rawValue)"
        }
    }

    struct Case: CustomTestStringConvertible {
        var name: String
        var text: String
        var verdict: String
        var testDescription: String { name }
    }

    static let accepted = [
        Case(
            name: "plain request", text: "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n",
            verdict: "GET /a HTTP/1.1 host=a.test keep=true length=33"),
        Case(
            name: "empty line before it", text: "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            verdict: "GET / HTTP/1.1 host=a keep=true length=29"),
        Case(
            name: "host with port, dot and capitals",
            text: "GET / HTTP/1.1\r\nHost: A.Test.:8443\r\n\r\n",
            verdict: "GET / HTTP/1.1 host=a.test keep=true length=38"),
        Case(
            name: "IPv6 host", text: "GET / HTTP/1.1\r\nHost: [::1]:443\r\n\r\n",
            verdict: "GET / HTTP/1.1 host=[::1] keep=true length=35"),
        Case(
            name: "HTTP/1.0 without Host", text: "GET / HTTP/1.0\r\n\r\n",
            verdict: "GET / HTTP/1.0 host=- keep=false length=18"),
        Case(
            name: "HTTP/1.0 that keeps alive",
            text: "GET / HTTP/1.0\r\nHost: a\r\nConnection: Keep-Alive\r\n\r\n",
            verdict: "GET / HTTP/1.0 host=a keep=true length=51"),
        Case(
            name: "connection close in a list",
            text: "GET / HTTP/1.1\r\nHost: a\r\nConnection: te, close\r\n\r\n",
            verdict: "GET / HTTP/1.1 host=a keep=false length=50"),
        Case(
            name: "absolute-form of the same host",
            text: "GET https://A.test:443/x?y HTTP/1.1\r\nHost: a.test\r\n\r\n",
            verdict: "GET /x?y HTTP/1.1 host=a.test keep=true length=53"),
        Case(
            name: "absolute-form without a path",
            text: "GET http://a.test?y HTTP/1.1\r\nHost: a.test\r\n\r\n",
            verdict: "GET /?y HTTP/1.1 host=a.test keep=true length=46"),
        Case(
            name: "asterisk-form", text: "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
            verdict: "OPTIONS * HTTP/1.1 host=a keep=true length=31"),
        Case(
            name: "body of length zero",
            text: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            verdict: "POST / HTTP/1.1 host=a keep=true length=47"),
        Case(
            name: "expectation of 100-continue",
            text: "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n\r\n",
            verdict: "GET / HTTP/1.1 host=a keep=true length=49"),
        Case(
            name: "upgrade, which is ignored",
            text: "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
            verdict: "GET / HTTP/1.1 host=a keep=true length=62"),
        Case(
            name: "white space round a value", text: "GET / HTTP/1.1\r\nHost: \t a \t\r\n\r\n",
            verdict: "GET / HTTP/1.1 host=a keep=true length=31"),
        Case(
            name: "only the first of two requests",
            text: "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n",
            verdict: "GET /1 HTTP/1.1 host=a keep=true length=28"),
    ]

    @Test(arguments: accepted)
    func `lets through`(_ entry: Case) {
        #expect(verdict(entry.text) == entry.verdict)
    }

    static let refused = [
        Case(name: "no method", text: " / HTTP/1.1\r\n", verdict: "400 bad_request_line"),
        Case(name: "two spaces", text: "GET  / HTTP/1.1\r\n", verdict: "400 bad_request_line"),
        Case(name: "tab", text: "GET\t/ HTTP/1.1\r\n", verdict: "400 bad_request_line"),
        Case(name: "no version", text: "GET /\r\n", verdict: "400 bad_request_line"),
        Case(name: "trailing space", text: "GET / HTTP/1.1 \r\n", verdict: "400 bad_request_line"),
        Case(name: "bare LF", text: "GET / HTTP/1.1\nHost: a\n\n", verdict: "400 bad_request_line"),
        Case(name: "bare CR", text: "GET / HTTP/1.1\rHost: a", verdict: "400 bad_request_line"),
        Case(name: "fragment", text: "GET /#x HTTP/1.1\r\n", verdict: "400 bad_request_line"),
        Case(
            name: "NUL in the target", text: "GET /\0 HTTP/1.1\r\n", verdict: "400 bad_request_line"
        ),
        Case(name: "Unicode target", text: "GET /ä HTTP/1.1\r\n", verdict: "400 bad_request_line"),
        Case(
            name: "lower-case version", text: "GET / http/1.1\r\n", verdict: "400 bad_request_line"),
        Case(name: "HTTP/2 preface", text: "PRI * HTTP/2.0\r\n\r\n", verdict: "505 bad_version"),
        Case(name: "HTTP/1.2", text: "GET / HTTP/1.2\r\n", verdict: "505 bad_version"),
        Case(name: "HTTP/11", text: "GET / HTTP/11\r\n", verdict: "400 bad_request_line"),
        Case(
            name: "method too long", text: String(repeating: "A", count: 33) + " / HTTP/1.1\r\n",
            verdict: "400 bad_request_line"),
        Case(
            name: "authority-form", text: "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
            verdict: "400 bad_request_line"),
        Case(
            name: "asterisk for GET", text: "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
            verdict: "400 bad_request_line"),
        Case(
            name: "other scheme", text: "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
            verdict: "400 bad_request_line"),
        Case(
            name: "absolute-form of another host",
            text: "GET https://b.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n", verdict: "400 bad_host"),
        Case(name: "no Host", text: "GET / HTTP/1.1\r\n\r\n", verdict: "400 bad_host"),
        Case(name: "empty Host", text: "GET / HTTP/1.1\r\nHost:\r\n\r\n", verdict: "400 bad_host"),
        Case(
            name: "two Hosts", text: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            verdict: "400 bad_host"),
        Case(
            name: "two equal Hosts", text: "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
            verdict: "400 bad_host"),
        Case(
            name: "Host with a space", text: "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
            verdict: "400 bad_host"),
        Case(
            name: "Host with a path", text: "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
            verdict: "400 bad_host"),
        Case(
            name: "Host with a broken escape", text: "GET / HTTP/1.1\r\nHost: a%2\r\n\r\n",
            verdict: "400 bad_host"),
        Case(
            name: "Host with a broken port", text: "GET / HTTP/1.1\r\nHost: a:x\r\n\r\n",
            verdict: "400 bad_host"),
        Case(
            name: "Unicode Host", text: "GET / HTTP/1.1\r\nHost: ä.test\r\n\r\n",
            verdict: "400 bad_host"),
        Case(
            name: "space before the colon", text: "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            verdict: "400 bad_field"),
        Case(
            name: "folded line", text: "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n",
            verdict: "400 bad_field"),
        Case(
            name: "space before the first field", text: "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
            verdict: "400 bad_field"),
        Case(
            name: "field without a name", text: "GET / HTTP/1.1\r\n: a\r\n\r\n",
            verdict: "400 bad_field"),
        Case(
            name: "field without a colon", text: "GET / HTTP/1.1\r\nHost\r\n\r\n",
            verdict: "400 bad_field"),
        Case(
            name: "NUL in a value", text: "GET / HTTP/1.1\r\nHost: a\0\r\n\r\n",
            verdict: "400 bad_field"),
        Case(
            name: "bare LF between fields", text: "GET / HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n",
            verdict: "400 bad_field"),
        Case(
            name: "bare CR in a value", text: "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
            verdict: "400 bad_field"),
        Case(
            name: "two lengths",
            text: "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 30\r\n\r\n",
            verdict: "400 bad_framing"),
        Case(
            name: "list of lengths",
            text: "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\n",
            verdict: "400 bad_framing"),
        Case(
            name: "signed length", text: "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +0\r\n\r\n",
            verdict: "400 bad_framing"),
        Case(
            name: "empty length", text: "GET / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
            verdict: "400 bad_framing"),
        Case(
            name: "body", text: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
            verdict: "400 body_refused"),
        Case(
            name: "huge length",
            text: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
            verdict: "400 body_refused"),
        Case(
            name: "chunked",
            text: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
            verdict: "501 body_refused"),
        Case(
            name: "unknown coding",
            text: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
            verdict: "501 body_refused"),
        Case(
            name: "length and coding",
            text:
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n",
            verdict: "400 bad_framing"),
        Case(
            name: "coding under HTTP/1.0",
            text: "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
            verdict: "400 bad_framing"),
        Case(
            name: "unknown expectation",
            text: "GET / HTTP/1.1\r\nHost: a\r\nExpect: miracle\r\n\r\n",
            verdict: "417 expectation_failed"),
    ]

    @Test(arguments: refused)
    func `refuses`(_ entry: Case) {
        #expect(verdict(entry.text) == entry.verdict)
    }

    @Test func `waits at every byte of a request until the last`() {
        let text = Array("GET /x HTTP/1.1\r\nHost: a.test\r\nUser-Agent: t\r\n\r\n".utf8)
        for length in 0..<text.count {
            #expect(verdict(Array(text[..<length])) == "incomplete", "after \(length) bytes")
        }
        #expect(verdict(text) == "GET /x HTTP/1.1 host=a.test keep=true length=\(text.count)")
    }

    @Test func `answers every byte value at every position with a head or a refusal`() {
        let text = Array("GET /x HTTP/1.1\r\nHost: a.test\r\nX-A: b c\r\n\r\n".utf8)
        for position in text.indices {
            for value in UInt8.min...UInt8.max {
                var changed = text
                changed[position] = value
                let verdict = verdict(changed)
                // A byte that hides the end of a line or of the head leaves it incomplete.
                let isKnown =
                    verdict.contains("host=") || verdict.hasPrefix("4")
                    || verdict.hasPrefix("5") || verdict == "incomplete"
                #expect(isKnown)
                let isControl = value < 0x20 && value != 0x09 && value != 0x0D && value != 0x0A
                if isControl || value == 0x7F {
                    #expect(verdict.hasPrefix("400"), "byte \(value) at \(position): \(verdict)")
                }
            }
        }
    }

    @Test func `accepts a head of exactly the limit and refuses one byte more`() {
        func head(_ size: Int) -> [UInt8] {
            let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
            let fill = String(repeating: "x", count: size - start.utf8.count - 4)
            return Array((start + fill + "\r\n\r\n").utf8)
        }
        #expect(verdict(head(8_192)) == "GET / HTTP/1.1 host=a keep=true length=8192")
        #expect(verdict(head(8_193)) == "431 head_too_large")
        #expect(verdict(head(40_000)) == "431 head_too_large")
    }

    @Test func `refuses a target that fills the limit with 414`() {
        let text = "GET /" + String(repeating: "a", count: 40_000)
        #expect(verdict(text) == "414 target_too_long")
        #expect(verdict(text + " HTTP/1.1\r\nHost: a\r\n\r\n") == "414 target_too_long")
    }

    static let oversized = [
        Case(
            name: "a long target",
            text: "GET /" + String(repeating: "a", count: 300)
                + " HTTP/1.1\r\nHost: a\r\n\r\n", verdict: ""),
        Case(
            name: "a long field",
            text: "GET / HTTP/1.1\r\nHost: a\r\nX: "
                + String(repeating: "a", count: 300) + "\r\n\r\n", verdict: ""),
        Case(
            name: "a fault beyond the limit",
            text: "GET / HTTP/1.1\r\nHost: a\r\nX: "
                + String(repeating: "a", count: 300) + "\n\n", verdict: ""),
        Case(
            name: "a request line of just the limit",
            text: "GET /"
                + String(repeating: "a", count: 240) + " HTTP/1.1\r\nHost: a\r\n\r\n",
            verdict: ""),
    ]

    @Test(arguments: accepted + refused + oversized)
    func `decides alike whether bytes come one by one or at once`(row: Case) {
        let bytes = Array(row.text.utf8)
        let small = Self(headLimitBytes: 256)
        let first = (1...bytes.count).lazy.map { small.verdict(Array(bytes[..<$0])) }
            .first { $0 != "incomplete" }
        #expect(first ?? "incomplete" == small.verdict(bytes))
    }

    @Test func `refuses the 65th field`() {
        func head(_ count: Int) -> String {
            let fields = (1..<count).map { "X-\($0): 1\r\n" }.joined()
            return "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
        }
        #expect(verdict(head(64)).hasPrefix("GET / HTTP/1.1 host=a"))
        #expect(verdict(head(65)) == "431 head_too_large")
        #expect(verdict(head(2_000)) == "431 head_too_large")
    }

    @Test func `keeps what it understood before it refused`() throws {
        let text = Array("GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\nUser-Agent: t\r\n\r\n".utf8)
        guard case .refused(.host, let partial) = gate.progress(of: text[...]) else {
            Issue.record("not refused")
            return
        }
        #expect(partial.method == "GET")
        #expect(partial.target == "/x")
        #expect(partial.userAgent == "t")
    }

    @Test(arguments: Refusal.allCases)
    func `answers a refusal with a whole response`(_ refusal: Refusal) throws {
        let text = String(
            decoding: refusal.response(to: "GET", at: 784_111_777), as: UTF8.self)
        let parts = text.components(separatedBy: "\r\n\r\n")
        try #require(parts.count == 2)
        #expect(text.hasPrefix("HTTP/1.1 \(refusal.status) "))
        #expect(parts[0].contains("Content-Length: \(parts[1].utf8.count)\r\n"))
        #expect(parts[1].utf8.count == refusal.bodyBytes(to: "GET"))
        #expect(parts[0].contains("\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"))
        let head = String(decoding: refusal.response(to: "HEAD", at: 784_111_777), as: UTF8.self)
        #expect(head == parts[0] + "\r\n\r\n")
        #expect(refusal.bodyBytes(to: "HEAD") == 0)
        #expect(!text.contains("<html"))
    }

    private static let post = "POST / HTTP/1.1\r\nHost: a\r\n"

    static let bodies = [
        Case(
            name: "a body within the limit", text: post + "Content-Length: 7\r\n\r\nabc=def",
            verdict: "POST length=54 abc=def"),
        Case(
            name: "a body of just the limit",
            text: post + "Content-Length: 0016\r\n\r\n0123456789abcdefGET",
            verdict: "POST length=66 0123456789abcdef"),
        Case(
            name: "a body that is not complete", text: post + "Content-Length: 7\r\n\r\nabc=de",
            verdict: "incomplete"),
        Case(
            name: "a body over the limit", text: post + "Content-Length: 17\r\n\r\n",
            verdict: "413 body_refused"),
        Case(
            name: "a length over every number",
            text: post + "Content-Length: 99999999999999999999999\r\n\r\n",
            verdict: "413 body_refused"),
        Case(
            name: "a length that is no number", text: post + "Content-Length: +7\r\n\r\nabc=def",
            verdict: "400 bad_framing"),
        Case(
            name: "two equal lengths",
            text: post + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
            verdict: "400 bad_framing"),
        Case(
            name: "a transfer coding",
            text: post + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            verdict: "501 body_refused"),
        Case(
            name: "a length and a transfer coding",
            text: post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na",
            verdict: "400 bad_framing"),
        Case(
            name: "a body that waits to be asked for",
            text: post + "Content-Length: 1\r\nExpect: 100-continue\r\n\r\n",
            verdict: "417 expectation_failed"),
    ]

    @Test(arguments: bodies)
    func `takes a body of a stated length where a limit is set`(row: Case) {
        #expect(adminVerdict(row.text) == row.verdict)
    }

    @Test(arguments: bodies)
    func `takes no body at all without a limit`(row: Case) {
        #expect(verdict(row.text).first == (row.verdict.hasPrefix("501") ? "5" : "4"))
    }
}
