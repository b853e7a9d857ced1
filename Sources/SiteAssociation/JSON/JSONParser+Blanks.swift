import Diagnostics

extension JSONParser {
    /// Skips white space, and reports comments and the blanks that JSON does not know.
    mutating func skipBlanks() throws(Diagnostic) {
        while let byte {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                offset += 1
            case UInt8(ascii: "/"), UInt8(ascii: "#"):
                guard try skipComment() else { return }
            case 0x21...0x7E:
                return
            default:
                guard let scalar = scalar(), Self.isForeignBlank(scalar.value) else { return }
                try reportForeignBlank(scalar.value)
                offset += scalar.length
            }
        }
    }

    /// Reports a blank that only looks like one, once, since a file often has hundreds.
    private mutating func reportForeignBlank(_ scalar: Unicode.Scalar) throws(Diagnostic) {
        let id = "white-space"
        guard !findings.contains(where: { $0.id == "json-" + id }) else { return }
        try report(
            error(
                id, "white space is spaces, tabs and line breaks, not \(name(scalar))",
                at: offset, hint: "replace it by a space everywhere; editors may show nothing"))
    }

    private static func isForeignBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{0B}", "\u{0C}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}": true
        default: !scalar.isASCII && scalar.properties.isWhitespace
        }
    }

    /// Skips a comment, or returns `false` when there is none.
    private mutating func skipComment() throws(Diagnostic) -> Bool {
        let start = offset
        let next = offset + 1 < bytes.count ? bytes[offset + 1] : nil
        if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
            offset += 2
            while !bytes[offset...].starts(with: "*/".utf8) {
                guard byte != nil else {
                    throw unclosed("a comment", at: source.location(ofOffset: start))
                }
                offset += 1
            }
            offset += 2
        } else if byte == UInt8(ascii: "#") || next == UInt8(ascii: "/") {
            while let byte, byte != UInt8(ascii: "\n") { offset += 1 }
        } else {
            return false
        }
        try report(
            error(
                "comment", "JSON has no comments", at: start,
                hint: "delete it, or use a component's \"comment\" key"))
        return true
    }

    /// The scalar at the current place and its length in bytes, or `nil` at the end.
    func scalar() -> (value: Unicode.Scalar, length: Int)? {
        guard let byte else { return nil }
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        let end = min(bytes.count, offset + length)
        let text = String(decoding: bytes[offset..<end], as: UTF8.self)
        return text.unicodeScalars.first.map { ($0, end - offset) }
    }

    func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The error for a character that can begin nothing.
    func unexpectedCharacter() -> Diagnostic {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"):
            return error("missing-value", "a value belongs here", at: offset)
        default:
            let text = scalar().map { Diagnostic.quoted(String($0.value)) } ?? "the end"
            return error("unexpected-character", "\(text) begins no value", at: offset)
        }
    }
}
