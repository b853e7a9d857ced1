/// An HTTP/1.1 answer as it came over the wire.
struct HTTPReply: Sendable {
    /// The status line.
    let statusLine: String
    /// The fields in the order received; names in lower case.
    let fields: [(name: String, value: String)]
    /// Everything behind the head.
    let body: String

    /// Reads one answer that ends with the text.
    init?(_ text: String) {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        var lines = text[..<end.lowerBound].split(separator: "\r\n")[...]
        guard let first = lines.popFirst() else { return nil }
        statusLine = String(first)
        fields = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            return (parts[0].lowercased(), String(value))
        }
        body = String(text[end.upperBound...])
    }

    /// The status code.
    var status: Int? { statusLine.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

    /// Returns the only value of a field; `nil` when it is absent or stands there twice.
    subscript(name: String) -> String? {
        let values = fields.filter { $0.name == name }
        return values.count == 1 ? values[0].value : nil
    }

    /// The names of the fields, sorted.
    var fieldNames: [String] { fields.map(\.name).sorted() }
}
