import Configuration
import Testing

@testable import Origin

struct `Peer address` {
    static let unreadable = [
        "", ".", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "+1.2.3.4", "a.b.c.d",
        ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "12345::",
        "g::", "::1.2.3", "1.2.3.4::", "::1%lo", "[::1]", "+1::", "1:2:3:4:5:6:1.2.3.4:8",
        String(repeating: "1", count: 100),
    ]

    @Test(arguments: unreadable)
    func `is not read from other text`(text: String) {
        #expect(PeerAddress(text) == nil)
    }

    @Test(arguments: [
        ("::", "0:0:0:0:0:0:0:0"), ("::1", "0:0:0:0:0:0:0:1"), ("1::", "1:0:0:0:0:0:0:0"),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("ABCD::", "abcd::"),
        ("192.0.2.1", "::ffff:192.0.2.1"), ("::ffff:c000:201", "192.0.2.1"),
        ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"),
    ])
    func `is the same in all of its spellings`(pair: (String, String)) throws {
        #expect(try #require(PeerAddress(pair.0)) == #require(PeerAddress(pair.1)))
    }

    struct Membership: Sendable, CustomTestStringConvertible {
        var address: String
        var network: [UInt8]
        var length: Int
        var isMember: Bool
        var testDescription: String { "\(address) in \(network)/\(length)" }
    }

    @Test(arguments: [
        Membership(address: "10.1.2.3", network: [10, 0, 0, 0], length: 8, isMember: true),
        Membership(address: "::ffff:10.1.2.3", network: [10, 0, 0, 0], length: 8, isMember: true),
        Membership(address: "11.1.2.3", network: [10, 0, 0, 0], length: 8, isMember: false),
        Membership(address: "10.1.2.3", network: [10, 1, 2, 3], length: 32, isMember: true),
        Membership(address: "10.1.2.4", network: [10, 1, 2, 3], length: 32, isMember: false),
        Membership(address: "10.1.2.130", network: [10, 1, 2, 128], length: 25, isMember: true),
        Membership(address: "10.1.2.127", network: [10, 1, 2, 128], length: 25, isMember: false),
        Membership(address: "192.0.2.1", network: [0, 0, 0, 0], length: 0, isMember: true),
        Membership(address: "::1", network: [0, 0, 0, 0], length: 0, isMember: false),
        Membership(address: "192.0.2.1", network: [10], length: 8, isMember: false),
        Membership(address: "192.0.2.1", network: [192, 0, 2, 1], length: 33, isMember: false),
        Membership(address: "192.0.2.1", network: [192, 0, 2, 1], length: -1, isMember: false),
        Membership(
            address: "10.1.2.3", network: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 0],
            length: 104, isMember: true),
        Membership(
            address: "fd00::5", network: [0xfd] + [UInt8](repeating: 0, count: 15), length: 8,
            isMember: true),
        Membership(
            address: "fe00::5", network: [0xfd] + [UInt8](repeating: 0, count: 15), length: 8,
            isMember: false),
    ])
    func `belongs to the networks that begin with its bits`(row: Membership) throws {
        let address = try #require(PeerAddress(row.address))
        let network = IPNetwork(address: row.network, prefixLength: row.length)
        #expect(address.isIn(network) == row.isMember)
    }
}
