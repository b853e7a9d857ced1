/// Walks over the bytes of a request head.
///
/// Every function that may come to the end of the bytes says so by `false` or `nil`: more
/// bytes may follow.
struct HeadScanner {
    private let input: ArraySlice<UInt8>
    /// The offset of the next byte.
    private(set) var position: Int

    private static let carriageReturn: UInt8 = 0x0D
    private static let lineFeed: UInt8 = 0x0A

    init(input: ArraySlice<UInt8>) {
        self.input = input
        position = input.startIndex
    }

    private var next: UInt8? { position < input.endIndex ? input[position] : nil }

    /// Skips one empty line before the request line (RFC 9112 §2.2), if there is one.
    mutating func skipEmptyLine() throws(Refusal) -> Bool {
        guard next == Self.carriageReturn else { return true }
        return try takeLineEnd(.requestLine)
    }

    /// Takes bytes as long as they are of a class.
    mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, isWanted(byte) { position += 1 }
        return input[start..<position]
    }

    /// Takes exactly one space; `false` at the end of the bytes.
    mutating func takeSpace() throws(Refusal) -> Bool {
        guard let byte = next else { return false }
        guard byte == 0x20 else { throw .requestLine }
        position += 1
        return true
    }

    /// Takes a line's end, or returns `false` at the end of the bytes.
    ///
    /// Only CR LF is one; a bare CR or LF is refused.
    mutating func takeLineEnd(_ refusal: Refusal) throws(Refusal) -> Bool {
        guard let first = next else { return false }
        guard first == Self.carriageReturn else { throw refusal }
        guard position + 1 < input.endIndex else { return false }
        guard input[position + 1] == Self.lineFeed else { throw refusal }
        position += 2
        return true
    }

    /// A field's name and its value without surrounding white space; both empty at the end.
    struct FieldRange {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// Takes one field line, or the empty line that ends the head.
    mutating func field() throws(Refusal) -> FieldRange? {
        guard let first = next else { return nil }
        if first == Self.carriageReturn {
            guard try takeLineEnd(.field) else { return nil }
            return FieldRange(name: position..<position, value: position..<position)
        }
        let name = take(while: ByteClass.isToken)
        guard let colon = next else { return nil }
        guard colon == UInt8(ascii: ":"), !name.isEmpty else { throw .field }
        position += 1
        _ = take(while: Self.isSpace)
        let value = take(while: ByteClass.isFieldValue)
        guard try takeLineEnd(.field) else { return nil }
        var end = value.endIndex
        while end > value.startIndex, Self.isSpace(input[end - 1]) { end -= 1 }
        return FieldRange(name: name.startIndex..<name.endIndex, value: value.startIndex..<end)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
