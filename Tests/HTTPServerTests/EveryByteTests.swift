import HTTP
import TestSupport
import Testing

@testable import HTTPServer

/// What may stand at one place of a request, and how it is refused otherwise.
struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The bytes with which the request is served.
    let served: Set<UInt8>
    /// How the others are refused, but for `exceptions`.
    let refusal: Refusal
    let exceptions: [UInt8: Refusal]

    init(
        _ description: String, _ served: Set<UInt8>, else refusal: Refusal,
        _ exceptions: [UInt8: Refusal] = [:]
    ) {
        testDescription = description
        self.served = served
        self.refusal = refusal
        self.exceptions = exceptions
    }

    init(_ description: String, _ served: String, else refusal: Refusal) {
        self.init(description, Set(served.utf8), else: refusal)
    }

    /// Returns the refusal of a byte, or `nil` when it is served.
    func refusal(of byte: UInt8) -> Refusal? {
        served.contains(byte) ? nil : exceptions[byte] ?? refusal
    }
}

/// A request whose every byte is structure, and what RFC 9112 and this server say of each.
struct `Every byte value at every place of a request` {
    private static let text = Array("GET /x HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n".utf8)

    private static let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let digits = Set("0123456789".utf8)
    /// RFC 9110 §5.6.2.
    private static let token = letters.union(digits).union("!#$%&'*+-.^_`|~".utf8)
    /// RFC 9110 §5.5, with tab and space inside a value.
    private static let value = Set<UInt8>(0x20...0x7E).union([0x09]).union(0x80...0xFF)
    /// RFC 3986 §3.2.2, of one character: a '%' lacks its digits.
    private static let host = letters.union(digits).union("-._~!$&'()*+,;=".utf8)
    private static let visible = Set<UInt8>(0x21...0x7E)

    private static let otherVersions = Dictionary(
        uniqueKeysWithValues: digits.map { ($0, Refusal.version) })
    /// A field that is no longer called Host, and nothing else.
    private static let noHost = Dictionary(
        uniqueKeysWithValues: token.map { ($0, Refusal.host) })

    static let places: [Place] =
        [
            Place("the method's first", token, else: .requestLine, [0x16: .tlsOnPlain]),
            Place("the method's second", token, else: .requestLine),
            Place("the method's last", token, else: .requestLine),
            Place("the space before the target", " ", else: .requestLine),
            Place("the target's first", "/", else: .requestLine),
            Place(
                "the target's last", visible.subtracting("#".utf8), else: .requestLine),
            Place("the space before the version", " ", else: .requestLine),
        ]
        + "HTTP/".map { Place("'\($0)' of the version", String($0), else: .requestLine) }
        + [
            Place("the major version", Set("1".utf8), else: .requestLine, otherVersions),
            Place("the dot of the version", ".", else: .requestLine),
            Place("the minor version", Set("01".utf8), else: .requestLine, otherVersions),
            Place("CR of the request line", "\r", else: .requestLine),
            Place("LF of the request line", "\n", else: .requestLine),
        ]
        + zip("Host", "hOST").map {
            // A colon ends a name, which must not be empty.
            Place(
                "'\($0)' of Host", Set("\($0)\($1)".utf8), else: .field,
                $0 == "H" ? noHost : noHost.merging([UInt8(ascii: ":"): .host]) { $1 })
        }
        + [
            Place("the colon of Host", ":", else: .field),
            Place(
                "the space before the host", host.union(" \t".utf8), else: .field,
                refused(value, .host)),
            Place("the host", host, else: .field, refused(value, .host)),
            Place("CR of Host", "\r", else: .field), Place("LF of Host", "\n", else: .field),
            Place("the name of a field", token, else: .field),
            Place("the colon of a field", ":", else: .field),
            Place("the space before a value", value, else: .field),
            Place("a value", value, else: .field),
            Place("CR of a field", "\r", else: .field), Place("LF of a field", "\n", else: .field),
            Place("CR of the end", "\r", else: .field), Place("LF of the end", "\n", else: .field),
        ]

    private static func refused(_ bytes: Set<UInt8>, _ refusal: Refusal) -> [UInt8: Refusal] {
        Dictionary(uniqueKeysWithValues: bytes.map { ($0, refusal) })
    }

    @Test func `has a place for each byte`() {
        #expect(Self.places.count == Self.text.count)
    }

    @Test(arguments: Array(places.enumerated()).map { ($0.offset, $0.element) })
    func `is served or refused as its place demands, and leaves the server as it was`(
        _ index: Int, _ place: Place
    ) throws {
        let server = try ServerUnderTest()
        for byte in UInt8.min...UInt8.max {
            var text = Self.text
            text[index] = byte
            let client = try RawConnection(port: server.port)
            try client.send(text)
            client.finish()
            let answer = try client.receiveToEnd()
            #expect(verdict(answer) == expected(place, byte), "byte \(byte)")
        }
        let client = try RawConnection(port: server.port)
        try client.send(Self.text)
        client.finish()
        #expect(verdict(try client.receiveToEnd()) == "served")
    }

    private func expected(_ place: Place, _ byte: UInt8) -> String {
        guard let refusal = place.refusal(of: byte) else { return "served" }
        return String(decoding: refusal.response(to: nil, at: 0), as: UTF8.self)
            .replacing(#/Date: [^\r]*/#, with: "Date: -")
    }

    /// Says that a request was served, or returns the refusal without its time.
    private func verdict(_ answer: String) -> String {
        let isServed =
            answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("\r\n\r\necho ")
            && answer.components(separatedBy: "HTTP/1.").count == 2
        return isServed ? "served" : answer.replacing(#/Date: [^\r]*/#, with: "Date: -")
    }
}
