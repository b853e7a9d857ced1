/// A path that says what it means: a slash, then letters, digits, `-`, `_` and single slashes,
/// and perhaps a star at the end.
///
/// Nearly all paths are like this. The linter has nothing to say about the text of one, and
/// what it matches shows without a proof.
enum PlainPath {
    /// Whether a path is plain.
    static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8.span
        guard bytes.count > 0, bytes[0] == UInt8(ascii: "/") else { return false }
        for index in 1..<bytes.count {
            switch bytes[index] {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"):
                continue
            case UInt8(ascii: "/") where bytes[index - 1] != UInt8(ascii: "/"): continue
            case UInt8(ascii: "*") where index == bytes.count - 1: continue
            default: return false
            }
        }
        return true
    }

    /// Returns what every path begins with that a plain one matches.
    static func stem(_ text: String) -> Substring {
        text.utf8.last == UInt8(ascii: "*") ? text.dropLast() : text[...]
    }
}
