import Diagnostics

/// Reads property lists in Apple's binary form, version 00.
struct BinaryReader {
    /// The length of what stands at the end of the file.
    private static let trailerBytes = 32

    private let source: SourceFile
    private let bytes: [UInt8]
    private var offsets: [Int] = []
    private var referenceBytes = 0
    private var budget: ValueBudget

    init(_ source: SourceFile) {
        self.source = source
        bytes = source.bytes
        budget = ValueBudget(source)
    }

    mutating func root() throws(Diagnostic) -> PropertyList {
        guard bytes.count > Self.trailerBytes + 8 else { throw malformed("the file is cut off") }
        let trailer = bytes.count - Self.trailerBytes
        let offsetBytes = Int(bytes[trailer + 6])
        referenceBytes = Int(bytes[trailer + 7])
        let count = try number(at: trailer + 8, length: 8)
        let top = try number(at: trailer + 16, length: 8)
        let table = try number(at: trailer + 24, length: 8)
        guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes),
            count <= PropertyList.valueLimit, top < count, table <= trailer,
            count * offsetBytes <= trailer - table
        else { throw malformed("the end of the file does not fit to the rest") }
        for index in 0..<count {
            offsets.append(try number(at: table + index * offsetBytes, length: offsetBytes))
        }
        return try value(top, depth: 1)
    }

    private mutating func value(_ index: Int, depth: Int) throws(Diagnostic) -> PropertyList {
        // A circle of references ends at the limit of depth.
        try budget.take(depth: depth)
        guard index < offsets.count, offsets[index] < bytes.count - Self.trailerBytes else {
            throw malformed("a reference leads out of the file")
        }
        let offset = offsets[index]
        let mark = bytes[offset]
        switch mark >> 4 {
        case 0x0:
            guard mark == 0x08 || mark == 0x09 else { return .other("") }
            return .bool(mark == 0x09)
        case 0x1, 0x2, 0x3, 0x8: return .other("")
        case 0x4:
            _ = try content(offset, unit: 1)
            return .other("")
        case 0x5:
            let units = try content(offset, unit: 1)
            try budget.take(bytes: units.count)
            return .string(String(decoding: units, as: UTF8.self))
        case 0x6:
            let units = try content(offset, unit: 2)
            try budget.take(bytes: units.count)
            let words = stride(from: units.startIndex, to: units.endIndex, by: 2).map {
                UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
            }
            return .string(String(decoding: words, as: UTF16.self))
        case 0xA, 0xC:
            var elements: [PropertyList] = []
            for reference in try references(offset, times: 1) {
                elements.append(try value(reference, depth: depth + 1))
            }
            return .array(elements)
        case 0xD: return try dictionary(offset, depth)
        default: throw malformed("a value of an unknown kind")
        }
    }

    private mutating func dictionary(
        _ offset: Int, _ depth: Int
    ) throws(Diagnostic) -> PropertyList {
        let references = try references(offset, times: 2)
        let count = references.count / 2
        var members: [String: PropertyList] = [:]
        for index in 0..<count {
            guard let key = try value(references[index], depth: depth + 1).string else {
                throw malformed("a key is a text")
            }
            let member = try value(references[count + index], depth: depth + 1)
            if members[key] == nil { members[key] = member }
        }
        return .dictionary(members)
    }

    // MARK: Bytes

    /// The number of units, and where they begin.
    private func length(_ offset: Int) throws(Diagnostic) -> (count: Int, start: Int) {
        let short = Int(bytes[offset] & 0x0F)
        guard short == 15 else { return (short, offset + 1) }
        guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1 else {
            throw malformed("a length is a number")
        }
        let size = 1 << Int(bytes[offset + 1] & 0x0F)
        guard size <= 8 else { throw malformed("a length is a number") }
        return (try number(at: offset + 2, length: size), offset + 2 + size)
    }

    private func content(_ offset: Int, unit: Int) throws(Diagnostic) -> ArraySlice<UInt8> {
        let (count, start) = try length(offset)
        guard count <= (bytes.count - start) / unit else {
            throw malformed("a value leads out of the file")
        }
        return bytes[start..<(start + count * unit)]
    }

    private func references(_ offset: Int, times: Int) throws(Diagnostic) -> [Int] {
        let (count, start) = try length(offset)
        guard count <= PropertyList.valueLimit,
            count * times * referenceBytes <= bytes.count - start
        else { throw malformed("a value leads out of the file") }
        var references: [Int] = []
        for index in 0..<(count * times) {
            references.append(
                try number(at: start + index * referenceBytes, length: referenceBytes))
        }
        return references
    }

    private func number(at offset: Int, length: Int) throws(Diagnostic) -> Int {
        guard offset >= 0, length <= 8, offset <= bytes.count - length else {
            throw malformed("the file is cut off")
        }
        var value: UInt64 = 0
        for byte in bytes[offset..<(offset + length)] { value = value << 8 | UInt64(byte) }
        guard value <= UInt64(Int32.max) else { throw malformed("a number is too large") }
        return Int(value)
    }

    private func malformed(_ message: String) -> Diagnostic {
        Diagnostic(.error, "plist-malformed", message, at: Location(file: source))
    }
}
