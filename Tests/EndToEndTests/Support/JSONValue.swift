import Foundation

/// A JSON text as values that a test can walk through.
enum JSONValue: Decodable, Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(_ text: String) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The value below some keys; `null` where one of them is missing.
    subscript(keys: String...) -> JSONValue {
        keys.reduce(self) { value, key in value.fields[key] ?? .null }
    }

    /// The text, or `nil` for another kind.
    var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    /// The whole number, or `nil` for another kind.
    var number: Int? {
        guard case .number(let value) = self else { return nil }
        return Int(exactly: value)
    }

    /// The items of a list; empty for another kind.
    var items: [JSONValue] {
        guard case .list(let values) = self else { return [] }
        return values
    }

    /// The texts of a list; empty for another kind.
    var texts: [String] { items.compactMap(\.text) }

    /// The fields of an object; empty for another kind.
    var fields: [String: JSONValue] {
        guard case .object(let values) = self else { return [:] }
        return values
    }

    /// The names of all fields at any depth.
    var allKeys: Set<String> {
        let below = (items + fields.values).map(\.allKeys)
        return below.reduce(into: Set(fields.keys)) { $0.formUnion($1) }
    }
}
