import Diagnostics

/// Reads what `codesign -d --entitlements -` prints: `[Dict]`, `[Key]`, `[Value]`, `[String]`.
///
/// Each line is a mark and its text; how far lines are indented tells what belongs together.
struct BracketReader {
    private struct Line {
        let number: Int
        let depth: Int
        let mark: String
        let text: String
    }

    private let source: SourceFile
    private var lines: ArraySlice<Line>
    private var budget: ValueBudget

    init(_ source: SourceFile, from offset: Int) {
        self.source = source
        budget = ValueBudget(source)
        let first = source.location(ofOffset: offset).line ?? 1
        let text = String(decoding: source.bytes[offset...], as: UTF8.self)
        var lines: [Line] = []
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).enumerated() {
            let body = line.drop { $0 == "\t" || $0 == " " }
            guard body.first == "[", let end = body.firstIndex(of: "]") else { continue }
            let rest = body[body.index(after: end)...]
            lines.append(
                Line(
                    number: first + index, depth: line.count - body.count,
                    mark: String(body[..<end].dropFirst()),
                    text: String(rest.first == " " ? rest.dropFirst() : rest)))
        }
        self.lines = lines[...]
    }

    mutating func root() throws(Diagnostic) -> PropertyList { try value(depth: 1) }

    private mutating func value(depth: Int) throws(Diagnostic) -> PropertyList {
        try budget.take(depth: depth)
        guard let line = lines.popFirst() else { throw malformed("a value is missing", nil) }
        switch line.mark {
        case "String": return .string(line.text)
        case "Bool": return .bool(line.text == "true")
        case "Array":
            var elements: [PropertyList] = []
            while let next = lines.first, next.depth > line.depth {
                elements.append(try value(depth: depth + 1))
            }
            return .array(elements)
        case "Dict":
            var members: [String: PropertyList] = [:]
            while let key = lines.first, key.depth > line.depth {
                lines.removeFirst()
                guard key.mark == "Key", lines.popFirst()?.mark == "Value" else {
                    throw malformed("a [Dict] holds [Key] and [Value]", key)
                }
                let member = try value(depth: depth + 1)
                if members[key.text] == nil { members[key.text] = member }
            }
            return .dictionary(members)
        case "Key", "Value": throw malformed("a value is missing", line)
        default: return .other(line.text)
        }
    }

    private func malformed(_ message: String, _ line: Line?) -> Diagnostic {
        let place = line.map { Location(source, line: $0.number, column: $0.depth + 1) }
        return Diagnostic(
            .error, "plist-malformed", message, at: place ?? Location(file: source))
    }
}
