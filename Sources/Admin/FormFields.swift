/// The named values of a query or of a form's body (`application/x-www-form-urlencoded`).
struct FormFields: Sendable {
    /// How many values are looked at.
    static let limit = 32
    /// What a form's body is called.
    static let mediaType = "application/x-www-form-urlencoded"

    private let pairs: [(name: String, value: String)]

    /// Reads a text; bytes that are no UTF-8 are replaced.
    init(_ text: some Sequence<UInt8>) {
        let parts = Array(text).split(separator: UInt8(ascii: "&")).prefix(Self.limit)
        pairs = parts.map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return (Self.decoded(name), Self.decoded(part.dropFirst(name.count + 1)))
        }
    }

    /// Reads the query of a request.
    init(query: Substring?) { self.init((query ?? "").utf8) }

    /// The first value of a name, or `nil`.
    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// The first value of a name unless it is empty.
    func text(_ name: String) -> String? {
        self[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The names that are none of those that are known, and those that come twice.
    func strangers(_ known: [String]) -> [String] {
        var seen: Set<String> = []
        return pairs.map(\.name).filter { !known.contains($0) || !seen.insert($0).inserted }
    }

    /// Decodes one name or value.
    static func decoded(_ bytes: some Collection<UInt8>) -> String {
        var result: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                if digits.utf8.count == 2, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
                    let value = UInt8(digits, radix: 16)
                {
                    result.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    result.append(byte)
                }
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
