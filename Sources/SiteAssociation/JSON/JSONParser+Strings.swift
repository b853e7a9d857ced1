import Diagnostics

extension JSONParser {
    /// Reads a string in double quotes.
    mutating func string() throws(Diagnostic) -> String {
        let start = offset
        let opening = location()
        var text: [UInt8] = []
        offset += 1
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                try escape(into: &text, opening: opening)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw error(
                    "unclosed-string", "a string ends on the line where it begins", at: start,
                    hint: "close it with a double quote; a line break in it is written \\n")
            case 0x00...0x1F:
                try report(
                    error(
                        "control-character",
                        "control character \(Self.hex(byte)) in a string is written as an escape",
                        at: offset, hint: "write it as \\u00\(Self.hex(byte).dropFirst(2))"))
                text.append(byte)
                offset += 1
            default:
                text.append(byte)
                offset += 1
            }
        }
        throw unclosed("a string", at: opening)
    }

    private mutating func escape(
        into text: inout [UInt8], opening: Location
    ) throws(Diagnostic) {
        let start = offset
        offset += 1
        guard let byte else { throw unclosed("a string", at: opening) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += String(try escapedScalar(from: start)).utf8
        default:
            offset -= 1
            try report(
                error(
                    "escape", "a backslash stands before one of \" \\ / b f n r t u", at: start,
                    hint: "a backslash itself is written \\\\"))
        }
    }

    /// Reads the digits of `\u` and, for the first half of a surrogate pair, the second half.
    private mutating func escapedScalar(from start: Int) throws(Diagnostic) -> Unicode.Scalar {
        guard let first = hexUnit() else {
            try report(
                error("escape", "four hexadecimal digits belong after \\u", at: start))
            return "\u{FFFD}"
        }
        if let scalar = Unicode.Scalar(first) { return scalar }
        let afterFirst = offset
        if first < 0xDC00, byte == UInt8(ascii: "\\") {
            offset += 1
            if byte == UInt8(ascii: "u") {
                offset += 1
                if let second = hexUnit(), 0xDC00...0xDFFF ~= second {
                    let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
                    return Unicode.Scalar(value) ?? "\u{FFFD}"
                }
            }
        }
        offset = afterFirst
        try report(
            error(
                "lone-surrogate", "half of a surrogate pair is no character", at: start,
                hint: "write the character itself; the file is UTF-8"))
        return "\u{FFFD}"
    }

    private mutating func hexUnit() -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            guard let digit = Self.hexValue(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        offset += 4
        return value
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func hex(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    // MARK: Strings in other quotes

    /// Reads a string in single or typographic quotes, reports it, and lets the reading go on.
    mutating func misquotedString() throws(Diagnostic) -> String {
        let start = offset
        guard let scalar = scalar(), let quotes = Self.quotes(openedBy: scalar.value) else {
            throw unexpectedCharacter()
        }
        let id = scalar.value == "'" ? "single-quotes" : "smart-quotes"
        let name = scalar.value == "'" ? "single" : "typographic"
        let finding = error(
            id, "a string stands in double quotes, not in \(name) ones", at: start,
            hint: "write \" on both sides")
        offset += scalar.length
        let textStart = offset
        while let next = self.scalar(), next.value != "\n" {
            let end = offset
            offset += next.length
            if quotes.contains(next.value) {
                try report(finding)
                return String(decoding: bytes[textStart..<end], as: UTF8.self)
            }
        }
        throw finding
    }

    private static func quotes(openedBy scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar {
        case "'": ["'"]
        case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{AB}", "\u{BB}":
            ["\u{201C}", "\u{201D}", "\u{201F}", "\u{AB}", "\u{BB}", "\""]
        case "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "`", "\u{B4}":
            ["\u{2018}", "\u{2019}", "\u{201B}", "`", "\u{B4}", "'"]
        default: nil
        }
    }
}
