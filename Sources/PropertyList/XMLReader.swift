import Diagnostics

/// Reads property lists in XML, and no other XML: nothing is ever loaded or defined by it.
struct XMLReader {
    private enum Tag: Equatable {
        case open(String)
        case close(String)
        case empty(String)
    }

    private let source: SourceFile
    private let bytes: [UInt8]
    private var offset: Int
    private var budget: ValueBudget

    init(_ source: SourceFile, from offset: Int) {
        self.source = source
        self.offset = offset
        bytes = source.bytes
        budget = ValueBudget(source)
    }

    mutating func root() throws(Diagnostic) -> PropertyList {
        guard case .open("plist") = try tag() else {
            throw malformed("the list begins with <plist>")
        }
        let value = try value(try tag(), depth: 1)
        guard case .close("plist") = try tag() else { throw malformed("<plist> holds one value") }
        return value
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(Diagnostic) -> PropertyList {
        try budget.take(depth: depth)
        switch tag {
        case .empty("true"): return .bool(true)
        case .empty("false"): return .bool(false)
        case .empty("dict"): return .dictionary([:])
        case .empty("array"): return .array([])
        case .empty("string"): return .string("")
        case .open("string"): return .string(try text(until: "string"))
        case .open("dict"): return .dictionary(try members(depth))
        case .open("array"):
            var elements: [PropertyList] = []
            while true {
                let next = try self.tag()
                if next == .close("array") { return .array(elements) }
                elements.append(try value(next, depth: depth + 1))
            }
        case .open(let name) where ["integer", "real", "date", "data"].contains(name):
            return .other(try text(until: name))
        case .empty(let name) where ["data"].contains(name): return .other("")
        case .open("true"), .open("false"):
            guard case .open(let name) = tag, try self.tag() == .close(name) else {
                throw malformed("a truth value is empty")
            }
            return .bool(name == "true")
        default: throw malformed("an element here is a value of a property list")
        }
    }

    private mutating func members(_ depth: Int) throws(Diagnostic) -> [String: PropertyList] {
        var members: [String: PropertyList] = [:]
        while true {
            let next = try tag()
            if next == .close("dict") { return members }
            guard next == .open("key") else { throw malformed("a <dict> holds <key> and value") }
            let key = try text(until: "key")
            let value = try value(try tag(), depth: depth + 1)
            if members[key] == nil { members[key] = value }
        }
    }

    // MARK: Marks

    /// Reads the next tag; declarations, comments and blanks before it are skipped.
    private mutating func tag() throws(Diagnostic) -> Tag {
        while true {
            while let byte = byte, byte <= 0x20 { offset += 1 }
            guard byte == UInt8(ascii: "<") else { throw malformed("a tag is expected") }
            if sees("<!--") {
                try skip(past: "-->")
            } else if sees("<?") {
                try skip(past: "?>")
            } else if sees("<!") {
                let start = offset
                try skip(past: ">")
                guard !bytes[start..<offset].contains(UInt8(ascii: "[")) else {
                    throw malformed("a document type with definitions is not read")
                }
            } else {
                break
            }
        }
        offset += 1
        let start = offset
        try skip(past: ">")
        var words = bytes[start..<(offset - 1)]
        let closes = words.first == UInt8(ascii: "/")
        let isEmpty = words.last == UInt8(ascii: "/")
        if closes { words = words.dropFirst() }
        if isEmpty { words = words.dropLast() }
        let name = String(decoding: words.prefix { $0 > 0x20 }, as: UTF8.self)
        return closes ? .close(name) : isEmpty ? .empty(name) : .open(name)
    }

    /// Reads text up to the closing tag of an element.
    private mutating func text(until name: String) throws(Diagnostic) -> String {
        var text: [UInt8] = []
        while true {
            guard let byte else { throw malformed("the file ends inside <\(name)>") }
            switch byte {
            case UInt8(ascii: "<") where sees("<![CDATA["):
                offset += 9
                let start = offset
                try skip(past: "]]>")
                text += bytes[start..<(offset - 3)]
            case UInt8(ascii: "<") where sees("<!--"): try skip(past: "-->")
            case UInt8(ascii: "<"):
                guard try tag() == .close(name) else { throw malformed("<\(name)> holds text") }
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "&"): text += try reference()
            default:
                text.append(byte)
                offset += 1
            }
        }
    }

    private mutating func reference() throws(Diagnostic) -> [UInt8] {
        offset += 1
        let start = offset
        try skip(past: ";")
        let name = String(decoding: bytes[start..<(offset - 1)].prefix(12), as: UTF8.self)
        switch name {
        case "lt": return Array("<".utf8)
        case "gt": return Array(">".utf8)
        case "amp": return Array("&".utf8)
        case "quot": return Array("\"".utf8)
        case "apos": return Array("'".utf8)
        default:
            let isHex = name.hasPrefix("#x")
            guard name.hasPrefix("#"),
                let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
                let scalar = Unicode.Scalar(number)
            else { throw malformed("'&' begins a character reference") }
            return Array(String(Character(scalar)).utf8)
        }
    }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func sees(_ mark: String) -> Bool { bytes[offset...].starts(with: mark.utf8) }

    private mutating func skip(past mark: String) throws(Diagnostic) {
        let wanted = Array(mark.utf8)
        while offset < bytes.count {
            if bytes[offset] == wanted[0], bytes[offset...].starts(with: wanted) {
                offset += wanted.count
                return
            }
            offset += 1
        }
        throw malformed("the file ends before '\(mark)'")
    }

    private func malformed(_ message: String) -> Diagnostic {
        Diagnostic(
            .error, "plist-malformed", message,
            at: source.location(ofOffset: min(offset, bytes.count)))
    }
}
