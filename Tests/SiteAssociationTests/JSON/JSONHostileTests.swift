import Diagnostics
import SiteAssociation
import TestSupport
import Testing

/// Input that is meant to break the reader, and input made at random.
struct `JSON reader under attack` {
    static let document = """
        {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.é"],"components":[{"/":"/a/*",
        "?":{"q":"\\u00e9\\ud83d\\ude00"},"exclude":true,"n":[-1.5e+3,null,false]},{}]}]}}
        """

    /// Every ASCII character that means something, and bytes that are wrong in UTF-8.
    static let interesting =
        Array("\u{0}\u{1F}\t\n \"\\/*#'{}[]:,.+-0159aeEfnrtu".utf8) + [
            0x7F, 0x80, 0xC0, 0xE9, 0xFF,
        ]

    private func read(_ bytes: some Sequence<UInt8>) -> JSONReader.Reading {
        JSONReader.read(SourceFile(name: "a", bytes: Array(bytes)))
    }

    @Test func `refuses a document truncated at any byte`() {
        let bytes = Array(Self.document.utf8)
        #expect(read(bytes).findings.isEmpty)
        let accepted = bytes.indices.filter { read(bytes.prefix($0)).root != nil }
        #expect(accepted.isEmpty)
    }

    @Test func `gives a value or findings for any byte at any place, never both`() {
        let bytes = Array(Self.document.utf8)
        var failures: [String] = []
        for index in bytes.indices {
            for byte in Self.interesting {
                var changed = bytes
                changed[index] = byte
                let reading = read(changed)
                guard let root = reading.root else {
                    if reading.findings.isEmpty { failures.append("\(index) \(byte)") }
                    continue
                }
                let again = read(root.value.encoded())
                if !reading.findings.isEmpty || again.root?.value != root.value {
                    failures.append("\(index) \(byte)")
                }
            }
        }
        #expect(failures.isEmpty)
    }

    @Test func `reads back what the writer wrote`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let value = Self.value(depth: 5, &random)
            for isIndented in [false, true] {
                let reading = read(value.encoded(indented: isIndented))
                #expect(reading.findings.isEmpty)
                #expect(reading.root?.value == value)
            }
        }
    }

    @Test func `survives random bytes and random JSON characters`() {
        var random = SeededGenerator(seed: 2)
        let characters = Array("{}[]:,\"\\u0123aeE.+-tfn/*#'“” \n\t\u{A0}é".utf8)
        for round in 0..<3000 {
            let bytes = (0..<random.below(40)).map { _ in
                round % 2 == 0 ? random.element(of: characters) : UInt8(random.below(256))
            }
            let reading = read(bytes)
            #expect((reading.root == nil) == !reading.findings.isEmpty)
        }
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch random.below(depth > 0 ? 7 : 5) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return JSONValue(random.below(1 << 20) - 1 << 19)
        case 3: return .number(random.element(of: ["-0", "1e5", "0.25", "-1.5E-3"]))
        case 4: return .string(text(&random))
        case 5: return .array((0..<random.below(4)).map { _ in value(depth: depth - 1, &random) })
        default:
            return .object(
                (0..<random.below(4)).map {
                    .init("\($0)" + text(&random), value(depth: depth - 1, &random))
                })
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "/", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{2028}", "😀", "\u{FEFF}",
        ]
        var text = ""
        for _ in 0..<random.below(6) { text.unicodeScalars.append(random.element(of: scalars)) }
        return text
    }
}
