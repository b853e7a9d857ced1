/// A text as the matcher compares it: one unit for each character that `?` can stand for.
///
/// A unit is a Unicode scalar; a byte that is not UTF-8 after decoding is a unit of its own
/// above all scalars, so that it equals nothing in a pattern but is not lost.
enum MatchText {
    typealias Unit = UInt32

    static let slash = Unit(UInt8(ascii: "/"))
    static let star = Unit(UInt8(ascii: "*"))

    private static let invalidByteBase: Unit = 0x110000

    /// Returns the units of a pattern or of another text of the document.
    static func units(of text: String) -> [Unit] { text.unicodeScalars.map(\.value) }

    /// Returns the units of a part of a URL, which is ASCII, with escapes decoded or as it is.
    static func units(ofURLPart bytes: some Sequence<UInt8>, isDecoded: Bool) -> [Unit] {
        isDecoded ? scalars(of: percentDecoded(bytes)) : bytes.map(Unit.init)
    }

    /// Returns units with letter case folded, one for one.
    static func folded(_ units: [Unit]) -> [Unit] { units.map(folded) }

    /// Returns the unit that stands for all its spellings in letter case.
    static func folded(_ unit: Unit) -> Unit {
        if unit < 0x80 { return 0x41...0x5A ~= unit ? unit | 0x20 : unit }
        // Dotless i has `I` as its capital, but folding keeps the two apart.
        guard unit != 0x131, let scalar = Unicode.Scalar(unit) else { return unit }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return (single(upper.properties.lowercaseMapping) ?? upper).value
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }

    private static func percentDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(JSONParser.hexValue),
                let low = rest.dropFirst().first.flatMap(JSONParser.hexValue)
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func scalars(of bytes: [UInt8]) -> [Unit] {
        var units: [Unit] = []
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                units.append(Unicode.UTF8.decode(encoded).value)
                offset += encoded.count
            case .error(let length):
                units += bytes[offset..<offset + length].map { invalidByteBase + Unit($0) }
                offset += length
            case .emptyInput: return units
            }
        }
    }

    /// Returns a path, of a URL or a pattern, in the form in which the two are compared.
    ///
    /// Doubled slashes and stars become one, and a slash stands on both sides unless a star
    /// does. An empty path is `/`, and one character stays as it is. A pattern of stars alone
    /// but more than one comes out as `/*/`, which is what the client makes of it.
    static func pathForm(_ units: [Unit]) -> [Unit] {
        guard units.count > 1 else { return units.isEmpty ? [slash] : units }
        var path: [Unit] = []
        for unit in units where unit != path.last || (unit != slash && unit != star) {
            path.append(unit)
        }
        if path == [star] { return [slash, star, slash] }
        if path.first != slash, path.first != star { path.insert(slash, at: 0) }
        if path.last != slash, path.last != star { path.append(slash) }
        return path
    }
}
