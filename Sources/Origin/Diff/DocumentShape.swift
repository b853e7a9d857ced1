/// A document without what is a host's own: app identifiers, the labels of the host, and the
/// comments of rules, which mean nothing to a device.
///
/// The documents that a template makes for many hosts have one shape. Identifiers become
/// numbers in the order in which they first stand in either document of a pair, so that two
/// pairs of one shape differ in the same places.
struct DocumentShape: Hashable {
    /// What changes between two shapes, from the first rule or entry that differs to the last.
    struct Edit: Hashable {
        let old: [UInt8]
        let new: [UInt8]
    }

    private let old: [UInt8]
    private let new: [UInt8]

    /// Creates the shape of a pair of documents.
    ///
    /// - Parameters:
    ///   - old: The bytes of the old document; empty for none.
    ///   - new: The bytes of the new document; empty for none.
    ///   - host: The host that has them, as an operator writes it.
    init(old: [UInt8], new: [UInt8], host: String) {
        var writer = ShapeWriter(host: host)
        self.old = writer.shape(of: old)
        self.new = writer.shape(of: new)
    }

    /// What differs, widened to whole objects, entries of lists and members.
    var edit: Edit {
        let limit = min(old.count, new.count)
        var prefix = 0
        while prefix < limit, old[prefix] == new[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < limit - prefix,
            old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
        { suffix += 1 }
        while prefix > 0, !Self.opens(old[prefix - 1]) { prefix -= 1 }
        while suffix > 0, !Self.closes(old[old.count - suffix]) { suffix -= 1 }
        return Edit(
            old: Array(old[prefix..<(old.count - suffix)]),
            new: Array(new[prefix..<(new.count - suffix)]))
    }

    private static func opens(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ",")
    }

    private static func closes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ",")
    }
}

/// Copies JSON with the identifiers numbered, the host's labels replaced, and no comments.
///
/// The replacements are bytes that no JSON text has, so nothing that was written looks alike.
private struct ShapeWriter {
    private static let identifierMark: UInt8 = 0xFE
    private static let labelMark: UInt8 = 0xFF

    private let labels: [ArraySlice<UInt8>: UInt8]
    private var numbers: [ArraySlice<UInt8>: Int] = [:]

    init(host: String) {
        let name = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
        let parts = Array(name.utf8).split(separator: UInt8(ascii: "."))
        labels = Dictionary(
            parts.enumerated().map { ($1, UInt8(clamping: 0x80 + $0)) },
            uniquingKeysWith: { first, _ in first })
    }

    mutating func shape(of document: [UInt8]) -> [UInt8] {
        var shape: [UInt8] = []
        shape.reserveCapacity(document.count)
        var rest = document[...]
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
        if Self.isIdentifier(text) {
            let number = numbers[text] ?? numbers.count
            numbers[text] = number
            shape.append(Self.identifierMark)
            shape += String(number).utf8
            return
        }
        appendWords(text, to: &shape)
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

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: byte >= 0x80
        }
    }

    /// Ten characters, a dot and more, as no pattern looks.
    private static func isIdentifier(_ text: ArraySlice<UInt8>) -> Bool {
        text.count > 11 && text[text.startIndex + 10] == UInt8(ascii: ".")
            && text.prefix(10).allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
            }
    }
}
