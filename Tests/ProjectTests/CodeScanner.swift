/// Separates Swift code from comments and strings; code in interpolations counts as code.
struct CodeScanner {
    private static let hash = UInt8(ascii: "#")
    private static let quote = UInt8(ascii: "\"")
    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let newline = UInt8(ascii: "\n")

    private let bytes: [UInt8]
    private var position = 0
    private var code: [UInt8] = []

    private init(_ text: String) {
        bytes = Array(text.utf8)
        code.reserveCapacity(bytes.count)
    }

    /// Returns the text without comments and without what stands between quotes.
    static func code(of text: String) -> String {
        var scanner = CodeScanner(text)
        scanner.scanCode(untilParenthesis: false)
        return String(decoding: scanner.code, as: UTF8.self)
    }

    private func byte(_ offset: Int) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    private mutating func scanCode(untilParenthesis: Bool) {
        var depth = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == Self.slash, self.byte(1) == Self.slash {
                while position < bytes.count, bytes[position] != Self.newline { position += 1 }
            } else if byte == Self.slash, self.byte(1) == Self.star {
                skipBlockComment()
            } else if let hashes = stringStart(byte) {
                skipString(hashes: hashes)
            } else {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                if untilParenthesis, depth < 0 { return }
                code.append(byte)
                position += 1
            }
        }
    }

    /// The number of `#` before a string that starts here.
    private func stringStart(_ byte: UInt8) -> Int? {
        guard byte == Self.quote || byte == Self.hash else { return nil }
        let hashes = bytes[position...].prefix { $0 == Self.hash }.count
        return self.byte(hashes) == Self.quote ? hashes : nil
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            let opens = byte(0) == Self.slash && byte(1) == Self.star
            let closes = byte(0) == Self.star && byte(1) == Self.slash
            if byte(0) == Self.newline { code.append(Self.newline) }
            depth += opens ? 1 : closes ? -1 : 0
            position += opens || closes ? 2 : 1
        } while depth > 0 && position < bytes.count
    }

    private mutating func skipString(hashes: Int) {
        position += hashes
        let isLong = byte(0) == Self.quote && byte(1) == Self.quote && byte(2) == Self.quote
        let marks = [UInt8](repeating: Self.hash, count: hashes)
        let end = [UInt8](repeating: Self.quote, count: isLong ? 3 : 1) + marks
        let interpolation = [UInt8(ascii: "\\")] + marks + [UInt8(ascii: "(")]
        position += isLong ? 3 : 1
        code += [Self.quote, Self.quote]
        while position < bytes.count, !sees(end) {
            if sees(interpolation) {
                position += interpolation.count
                code.append(UInt8(ascii: "("))
                scanCode(untilParenthesis: true)
                code.append(UInt8(ascii: ")"))
            } else if hashes == 0, bytes[position] == UInt8(ascii: "\\") {
                position += 1
            }
            if byte(0) == Self.newline { code.append(Self.newline) }
            position += 1
        }
        position += end.count
    }

    private func sees(_ mark: [UInt8]) -> Bool {
        bytes[position] == mark[0] && bytes[position...].starts(with: mark)
    }
}
