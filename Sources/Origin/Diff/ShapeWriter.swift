import Configuration

/// The columns whose values stand in a pair of documents, and those whose values are not the
/// same in both.
///
/// Where only one of the documents tells its values, as when the other one was fetched, they are
/// looked for in the texts of both.
struct SharedValues {
    /// Whether each document of the pair was made by a template.
    let isOfTemplates: Bool
    /// The values to look for, the longest first.
    private(set) var sought: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
    private var differing: Set<ArraySlice<UInt8>> = []

    init(_ old: [UInt8], _ new: [UInt8]) {
        isOfTemplates = [old, new].allSatisfy { $0.isEmpty || $0.first == ValueMarks.template }
        guard isOfTemplates else {
            let known = [old, new].first { $0.first == ValueMarks.template } ?? []
            sought = Self.values(in: known).filter { !$1.isEmpty }.map { ($0, $1) }
                .sorted { left, right in
                    left.value.count == right.value.count
                        ? left.name.lexicographicallyPrecedes(right.name)
                        : left.value.count > right.value.count
                }
            return
        }
        let before = Self.values(in: old)
        for (name, value) in Self.values(in: new) where before[name] ?? value != value {
            differing.insert(name)
        }
    }

    /// Whether a column has one value in the old document and another in the new one.
    func isChanged(_ name: ArraySlice<UInt8>) -> Bool { differing.contains(name) }

    private static func values(in bytes: [UInt8]) -> [ArraySlice<UInt8>: ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
        var rest = bytes[...]
        while let start = rest.firstIndex(of: ValueMarks.open) {
            let parts = rest[(start + 1)...].prefix { $0 != ValueMarks.close }
            rest = rest[parts.endIndex...]
            let name = parts.prefix { $0 != ValueMarks.middle }
            values[name] = parts[name.endIndex...].dropFirst()
        }
        return values
    }
}

/// Copies JSON with the identifiers numbered, the host's labels and the values of its tenant
/// replaced, and no comments.
///
/// The replacements are bytes that no JSON text has, so nothing that was written looks alike.
struct ShapeWriter {
    private static let identifierMark: UInt8 = 0xFE
    private static let labelMark: UInt8 = 0xFF
    private static let valueMark: UInt8 = 0xFD
    /// Stands behind the name of a column whose value the new document has changed.
    private static let changeMark: UInt8 = 0xFC

    private let labels: [ArraySlice<UInt8>: UInt8]
    private let values: SharedValues
    private var numbers: [[UInt8]: Int] = [:]
    private var isNew = false

    init(host: String, values: SharedValues) {
        self.values = values
        let name = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
        let parts = Array(name.utf8).split(separator: UInt8(ascii: "."))
        labels = Dictionary(
            parts.enumerated().map { ($1, UInt8(clamping: 0x80 + $0)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the shape of the old document, and then that of the new one.
    mutating func shape(of document: [UInt8], isNew: Bool) -> [UInt8] {
        self.isNew = isNew
        var shape: [UInt8] = []
        shape.reserveCapacity(document.count)
        var rest = document.first == ValueMarks.template ? document.dropFirst() : document[...]
        var isQuery = false
        var isComment = false
        while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
            if rest[..<quote].contains(UInt8(ascii: "}")) { isQuery = false }
            shape += rest[...quote]
            rest = rest[(quote + 1)...]
            let text = rest[..<Self.end(of: rest)]
            rest = rest[text.endIndex...]
            if !isComment { append(text, to: &shape) }
            // The items of a query have names of their own, perhaps this one.
            isComment =
                !isQuery && text.elementsEqual("comment".utf8) && rest.starts(with: "\":\"".utf8)
            isQuery = isQuery || text.elementsEqual("?".utf8) && rest.starts(with: "\":{".utf8)
            // The quote behind a text is no beginning of another one.
            if let byte = rest.popFirst() { shape.append(byte) }
        }
        return shape + rest
    }

    /// Returns where a text ends: at its closing quote, or at the end of what there is.
    private static func end(of rest: ArraySlice<UInt8>) -> Int {
        var index = rest.startIndex
        while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
            index += rest[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, rest.endIndex)
    }

    private mutating func append(_ text: ArraySlice<UInt8>, to shape: inout [UInt8]) {
        let plain = Self.plain(text)
        if Self.isIdentifier(plain) {
            let number = numbers[plain] ?? numbers.count
            numbers[plain] = number
            shape.append(Self.identifierMark)
            shape += String(number).utf8
            return
        }
        guard values.sought.isEmpty else { return appendSeeking(plain, to: &shape) }
        var rest = text
        while let start = rest.firstIndex(of: ValueMarks.open) {
            appendWords(rest[..<start], to: &shape)
            let parts = rest[(start + 1)...].prefix { $0 != ValueMarks.close }
            append(value: parts, to: &shape)
            rest = rest[parts.endIndex...].dropFirst()
        }
        appendWords(rest, to: &shape)
    }

    /// Adds a text, and the name of a column wherever its value stands by itself.
    private func appendSeeking(_ text: [UInt8], to shape: inout [UInt8]) {
        var start = 0
        var index = 0
        while index < text.count {
            let isBeginning = index == 0 || !Self.isAlphanumeric(text[index - 1])
            let found = isBeginning ? sought(at: index, in: text) : nil
            guard let found else {
                index += 1
                continue
            }
            appendWords(text[start..<index], to: &shape)
            append(name: found.name, to: &shape)
            index += found.value.count
            start = index
        }
        appendWords(text[start...], to: &shape)
    }

    private func sought(
        at index: Int, in text: [UInt8]
    ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        values.sought.first { item in
            let end = index + item.value.count
            return text[index...].starts(with: item.value)
                && (end == text.count || !Self.isAlphanumeric(text[end]))
        }
    }

    private func append(name: ArraySlice<UInt8>, to shape: inout [UInt8]) {
        shape.append(Self.valueMark)
        shape += name
        shape.append(Self.valueMark)
    }

    /// Adds the name of a value's column: another value of it is the same change for all
    /// tenants, as another identifier is.
    private func append(value parts: ArraySlice<UInt8>, to shape: inout [UInt8]) {
        let name = parts.prefix { $0 != ValueMarks.middle }
        append(name: name, to: &shape)
        if isNew, values.isChanged(name) { shape.append(Self.changeMark) }
    }

    /// Returns a text without marks.
    private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        var isName = false
        for byte in text {
            switch byte {
            case ValueMarks.open: isName = true
            case ValueMarks.middle: isName = false
            case ValueMarks.close: continue
            default: if !isName { plain.append(byte) }
            }
        }
        return plain
    }

    /// Copies a text; where a label of the host stands as a whole word, its mark and number.
    private func appendWords(_ text: ArraySlice<UInt8>, to shape: inout [UInt8]) {
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex { !Self.isWord($0) } ?? text.endIndex
            if start < end, let label = labels[text[start..<end]] {
                shape += [Self.labelMark, label]
            } else {
                shape += text[start..<end]
            }
            if end < text.endIndex { shape.append(text[end]) }
            start = end + 1
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isWord(byte) && byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: byte >= 0x80
        }
    }

    /// Ten characters, a dot and more, as no pattern looks.
    private static func isIdentifier(_ text: [UInt8]) -> Bool {
        text.count > 11 && text[10] == UInt8(ascii: ".")
            && text.prefix(10).allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
            }
    }
}
