import Diagnostics

/// The state of reading one JSON text: where it stands, how deep, and what it has found.
///
/// Errors that are thrown end the reading, errors that are reported do not.
struct JSONParser {
    let source: SourceFile
    let bytes: [UInt8]
    var offset = 0
    var findings: [Diagnostic] = []
    private var depth = 0
    private var mark = (offset: 0, line: 1, column: 1)

    init(_ source: SourceFile) {
        self.source = source
        bytes = source.bytes
    }

    /// The byte at the current place, or `nil` at the end.
    var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func document() throws(Diagnostic) -> JSONNode {
        try checkEncoding()
        try skipBlanks()
        guard byte != nil else {
            throw error(
                "empty", "the file is empty", at: bytes.count,
                hint: "an association that claims nothing is {}")
        }
        let root = try value()
        try skipBlanks()
        if byte != nil {
            throw error(
                "trailing-text", "nothing may follow the end of the document", at: offset,
                hint: "remove the text, or the bracket that closes too early")
        }
        return root
    }

    /// Reads an array or object with everything in it, one level deeper.
    mutating func nested<Result>(
        _ read: (inout JSONParser, Location) throws(Diagnostic) -> Result
    ) throws(Diagnostic) -> Result {
        let opening = location()
        guard depth < JSONReader.depthLimit else {
            throw error(
                "too-deep", "arrays and objects stand at most \(JSONReader.depthLimit) deep",
                at: offset)
        }
        depth += 1
        defer { depth -= 1 }
        offset += 1
        return try read(&self, opening)
    }

    // MARK: Places and findings

    /// Returns the place of the current offset.
    ///
    /// Reading goes forward, so counting goes on from the last place and the whole stays linear.
    mutating func location() -> Location {
        while mark.offset < offset {
            let byte = bytes[mark.offset]
            if byte == UInt8(ascii: "\n") {
                mark.line += 1
                mark.column = 1
            } else if byte & 0xC0 != 0x80 {
                mark.column += 1
            }
            mark.offset += 1
        }
        guard mark.offset == offset else { return source.location(ofOffset: offset) }
        return Location(source, line: mark.line, column: mark.column)
    }

    func error(
        _ id: String, _ message: String, at offset: Int, hint: String? = nil,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        error(id, message, at: source.location(ofOffset: offset), hint: hint, notes: notes)
    }

    func error(
        _ id: String, _ message: String, at location: Location, hint: String? = nil,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        Diagnostic(.error, "json-" + id, message, at: location, hint: hint, notes: notes)
    }

    /// Keeps a finding and lets the reading go on, up to the limit.
    mutating func report(_ finding: Diagnostic) throws(Diagnostic) {
        guard findings.count < JSONReader.findingLimit - 1 else { throw finding }
        findings.append(finding)
    }

    /// The error for a text that ends inside something that began at a place.
    func unclosed(_ what: String, at opening: Location) -> Diagnostic {
        error(
            "unclosed", "the file ends inside \(what)", at: bytes.count,
            hint: "is the file cut off?", notes: [.init("it begins here", at: opening)])
    }
}
