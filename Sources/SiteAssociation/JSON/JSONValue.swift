/// A JSON value whose members keep their order, for everything this project writes as JSON.
///
/// Equality goes by what is written: the order of members counts, and `1.0` is not `1`.
package indirect enum JSONValue: Sendable, Hashable {
    /// One key of an object and what it holds.
    package struct Member: Sendable, Hashable {
        /// The key.
        package var key: String
        /// The value.
        package var value: JSONValue

        /// Creates a member.
        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    case null
    case bool(Bool)
    /// A number as its exact text, which must follow RFC 8259, section 6.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// An object; the keys must differ from each other.
    case object([Member])

    /// Creates a number from an integer of any width.
    package init(_ value: some BinaryInteger) { self = .number(String(value)) }

    /// Creates a string.
    package init(_ value: some StringProtocol) { self = .string(String(value)) }

    /// Creates a truth value.
    package init(_ value: Bool) { self = .bool(value) }

    /// Creates an array of strings.
    package init(_ values: some Sequence<String>) { self = .array(values.map(JSONValue.string)) }

    /// Creates an object from the members that have a value; a `nil` leaves its key out.
    package init(present members: KeyValuePairs<String, JSONValue?>) {
        self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }

    /// Returns the value of an object's key, or `nil` for another key or another kind of value.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation
{
    /// Creates `null`.
    package init(nilLiteral: ()) { self = .null }
    /// Creates `true` or `false`.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a number.
    package init(integerLiteral value: Int64) { self = .number(String(value)) }
    /// Creates a string.
    package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object whose members stand in the order of the literal.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
