import Diagnostics

extension JSONParser {
    mutating func value() throws(Diagnostic) -> JSONNode {
        guard let byte else {
            throw error("unclosed", "the file ends where a value belongs", at: bytes.count)
        }
        let location = location()
        let content: JSONNode.Content
        switch byte {
        case UInt8(ascii: "{"): content = .object(try members())
        case UInt8(ascii: "["): content = .array(try elements())
        case UInt8(ascii: "\""): content = .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            content = .number(try number())
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            content = try word()
        default:
            content = .string(try misquotedString())
        }
        return JSONNode(content: content, location: location)
    }

    private mutating func elements() throws(Diagnostic) -> [JSONNode] {
        try nested { (parser, opening) throws(Diagnostic) in
            var elements: [JSONNode] = []
            try parser.list(from: opening, closedBy: "]", what: "an array") {
                (parser) throws(Diagnostic) in
                elements.append(try parser.value())
            }
            return elements
        }
    }

    private mutating func members() throws(Diagnostic) -> [JSONNode.Member] {
        try nested { (parser, opening) throws(Diagnostic) in
            var members: [JSONNode.Member] = []
            var places: [[UInt8]: Int] = [:]
            try parser.list(from: opening, closedBy: "}", what: "an object") {
                (parser) throws(Diagnostic) in
                let member = try parser.member()
                // Keys differ when their bytes do, whatever Unicode calls equivalent.
                if let first = places.updateValue(members.count, forKey: Array(member.key.utf8)) {
                    try parser.reportDuplicate(of: members[first], at: member.location)
                }
                members.append(member)
            }
            return members
        }
    }

    /// Reads what stands between brackets, up to and including the closing one.
    private mutating func list(
        from opening: Location, closedBy close: Unicode.Scalar, what: String,
        item: (inout JSONParser) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        try skipBlanks()
        if take(close) { return }
        while true {
            if byte == nil { throw unclosed(what, at: opening) }
            try item(&self)
            try skipBlanks()
            let comma = offset
            if take(close) { return }
            if byte == nil { throw unclosed(what, at: opening) }
            guard take(",") else {
                try reportMissingComma(in: what, closedBy: close, opening: opening)
                continue
            }
            try skipBlanks()
            if take(close) {
                try report(
                    error(
                        "trailing-comma", "a comma stands between values, never after the last",
                        at: comma, hint: "remove the comma"))
                return
            }
        }
    }

    private mutating func member() throws(Diagnostic) -> JSONNode.Member {
        let location = location()
        let key = try key()
        try skipBlanks()
        guard take(":") else {
            throw byte == nil
                ? unclosed("an object", at: location)
                : error(
                    "missing-colon", "a colon belongs between the key and its value", at: offset)
        }
        try skipBlanks()
        return JSONNode.Member(key: key, location: location, value: try value())
    }

    private mutating func key() throws(Diagnostic) -> String {
        guard byte != UInt8(ascii: "\"") else { return try string() }
        let start = offset
        while let byte, Self.isWordByte(byte) { offset += 1 }
        guard offset > start else { return try misquotedString() }
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        try report(
            error(
                "unquoted-key", "key \(Diagnostic.quoted(word)) stands in double quotes",
                at: start, hint: "write it as \"\(Diagnostic.printable(word, limit: 60))\""))
        return word
    }

    private mutating func reportDuplicate(
        of first: JSONNode.Member, at location: Location
    ) throws(Diagnostic) {
        try report(
            error(
                "duplicate-key", "key \(Diagnostic.quoted(first.key)) stands twice in one object",
                at: location, hint: "which of the two counts differs between readers; remove one",
                notes: [.init("first here", at: first.location)]))
    }

    private mutating func reportMissingComma(
        in what: String, closedBy close: Unicode.Scalar, opening: Location
    ) throws(Diagnostic) {
        switch byte {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            throw error(
                "wrong-bracket", "\(what) is closed by '\(close)'", at: offset,
                notes: [.init("it begins here", at: opening)])
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
            try report(
                error("missing-comma", "a comma belongs between two values", at: offset))
        default:
            throw unexpectedCharacter()
        }
    }

    /// Steps over a character when it is the next one.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }
}
