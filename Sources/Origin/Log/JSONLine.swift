/// One JSON object on one line of printable ASCII, written field by field.
///
/// Everything outside of printable ASCII is escaped as `\uXXXX`, so no text from outside can
/// end the line, move a terminal's cursor or be invalid.
package struct JSONLine {
    private static let hexDigits = Array("0123456789abcdef".utf8)

    /// The bytes so far.
    package private(set) var bytes: [UInt8]
    private var isFirst = true

    /// Begins an object.
    package init() {
        bytes = [UInt8(ascii: "{")]
        bytes.reserveCapacity(640)
    }

    /// Writes a text, or `null`.
    package mutating func field(_ name: String, _ value: String?) {
        key(name)
        guard let value else {
            bytes.append(contentsOf: "null".utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        let text = value.utf8.span
        if text.indices.allSatisfy({ Self.standsForItself(text[$0]) }) {
            bytes.append(contentsOf: value.utf8)
        } else {
            for unit in value.utf16 { append(unit) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a number.
    package mutating func field(_ name: String, _ value: Int64) {
        key(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Ends the object and the line.
    package mutating func finish() {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func key(_ name: String) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Whether a byte is printable ASCII that needs no escape.
    private static func standsForItself(_ byte: UInt8) -> Bool {
        byte &- 0x20 < 0x5F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func append(_ unit: UInt16) {
        switch unit {
        case 0x22, 0x5C:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(unit))
        case 0x20...0x7E:
            bytes.append(UInt8(unit))
        default:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] as [UInt16] {
                bytes.append(Self.hexDigits[Int(unit >> shift & 0xF)])
            }
        }
    }
}
