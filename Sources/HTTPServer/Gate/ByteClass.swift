/// The character classes of RFC 9110 and RFC 3986 that a request head is made of.
enum ByteClass {
    /// A byte of a method or field name (`tchar`, RFC 9110 §5.6.2).
    static func isToken(_ byte: UInt8) -> Bool { table[Int(byte)] & token != 0 }

    /// A byte of a request target: visible ASCII, without `#`, which no target may carry.
    static func isTarget(_ byte: UInt8) -> Bool { table[Int(byte)] & target != 0 }

    /// A byte of a field value: tab, visible ASCII, space, or above 0x7F (`obs-text`).
    static func isFieldValue(_ byte: UInt8) -> Bool { table[Int(byte)] & value != 0 }

    /// A byte of a registered name (`unreserved`, `sub-delims` and `%`, RFC 3986 §3.2.2).
    static func isName(_ byte: UInt8) -> Bool { table[Int(byte)] & name != 0 }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66)
    }

    private static let token: UInt8 = 1
    private static let target: UInt8 = 2
    private static let value: UInt8 = 4
    private static let name: UInt8 = 8

    private static let table: [UInt8] = {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
        let tokens = Set(letters + Array("!#$%&'*+-.^_`|~".utf8))
        let names = Set(letters + Array("-._~!$&'()*+,;=%".utf8))
        return (0...255).map { byte -> UInt8 in
            let byte = UInt8(byte)
            var classes: UInt8 = 0
            if tokens.contains(byte) { classes |= token }
            if byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#") { classes |= target }
            if byte == 0x09 || (byte >= 0x20 && byte != 0x7F) { classes |= value }
            if names.contains(byte) { classes |= name }
            return classes
        }
    }()
}
