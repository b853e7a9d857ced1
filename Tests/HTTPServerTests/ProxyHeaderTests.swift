import Testing

@testable import HTTPServer

struct `PROXY header` {
    struct Case: CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var expected: ProxyProgress
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ expected: ProxyProgress) {
            self.init(name, Array(text.utf8), expected)
        }

        init(_ name: String, _ bytes: [UInt8], _ expected: ProxyProgress) {
            self.name = name
            self.bytes = bytes
            self.expected = expected
        }
    }

    private static func complete(_ client: String?, _ length: Int) -> ProxyProgress {
        .complete(ProxyHeader(client: client, length: length))
    }

    /// Builds a header of version 2.
    private static func version2(
        _ command: UInt8 = 0x21, family: UInt8 = 0x11,
        body: [UInt8] = [192, 0, 2, 1, 127, 0, 0, 1, 0xC3, 0x50, 1, 0xBB]
    ) -> [UInt8] {
        ProxyHeaderReader.signature + [
            command, family, UInt8(body.count >> 8), UInt8(body.count & 0xFF),
        ]
            + body
    }

    private static let addresses4: [UInt8] = [192, 0, 2, 1, 127, 0, 0, 1, 0xC3, 0x50, 1, 0xBB]
    private static let addresses6: [UInt8] =
        [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]
        + [UInt8](repeating: 0, count: 15) + [1] + [0xC3, 0x50, 1, 0xBB]

    static let cases = [
        Case("TCP4", "PROXY TCP4 192.0.2.1 127.0.0.1 50000 443\r\nGET", complete("192.0.2.1", 42)),
        Case("TCP6", "PROXY TCP6 2001:db8::1 ::1 1 443\r\n", complete("2001:db8::1", 34)),
        Case(
            "TCP6 in another spelling", "PROXY TCP6 2001:DB8:0::1 ::1 1 443\r\n",
            complete("2001:db8::1", 36)),
        Case("UNKNOWN", "PROXY UNKNOWN\r\n", complete(nil, 15)),
        Case("UNKNOWN with addresses", "PROXY UNKNOWN x y 1 2\r\n", complete(nil, 23)),
        Case("nothing", "", .incomplete),
        Case("part of the word", "PRO", .incomplete),
        Case("part of the line", "PROXY TCP4 192.0.2.1", .incomplete),
        Case("a request", "GET / HTTP/1.1\r\n", .absent),
        Case("a word that begins alike", "PROXYS", .absent),
        Case("TLS", [0x16, 3, 1], .absent),
        Case("bare LF", "PROXY UNKNOWN\n", .malformed("line not ended by CR LF")),
        Case(
            "endless line", "PROXY " + String(repeating: "x", count: 200),
            .malformed("line too long")),
        Case("IPv6 as TCP4", "PROXY TCP4 ::1 ::1 1 2\r\n", .malformed("invalid address")),
        Case("port too high", "PROXY TCP4 1.2.3.4 1.2.3.4 65536 2\r\n", .malformed("invalid port")),
        Case("port with a zero", "PROXY TCP4 1.2.3.4 1.2.3.4 01 2\r\n", .malformed("invalid port")),
        Case("a NUL", "PROXY TCP4 1.2.3.4\0 1.2.3.4 1 2\r\n", .malformed("invalid address")),
        Case("IPv4 in IPv6", "PROXY TCP6 ::ffff:192.0.2.1 ::1 1 2\r\n", complete("192.0.2.1", 37)),
        Case("two spaces", "PROXY TCP4  1.2.3.4 1.2.3.4 1 2\r\n", .malformed("not six words")),
        Case(
            "unknown protocol", "PROXY UDP4 1.2.3.4 1.2.3.4 1 2\r\n", .malformed("unknown protocol")
        ),
        Case("version 2, IPv4", version2(), complete("192.0.2.1", 28)),
        Case(
            "version 2, IPv6", version2(family: 0x21, body: addresses6), complete("2001:db8::1", 52)
        ),
        Case("version 2, datagrams", version2(family: 0x12), complete("192.0.2.1", 28)),
        Case("version 2, LOCAL", version2(0x20, family: 0x00, body: []), complete(nil, 16)),
        Case("version 2, LOCAL with addresses", version2(0x20), complete(nil, 28)),
        Case(
            "version 2, LOCAL of an unknown family", version2(0x20, family: 0x41, body: [1, 2]),
            complete(nil, 18)),
        Case("version 2, UNSPEC", version2(family: 0x00, body: []), complete(nil, 16)),
        Case(
            "version 2, UNIX", version2(family: 0x31, body: [UInt8](repeating: 0, count: 216)),
            complete(nil, 232)),
        Case(
            "version 2, unknown value", version2(body: addresses4 + [0xEE, 0, 2, 1, 2]),
            complete("192.0.2.1", 33)),
        Case(
            "version 2, right checksum", withChecksum(flipping: 0), complete("192.0.2.1", 35)),
        Case(
            "version 2, wrong checksum", withChecksum(flipping: 1), .malformed("wrong checksum")),
        Case(
            "version 2, checksum of three bytes",
            version2(body: addresses4 + [0x03, 0, 3, 1, 2, 3]),
            .malformed("checksum of the wrong length")),
        Case(
            "version 2, value cut short", version2(body: addresses4 + [0xEE, 0, 9, 1]),
            .malformed("value cut short")),
        Case(
            "version 2, addresses cut short", version2(body: [1, 2]),
            .malformed("addresses cut short")),
        Case("version 2, version 3", version2(0x31), .malformed("unknown version")),
        Case("version 2, unknown command", version2(0x22), .malformed("unknown command")),
        Case(
            "version 2, unknown family", version2(family: 0x41),
            .malformed("unknown address family")),
        Case(
            "version 2, unknown transport", version2(family: 0x13), .malformed("unknown transport")),
        Case(
            "version 2, too long", ProxyHeaderReader.signature + [0x21, 0x11, 0xFF, 0xFF],
            .malformed("header too long")),
        Case("version 2, part", Array(version2().prefix(20)), .incomplete),
    ]

    private static func withChecksum(flipping bit: UInt32) -> [UInt8] {
        var header = version2(body: addresses4 + [0x03, 0, 4, 0, 0, 0, 0])
        let sum = CRC32C.checksum(of: header) ^ bit
        for index in 0..<4 {
            header[header.count - 4 + index] = UInt8(sum >> (24 - 8 * index) & 0xFF)
        }
        return header
    }

    @Test(arguments: cases)
    func `is read as the protocol demands`(_ entry: Case) {
        #expect(ProxyHeaderReader.progress(of: entry.bytes[...]) == entry.expected)
    }

    @Test func `waits at every byte of both versions until the last`() {
        let headers = [Array("PROXY TCP4 192.0.2.1 127.0.0.1 50000 443\r\n".utf8), Self.version2()]
        for header in headers {
            for length in 0..<header.count {
                #expect(ProxyHeaderReader.progress(of: header[..<length]) == .incomplete)
            }
        }
    }

    @Test func `has the checksum of the standard's check value`() {
        // RFC 3720 §B.4: 32 bytes of zero.
        #expect(CRC32C.checksum(of: [UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    }
}
