import Diagnostics
import Foundation
import PropertyList
import TestSupport
import Testing

struct `The reader of property lists` {
    static let expected = PropertyList.dictionary([
        "application-identifier": .string("ABCDE12345.com.example.shop"),
        "com.apple.developer.associated-domains": .array([
            .string("applinks:example.com"), .string("webcredentials:größe.example.com"),
        ]),
        "get-task-allow": .bool(true),
        "empty": .dictionary([:]),
    ])

    static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/p.dtd">
        <plist version="1.0">
        <!-- made by hand -->
        <dict>
          <key>application-identifier</key><string>ABCDE12345.com.example.shop</string>
          <key>com.apple.developer.associated-domains</key>
          <array><string>applinks:example.com</string>
          <string>webcredentials:gr&#xF6;<![CDATA[ße]]>.example.com</string></array>
          <key>get-task-allow</key><true/>
          <key>empty</key><dict/>
        </dict>
        </plist>
        """

    static let brackets = """
        Executable=/Applications/Shop.app/Contents/MacOS/Shop
        [Dict]
        \t[Key] application-identifier
        \t[Value]
        \t\t[String] ABCDE12345.com.example.shop
        \t[Key] com.apple.developer.associated-domains
        \t[Value]
        \t\t[Array]
        \t\t\t[String] applinks:example.com
        \t\t\t[String] webcredentials:größe.example.com
        \t[Key] get-task-allow
        \t[Value]
        \t\t[Bool] true
        \t[Key] empty
        \t[Value]
        \t\t[Dict]

        """

    static func binary() throws -> [UInt8] {
        let value: [String: Any] = [
            "application-identifier": "ABCDE12345.com.example.shop",
            "com.apple.developer.associated-domains": [
                "applinks:example.com", "webcredentials:größe.example.com",
            ], "get-task-allow": true, "empty": [String: Any](),
        ]
        return Array(
            try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        )
    }

    func read(_ bytes: [UInt8]) throws(Diagnostic) -> PropertyList {
        try PropertyList.read(SourceFile(name: "a.entitlements", bytes: bytes))
    }

    @Test func `reads XML, binary and the text of codesign alike`() throws {
        #expect(try read(Array(Self.xml.utf8)) == Self.expected)
        #expect(try read(Self.binary()) == Self.expected)
        #expect(try read(Array(Self.brackets.utf8)) == Self.expected)
    }

    @Test func `skips the header of a signature's blob`() throws {
        let length = UInt32(Self.xml.utf8.count + 8).bigEndian
        let header: [UInt8] = [0xFA, 0xDE, 0x71, 0x71] + withUnsafeBytes(of: length, Array.init)
        #expect(try read(header + Array(Self.xml.utf8)) == Self.expected)
    }

    @Test func `reads numbers, dates and data as values that nobody asks for`() throws {
        let xml =
            "<plist><array><integer>7</integer><real>1.5</real><date>2026-01-01T00:00:00Z</date>"
            + "<data>AA==</data><data/><false></false><string/></array></plist>"
        #expect(
            try read(Array(xml.utf8))
                == .array([
                    .other("7"), .other("1.5"), .other("2026-01-01T00:00:00Z"), .other("AA=="),
                    .other(""), .bool(false), .string(""),
                ]))
        let value: [Any] = [7, 1.5, Date(timeIntervalSince1970: 0), Data([1, 2])]
        let binary = try PropertyListSerialization.data(
            fromPropertyList: value, format: .binary, options: 0)
        #expect(
            try read(Array(binary)) == .array([.other(""), .other(""), .other(""), .other("")]))
    }

    @Test func `reads texts and lists that are longer than their mark can say`() throws {
        let value = (0..<300).map { "text number \($0) that is long" }
        let binary = try PropertyListSerialization.data(
            fromPropertyList: value, format: .binary, options: 0)
        #expect(try read(Array(binary)) == .array(value.map(PropertyList.string)))
    }

    static let broken: [(String, String)] = [
        ("", "the file is no property list [plist-unknown]"),
        ("{\"a\": 1}", "the file is no property list [plist-unknown]"),
        ("<?xml version='1.0'?>", "a tag is expected [plist-malformed]"),
        ("<plist>", "a tag is expected [plist-malformed]"),
        (
            "<plist><dict><string>a</string></dict></plist>",
            "a <dict> holds <key> and value [plist-malformed]"
        ),
        ("<plist><string>a", "the file ends inside <string> [plist-malformed]"),
        (
            "<plist><string>&bomb;</string></plist>",
            "'&' begins a character reference [plist-malformed]"
        ),
        (
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist/>",
            "a document type with definitions is not read [plist-malformed]"
        ),
        (
            "<plist><key>a</key></plist>",
            "an element here is a value of a property list [plist-malformed]"
        ),
        (
            "<plist>" + String(repeating: "<array>", count: 65),
            "values stand at most 64 deep [plist-limit]"
        ),
        ("[Dict]\n\t[String] a", "a [Dict] holds [Key] and [Value] [plist-malformed]"),
        ("[Dict]\n\t[Key] a\n\t[Value]", "a value is missing [plist-malformed]"),
        ("bplist00", "the file is cut off [plist-malformed]"),
    ]

    @Test(arguments: broken)
    func `says what is wrong with a file`(text: String, message: String) throws {
        let error = try #require(throws: Diagnostic.self) { try read(Array(text.utf8)) }
        #expect("\(error.message) [\(error.id)]" == message)
    }

    @Test func `traps on no file that is cut off or has wrong bytes`()
        throws
    {
        let binary = try Self.binary()
        for length in 0..<binary.count {
            #expect(throws: Diagnostic.self) { try read(Array(binary[..<length])) }
        }
        var generator = SeededGenerator(seed: 8)
        var refused = 0
        for _ in 0..<4_000 {
            var bytes = binary
            for _ in 0..<3 {
                bytes[Int.random(in: 6..<bytes.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            if (try? read(bytes)) == nil { refused += 1 }
        }
        #expect(refused > 500)
    }

    @Test func `ends a circle of references`() throws {
        // An array that holds itself.
        var bytes = Array("bplist00".utf8) + [0xA1, 0x00, 0x08]
        bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
        bytes += [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
        let error = try #require(throws: Diagnostic.self) { try read(bytes) }
        #expect(error.id == "plist-limit")
    }

    @Test func `takes no more of a text than its limit, however often a list refers to it`() throws
    {
        // One text of 60,000 bytes, and an array that names it a hundred times.
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 60_000)
        let head = Array("bplist00".utf8)
        let array: [UInt8] = [0xAF, 0x10, 100] + [UInt8](repeating: 1, count: 100)
        let string: [UInt8] = [0x5F, 0x11, 0xEA, 0x60] + text
        let second = head.count + array.count
        let table = second + string.count
        let offsets: [UInt8] = [0, 0, UInt8(head.count), 0, 0, UInt8(second)]
        let trailer: [UInt8] =
            [0, 0, 0, 0, 0, 0, 3, 1] + [0, 0, 0, 0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8)
            + [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xFF)]
        let error = try #require(throws: Diagnostic.self) {
            try read(head + array + string + offsets + trailer)
        }
        #expect(error.id == "plist-limit")
        #expect(error.message == "the texts have more than 4194304 bytes")
    }
}
