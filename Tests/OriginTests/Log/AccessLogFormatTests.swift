import Foundation
import HTTP
import Testing

@testable import Origin

struct `Access log format` {
    @Test func `writes every field in order as JSON`() {
        var exchange = Self.exchange()
        exchange.environment = "production"
        exchange.document = "0123456789ab"
        let expected =
            #"{"time":"2026-11-30T01:14:26.123Z","listener":"[::]:443","client":"192.0.2.7","#
            + #""peer":"10.0.0.1","host":"shop.example.com","sni":"shop.example.com","#
            + #""method":"GET","target":"/apple-app-site-association","protocol":"HTTP/1.1","#
            + #""status":200,"bytes":312,"duration_us":840,"user_agent":"AASA-Bot/1.0.0","#
            + #""fetcher":"apple-cdn","environment":"production","document":"0123456789ab","#
            + #""tls_version":"TLSv1.3","tls_cipher":"TLS_AES_128_GCM_SHA256","outcome":"ok","#
            + #""request_id":"00000000000000ab","detail":null}"# + "\n"
        #expect(line(exchange, .json) == expected)
    }

    @Test func `writes the host before the combined format`() {
        var exchange = Self.exchange()
        exchange.referrer = "https://example.com/a b"
        #expect(
            line(exchange, .combined)
                == "shop.example.com 192.0.2.7 - - [30/Nov/2026:01:14:26 +0000] "
                + "\"GET /apple-app-site-association HTTP/1.1\" 200 312 "
                + "\"https://example.com/a b\" \"AASA-Bot/1.0.0\"\n")
    }

    @Test func `writes a failed handshake with the reason`() throws {
        var exchange = Self.failure()
        exchange.detail = "no shared cipher\n"
        let object = try decoded(line(exchange, .json))
        #expect(object["outcome"] as? String == "no_shared_protocol")
        #expect(object["detail"] as? String == "no shared cipher\n")
        #expect(object["method"] is NSNull)
        #expect(
            line(exchange, .combined)
                == "- 192.0.2.7 - - [30/Nov/2026:01:14:26 +0000] \"-\" 0 0 \"-\" \"-\"\n")
    }

    @Test func `lists the fields of a line in the order that it has them`() {
        let text = line(Self.exchange(), .json)
        let places = AccessLogFormat.fieldNames.compactMap { text.range(of: "\"\($0)\":") }
        #expect(places.count == AccessLogFormat.fieldNames.count)
        #expect(places.map(\.lowerBound) == places.map(\.lowerBound).sorted())
    }

    @Test(arguments: 0...255)
    func `keeps any byte from outside within one line of ASCII`(byte: Int) throws {
        let text = "a" + String(Unicode.Scalar(UInt8(byte))) + "\u{1F600}b"
        var exchange = Self.exchange()
        exchange.method = text
        exchange.target = text
        exchange.host = text
        exchange.userAgent = text
        exchange.referrer = text
        exchange.client = text
        exchange.detail = text
        let json = line(exchange, .json)
        let object = try decoded(json)
        for name in ["method", "target", "host", "user_agent", "client", "detail"] {
            #expect(object[name] as? String == text, "\(name)")
        }
        let combined = line(exchange, .combined)
        for output in [json, combined] {
            #expect(output.utf8.dropLast().allSatisfy { (0x20...0x7E).contains($0) })
            #expect(output.hasSuffix("\n"))
        }
        #expect(combined.filter { $0 == "\"" }.count == 6)
        #expect(combined.split(separator: "\"")[0].filter { $0 == " " }.count == 6)
    }

    @Test func `escapes as nginx does in the combined format`() {
        var exchange = Self.exchange()
        exchange.userAgent = "\u{1B}[2J \"q\" \\ \u{E9}"
        #expect(line(exchange, .combined).hasSuffix(#""\x1B[2J \x22q\x22 \x5C \xE9""# + "\n"))
    }

    private func line(_ exchange: Exchange, _ format: AccessLogFormat) -> String {
        var bytes: [UInt8] = []
        format.append(exchange, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func decoded(_ line: String) throws -> [String: Any] {
        try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    static func exchange() -> Exchange {
        var exchange = Exchange(
            timeMilliseconds: 1_796_001_266_123, durationMicroseconds: 840,
            connection: Connection(
                listener: "[::]:443", kind: .tls, client: "192.0.2.7", peer: "10.0.0.1",
                serverName: "shop.example.com", tlsVersion: "TLSv1.3",
                tlsCipher: "TLS_AES_128_GCM_SHA256"),
            outcome: .ok, requestID: "00000000000000ab")
        exchange.method = "GET"
        exchange.target = "/apple-app-site-association"
        exchange.version = .http11
        exchange.host = "shop.example.com"
        exchange.userAgent = "AASA-Bot/1.0.0"
        exchange.status = 200
        exchange.bodyBytes = 312
        return exchange
    }

    static func failure() -> Exchange {
        Exchange(
            timeMilliseconds: 1_796_001_266_123, durationMicroseconds: 12,
            connection: Connection(
                listener: "[::]:443", kind: .tls, client: "192.0.2.7", peer: "192.0.2.7"),
            outcome: .noSharedProtocol, requestID: "00000000000000ac")
    }
}
