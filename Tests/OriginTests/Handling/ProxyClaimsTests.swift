import Configuration
import HTTP
import Testing

@testable import Origin

struct `Proxy claims` {
    struct Case: Sendable, CustomTestStringConvertible {
        var fields: [(String, String)]
        var client: String?
        var testDescription: String {
            fields.map { "\($0.0): \($0.1.prefix(50))" }.joined(separator: " | ")
        }
    }

    static let trusted = [
        IPNetwork(address: [10, 0, 0, 0], prefixLength: 8),
        IPNetwork(
            address: [0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 12), prefixLength: 32),
    ]

    static let cases = [
        Case(fields: [], client: nil),
        list("192.0.2.7", "192.0.2.7"),
        list("198.51.100.1, 192.0.2.7", "192.0.2.7"),
        list("198.51.100.1, 192.0.2.7, 10.1.2.3", "192.0.2.7"),
        list("10.9.9.9, 10.1.2.3", "10.9.9.9"),
        list("evil, 192.0.2.7", "192.0.2.7"),
        list("evil, 10.1.2.3", nil),
        list("192.0.2.7:4711", "192.0.2.7"),
        list("2001:470::7, 2001:db8::1", "2001:470::7"),
        list("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        list("", nil), list(",", nil), list(" , ,", nil), list("unknown", nil),
        list("[::1]:99", "::1"), list("[2001:470::7]", "2001:470::7"), list("[::1]:x", nil),
        list("[192.0.2.7]:99", nil), list("[::1", nil), list("192.0.2.7:", nil),
        list("192.0.2.7:+80", nil), list("192.0.2.7:65536", nil),
        list(String(repeating: ",", count: 8000), nil),
        list(String(repeating: "10.0.0.1,", count: 800) + "10.0.0.1", "10.0.0.1"),
        list("192.0.2.07", nil), list("192.0.2", nil), list("fe80::1%eth0", nil),
        Case(
            fields: [("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-For", "192.0.2.7")],
            client: "192.0.2.7"),
        forwarded("for=192.0.2.7", "192.0.2.7"),
        forwarded("For=\"[2001:470::7]:4711\";proto=https", "2001:470::7"),
        forwarded("for=198.51.100.1, for=192.0.2.7;by=10.0.0.1, for=10.0.0.9", "192.0.2.7"),
        forwarded("for=_hidden", nil), forwarded("for=unknown", nil), forwarded("proto=https", nil),
        forwarded("for=\"192.0.2.7", nil), forwarded("for=\"192.0.2.7\"9", nil),
        forwarded("for=\"192.0.2.7:_a.B-9\"", "192.0.2.7"), forwarded("for=\"192.0.2.7:_\"", nil),
        forwarded("for=\"[2001:470::7]:_x\"", "2001:470::7"),
        forwarded("for=\"[2001:470::7]9\"", nil), forwarded("for=\"192\\.0.2.7\"", "192.0.2.7"),
        forwarded("for=\"192.0.2.7\\", nil), forwarded("for=\"[2001:470::7\"", nil),
        forwarded("=;=,;;\"", nil),
    ]

    @Test(arguments: cases)
    func `name the right-most address that is not trusted`(row: Case) {
        let claims = ProxyClaims(Fields(row.fields.map { Field($0.0, $0.1) }))
        #expect(claims.client(trusted: Self.trusted) == row.client)
    }

    private static func list(_ value: String, _ client: String?) -> Case {
        Case(fields: [("X-Forwarded-For", value)], client: client)
    }

    private static func forwarded(_ value: String, _ client: String?) -> Case {
        Case(fields: [("Forwarded", value)], client: client)
    }
}
