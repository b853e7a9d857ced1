import Diagnostics

extension JSONParser {
    /// Reads a number and returns its exact text.
    mutating func number() throws(Diagnostic) -> String {
        let start = offset
        while let byte, Self.isNumberByte(byte) { offset += 1 }
        let token = bytes[start..<offset]
        let text = String(decoding: token, as: UTF8.self)
        if Self.isNumber(token) {
            guard let value = Double(text), value.isFinite else {
                throw error(
                    "number-too-large", "number \(Diagnostic.quoted(text)) is too large", at: start)
            }
            return text
        }
        try report(malformedNumber(text, at: start))
        return "0"
    }

    private func malformedNumber(_ text: String, at start: Int) -> Diagnostic {
        let quoted = Diagnostic.quoted(text)
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        if let word = digits.first, Self.isLetter(word) {
            return error("not-a-number", "JSON has no number \(quoted)", at: start)
        }
        let second = digits.dropFirst().first
        if digits.first == UInt8(ascii: "0"), let second,
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= second
        {
            return error(
                "leading-zero", "number \(quoted) begins with a zero", at: start,
                hint: "leave the zeros out, or put it in double quotes")
        }
        return error(
            "number", "number \(quoted) is not of the form -1.5e+3", at: start,
            hint: "put it in double quotes if it is a text")
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        isWordByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: ".")
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Whether a text is a number as RFC 8259, section 6 has it.
    private static func isNumber(_ token: ArraySlice<UInt8>) -> Bool {
        var rest = token
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let isZero = rest.first == UInt8(ascii: "0")
        guard let whole = takeDigits(from: &rest), !isZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard takeDigits(from: &rest) != nil else { return false }
        }
        if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
                rest.removeFirst()
            }
            guard takeDigits(from: &rest) != nil else { return false }
        }
        return rest.isEmpty
    }

    private static func takeDigits(from rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : digits.count
    }

    /// Reads `true`, `false` or `null`, or reports the word that stands there instead.
    mutating func word() throws(Diagnostic) -> JSONNode.Content {
        let start = offset
        while let byte, Self.isWordByte(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "NaN", "Infinity", "nan", "inf", "Inf", "infinity":
            try report(
                error("not-a-number", "JSON has no number \(Diagnostic.quoted(text))", at: start))
        default:
            try report(unknownWord(text, at: start))
        }
        return .null
    }

    private func unknownWord(_ text: String, at start: Int) -> Diagnostic {
        let words = [
            "true": "true", "yes": "true", "on": "true", "false": "false", "no": "false",
            "off": "false", "null": "null", "none": "null", "nil": "null", "undefined": "null",
        ]
        let meant =
            words[text.lowercased()]
            ?? NearestWord.nearest(to: text, among: ["true", "false", "null"])
        let quoted = "\"" + Diagnostic.printable(text, limit: 60) + "\""
        return error(
            "word", "\(Diagnostic.quoted(text)) is none of the words true, false and null",
            at: start, hint: meant.map { "write \($0)" } ?? "a text is written \(quoted)")
    }
}
