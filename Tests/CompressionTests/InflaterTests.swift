import Compression
import TestSupport
import Testing

struct `The inflater` {
    /// `printf 'one\ntwo\n' | gzip -n`.
    static let packed: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xcb, 0xcf, 0x4b, 0xe5, 0x2a,
        0x29, 0xcf, 0xe7, 0x02, 0x00, 0xe6, 0x0b, 0xba, 0x12, 0x08, 0x00, 0x00, 0x00,
    ]
    static let text = Array("one\ntwo\n".utf8)

    @Test func `unpacks gzip data`() throws {
        #expect(try Inflater.unpacked(Self.packed, limitBytes: 8) == Self.text)
        #expect(Inflater.isGzip(Self.packed))
        #expect(!Inflater.isGzip(Self.text))
    }

    @Test func `unpacks members in a row, and ignores zeros behind them`() throws {
        let two = Self.packed + Self.packed + [0, 0, 0]
        #expect(try Inflater.unpacked(two, limitBytes: 100) == Self.text + Self.text)
    }

    @Test func `unpacks data that comes byte by byte`() throws {
        let inflater = try Inflater()
        var result: [UInt8] = []
        for byte in Self.packed + Self.packed {
            result += try inflater.unpack([byte], limitBytes: 100)
        }
        try inflater.finish()
        #expect(result == Self.text + Self.text)
    }

    @Test func `refuses data that is cut off at any byte`() {
        for count in 1..<Self.packed.count {
            #expect(throws: CompressionFault.truncated, "\(count) bytes") {
                try Inflater.unpacked(Array(Self.packed.prefix(count)), limitBytes: 100)
            }
        }
    }

    @Test func `refuses a result over the limit`() {
        #expect(throws: CompressionFault.tooLarge(limitBytes: 7)) {
            try Inflater.unpacked(Self.packed, limitBytes: 7)
        }
    }

    @Test func `refuses damaged data, in the library's words`() {
        var damaged = Self.packed
        damaged[21] ^= 0xFF
        #expect(throws: CompressionFault.malformed("incorrect data check")) {
            try Inflater.unpacked(damaged, limitBytes: 100)
        }
        #expect(throws: CompressionFault.malformed("incorrect header check")) {
            try Inflater.unpacked(Self.text, limitBytes: 100)
        }
    }

    @Test func `stops at the limit in data that would grow without end`() throws {
        let directory = try TemporaryDirectory()
        let size = 20_000_000
        let path = try directory.write([UInt8](repeating: 0, count: size), to: "zeros")
        try CommandRunner.output("gzip", ["-n", path])
        let bytes = try directory.bytes(of: "zeros.gz")
        #expect(bytes.count < 100_000)
        #expect(throws: CompressionFault.tooLarge(limitBytes: 1_000_000)) {
            try Inflater.unpacked(bytes, limitBytes: 1_000_000)
        }
        #expect(try Inflater.unpacked(bytes, limitBytes: size).count == size)
    }
}
