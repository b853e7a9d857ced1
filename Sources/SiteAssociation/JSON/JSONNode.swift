package import Diagnostics

/// A JSON value that was read from a file and knows its place in it.
package struct JSONNode: Sendable {
    /// What the value is; the members of an object keep their order and have different keys.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        /// A number as its exact text.
        case number(String)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// One key of an object and what it holds.
    package struct Member: Sendable {
        /// The key without its escapes.
        package var key: String
        /// The place of the key.
        package var location: Location
        /// The value.
        package var value: JSONNode
    }

    /// The value.
    package var content: Content
    /// The place of its first character.
    package var location: Location

    /// Returns the member of an object with a key, compared byte by byte.
    package func member(_ key: String) -> Member? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key.utf8.elementsEqual(key.utf8) }
    }

    /// Returns the value of an object's key, or `nil` for another key or another kind of value.
    package subscript(key: String) -> JSONNode? { member(key)?.value }

    /// The members of an object, or `nil` for another kind of value.
    package var members: [Member]? {
        guard case .object(let members) = content else { return nil }
        return members
    }

    /// The elements of an array, or `nil` for another kind of value.
    package var elements: [JSONNode]? {
        guard case .array(let elements) = content else { return nil }
        return elements
    }

    /// The text of a string, or `nil` for another kind of value.
    package var string: String? {
        guard case .string(let text) = content else { return nil }
        return text
    }

    /// The name of the kind of value, with its article, for messages.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value without its places.
    package var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let isTrue): .bool(isTrue)
        case .number(let text): .number(text)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members): .object(members.map { .init($0.key, $0.value.value) })
        }
    }
}
