package import Diagnostics

/// A value of Apple's property lists.
package indirect enum PropertyList: Sendable, Hashable {
    case string(String)
    case bool(Bool)
    /// A number, a date or data, as its text; nothing here needs their values.
    case other(String)
    case array([PropertyList])
    /// A dictionary; of equal keys the first one counts.
    case dictionary([String: PropertyList])

    /// The largest file that is read, in bytes.
    package static let sizeLimitBytes = 4 << 20
    /// How deep values may stand in each other.
    package static let depthLimit = 64
    /// How many values a file may have.
    package static let valueLimit = 100_000

    /// Returns the value of a dictionary's key, or `nil`.
    package subscript(key: String) -> PropertyList? {
        guard case .dictionary(let members) = self else { return nil }
        return members[key]
    }

    /// The text of a string, or `nil`.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of an array, or `nil`.
    package var elements: [PropertyList]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// Reads a property list in any form: XML, binary, or what `codesign -d` prints.
    ///
    /// The signature's blob, an 8-byte header before the XML, is known too, and lines of text
    /// before the list are skipped.
    ///
    /// - Parameter source: The file's name and bytes.
    /// - Returns: The value.
    /// - Throws: `plist-too-large`, `plist-unknown`, `plist-malformed`, `plist-limit`.
    package static func read(_ source: SourceFile) throws(Diagnostic) -> PropertyList {
        let bytes = source.bytes
        guard bytes.count <= sizeLimitBytes else {
            throw Diagnostic(
                .error, "plist-too-large", "the file is larger than \(sizeLimitBytes) bytes",
                at: Location(file: source))
        }
        if bytes.starts(with: "bplist".utf8) {
            var reader = BinaryReader(source)
            return try reader.root()
        }
        if let start = start(of: "<?xml", or: "<plist", or: "<!DOCTYPE", in: bytes) {
            var reader = XMLReader(source, from: start)
            return try reader.root()
        }
        if let start = start(of: "[Dict]", or: "[Array]", or: "[Dict]", in: bytes) {
            var reader = BracketReader(source, from: start)
            return try reader.root()
        }
        throw Diagnostic(
            .error, "plist-unknown", "the file is no property list", at: Location(file: source),
            hint: "an .entitlements file, or what codesign -d --entitlements - prints")
    }

    private static func start(
        of first: String, or second: String, or third: String, in bytes: [UInt8]
    ) -> Int? {
        let marks = [first, second, third].map { Array($0.utf8) }
        return bytes.indices.prefix(64 * 1024).first { index in
            marks.contains { bytes[index] == $0[0] && bytes[index...].starts(with: $0) }
        }
    }
}

/// Counts values, so that no file takes more memory than its limit says.
struct ValueBudget {
    private var left = PropertyList.valueLimit
    private var bytesLeft = PropertyList.sizeLimitBytes
    private let source: SourceFile

    init(_ source: SourceFile) { self.source = source }

    /// Takes the bytes of a text, which a file may refer to more than once.
    mutating func take(bytes count: Int) throws(Diagnostic) {
        bytesLeft -= count
        guard bytesLeft >= 0 else {
            throw Diagnostic(
                .error, "plist-limit",
                "the texts have more than \(PropertyList.sizeLimitBytes) bytes",
                at: Location(file: source))
        }
    }

    /// Takes one value, at a depth.
    mutating func take(depth: Int) throws(Diagnostic) {
        left -= 1
        guard left >= 0, depth <= PropertyList.depthLimit else {
            throw Diagnostic(
                .error, "plist-limit",
                left < 0
                    ? "the file has more than \(PropertyList.valueLimit) values"
                    : "values stand at most \(PropertyList.depthLimit) deep",
                at: Location(file: source))
        }
    }
}
