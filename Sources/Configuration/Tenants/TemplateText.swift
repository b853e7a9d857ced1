import Diagnostics

/// A text with placeholders: `{column}` for the value of a row, and `{{` and `}}` for braces.
struct TemplateText: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case literal(String)
        case column(Int)
    }

    /// Why a text is no template.
    struct Fault: Error {
        var id: String
        var message: String
        var hint: String?
        /// The column that the table does not have.
        var unknown: String?
    }

    /// Characters that stand for columns while a document is encoded, in the order of columns.
    static let marks: ClosedRange<UInt32> = 0x10_0000...0x10_FFFD

    private(set) var parts: [Part] = []
    /// The columns whose values may be empty, here or by the table: such a text is left out.
    private(set) var optional: Set<Int> = []

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - table: The table whose columns it may name.
    /// - Throws: What is wrong with it.
    init(_ text: String, _ table: TenantTable) throws(Fault) {
        var literal = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                rest.removeFirst()
                literal.unicodeScalars.append(scalar)
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw Self.open }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                try add(String(rest[..<end]), table)
                rest = rest[rest.index(after: end)...]
            case "}": throw Self.stray
            default:
                guard !Self.marks.contains(scalar.value) else { throw Self.privateUse }
                literal.unicodeScalars.append(scalar)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
    }

    private mutating func add(_ placeholder: String, _ table: TenantTable) throws(Fault) {
        let isOptional = placeholder.hasSuffix("?")
        let name = isOptional ? String(placeholder.dropLast()) : placeholder
        guard let column = table.column(named: name) else {
            throw Fault(
                id: "placeholder-unknown",
                message: "the table \(quoted(table.name)) has no column \(quoted(name))",
                hint: nil, unknown: name)
        }
        parts.append(.column(column))
        if isOptional || table.isOptional(column) { optional.insert(column) }
    }

    private static let open = Fault(
        id: "placeholder-unterminated", message: "'{' has no '}' after it",
        hint: "write a placeholder as {column}, and a plain '{' as '{{'")
    private static let stray = Fault(
        id: "placeholder-unterminated", message: "'}' has no '{' before it",
        hint: "write a plain '}' as '}}'")
    private static let privateUse = Fault(
        id: "placeholder-character", message: "a template holds a private character",
        hint: "characters from U+100000 on have no meaning that others know")

    /// Whether a text has to be read as a template at all.
    static func isNeeded(for text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    }

    /// The columns that it names, in order.
    var columns: [Int] {
        parts.compactMap { part in
            if case .column(let column) = part { column } else { nil }
        }
    }

    /// Returns the text with the values of a row.
    func text(_ row: Int, _ table: TenantTable) -> String {
        if parts.count == 1, case .column(let column) = parts[0] { return table.value(row, column) }
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .column(let column): text += table.value(row, column)
            }
        }
        return text
    }

    /// The text with a private character for each placeholder.
    var marked: String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .column(let column):
                let scalar = Unicode.Scalar(Self.marks.lowerBound + UInt32(clamping: column))
                scalar.map { text.unicodeScalars.append($0) }
            }
        }
        return text
    }
}
