import SiteAssociation

/// The form of a JSON value, as OpenAPI 3.1 describes it (JSON Schema 2020-12).
indirect enum Schema: Sendable {
    /// A text.
    case text
    /// One of some texts.
    case word([String])
    /// 64 hexadecimal digits.
    case digest
    /// A moment in RFC 3339.
    case time
    case number
    case flag
    case null
    /// Anything.
    case anything
    case list(Schema)
    /// An object; every member is there but the optional ones.
    case object([Member])
    case either([Schema])
    /// A schema that has a name of its own.
    case named(SchemaName)

    /// A member of an object.
    struct Member: Sendable {
        let name: String
        let schema: Schema
        let isOptional: Bool
    }

    /// An object in short.
    static func object(_ members: KeyValuePairs<String, Schema>) -> Schema {
        .object(members.map { Member(name: $0, schema: $1, isOptional: false) })
    }

    /// The object with further members that may be missing.
    func optional(_ more: KeyValuePairs<String, Schema>) -> Schema {
        guard case .object(let members) = self else { return self }
        return .object(members + more.map { Member(name: $0, schema: $1, isOptional: true) })
    }

    /// The object with further members.
    func with(_ more: KeyValuePairs<String, Schema>) -> Schema {
        guard case .object(let members) = self else { return self }
        return .object(members + more.map { Member(name: $0, schema: $1, isOptional: false) })
    }

    /// The schema as JSON.
    var json: JSONValue {
        switch self {
        case .text: ["type": "string"]
        case .word(let words): ["type": "string", "enum": JSONValue(words)]
        case .digest: ["type": "string", "pattern": "^[0-9a-f]{64}$"]
        case .time: ["type": "string", "format": "date-time"]
        case .number: ["type": "integer"]
        case .flag: ["type": "boolean"]
        case .null: ["type": "null"]
        case .anything: [:]
        case .list(let schema): ["type": "array", "items": schema.json]
        case .object(let members): Self.object(members)
        case .either(let schemas): ["anyOf": .array(schemas.map(\.json))]
        case .named(let name): ["$ref": .string("#/components/schemas/\(name.rawValue)")]
        }
    }

    private static func object(_ members: [Member]) -> JSONValue {
        [
            "type": "object",
            "properties": .object(members.map { JSONValue.Member($0.name, $0.schema.json) }),
            "required": JSONValue(members.filter { !$0.isOptional }.map(\.name)),
            "additionalProperties": false,
        ]
    }
}
