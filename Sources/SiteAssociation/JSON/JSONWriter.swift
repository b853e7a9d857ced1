extension JSONValue {
    /// Returns the value as JSON text in UTF-8, the same bytes for equal values everywhere.
    ///
    /// Strings escape `"`, `\` and U+0000 to U+001F (as `\u00xx`) and nothing else: `/` and
    /// all other Unicode stand as they are. No line feed follows the text.
    ///
    /// - Parameter indented: Whether to break lines and indent by two spaces, for people.
    /// - Returns: The bytes, without byte order mark.
    package func encoded(indented: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isIndented: indented)
        writer.write(self)
        return writer.bytes
    }

    /// Returns the value as JSON text, as ``encoded(indented:)`` does in bytes.
    package func text(indented: Bool = false) -> String {
        String(decoding: encoded(indented: indented), as: UTF8.self)
    }
}

/// Collects the bytes of one JSON text.
private struct JSONWriter {
    let isIndented: Bool
    var bytes: [UInt8] = []
    private var depth = 0

    init(isIndented: Bool) { self.isIndented = isIndented }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): write(text)
        case .array(let elements):
            write(elements, from: "[", to: "]") { $0.write($1) }
        case .object(let members):
            write(members, from: "{", to: "}") { writer, member in
                writer.write(member.key)
                writer.bytes += (writer.isIndented ? ": " : ":").utf8
                writer.write(member.value)
            }
        }
    }

    private mutating func write<Item>(
        _ items: [Item], from open: Unicode.Scalar, to close: Unicode.Scalar,
        each: (inout JSONWriter, Item) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        depth += 1
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            each(&self, item)
        }
        depth -= 1
        if !items.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: close))
    }

    private mutating func breakLine() {
        guard isIndented else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy(Self.isPlain) {
            bytes += text.utf8
        } else {
            for byte in text.utf8 { write(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ byte: UInt8) {
        if Self.isPlain(byte) {
            bytes.append(byte)
        } else if byte < 0x20 {
            bytes += "\\u00".utf8
            bytes += [Self.hexDigit(byte >> 4), Self.hexDigit(byte & 0x0F)]
        } else {
            bytes += [UInt8(ascii: "\\"), byte]
        }
    }

    /// Whether a byte of a string stands as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
