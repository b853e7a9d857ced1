/// One header field, as text.
package struct Field: Sendable, Hashable {
    /// The name; compared without regard to letter case.
    package var name: String
    /// The value without surrounding white space.
    package var value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The header fields of a received message, kept as the bytes that came.
///
/// Values may hold bytes above 0x7F (RFC 9110 §5.5, obs-text); as text each of them is the
/// Unicode scalar of the same number, so that nothing is lost.
package struct Fields: Sendable {
    private struct Entry {
        var name: Range<Int>
        var value: Range<Int>
    }

    private let bytes: [UInt8]
    private var entries: [Entry] = []

    /// Creates a list without fields over the bytes of a message head.
    package init(head bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// The number of fields.
    package var count: Int { entries.count }

    /// Appends a field whose name and value stand at these offsets of the head.
    package mutating func append(name: Range<Int>, value: Range<Int>) {
        entries.append(Entry(name: name, value: value))
    }

    /// Returns all values of a field in the order received.
    ///
    /// - Parameter name: The field's name in lower case.
    /// - Returns: The values; empty when the field was not sent.
    package func values(_ name: StaticString) -> [String] {
        entries.compactMap { entry in
            matches(entry.name, name) ? text(entry.value) : nil
        }
    }

    /// Returns the first value of a field, or `nil` when it was not sent.
    ///
    /// - Parameter name: The field's name in lower case.
    /// - Returns: The value, which may be empty.
    package func first(_ name: StaticString) -> String? {
        for entry in entries where matches(entry.name, name) {
            return text(entry.value)
        }
        return nil
    }

    /// Returns all fields in the order received.
    package var all: [Field] {
        entries.map { Field(text($0.name), text($0.value)) }
    }

    private func matches(_ range: Range<Int>, _ name: StaticString) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        let wanted = name.description.utf8
        return zip(bytes[range], wanted).allSatisfy { byte, letter in
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            return (isUpper ? byte | 0x20 : byte) == letter
        }
    }

    private func text(_ range: Range<Int>) -> String {
        let slice = bytes[range]
        if slice.allSatisfy({ $0 < 0x80 }) { return String(decoding: slice, as: UTF8.self) }
        var text = ""
        for byte in slice { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }
}

extension Fields {
    /// Creates a list from fields given as text, for handler tests and our own requests.
    package init(_ fields: [Field]) {
        var bytes: [UInt8] = []
        var ranges: [(Range<Int>, Range<Int>)] = []
        for field in fields {
            let start = bytes.count
            bytes.append(contentsOf: field.name.utf8)
            let middle = bytes.count
            for scalar in field.value.unicodeScalars {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            }
            ranges.append((start..<middle, middle..<bytes.count))
        }
        self.init(head: bytes)
        for (name, value) in ranges { append(name: name, value: value) }
    }
}
