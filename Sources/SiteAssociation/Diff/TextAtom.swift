/// A piece of URL text that is tried as one: a character, or an escape.
struct TextAtom {
    /// The piece as it stands in a URL.
    let text: String
    /// What each of the four forms reads.
    let units: [[MatchText.Unit]]

    init(_ text: String) {
        self.text = text
        units = (0..<4).map { form in
            let units = MatchText.units(ofURLPart: text.utf8, isDecoded: form & 2 != 0)
            return form & 1 != 0 ? MatchText.folded(units) : units
        }
    }
}

/// The pieces of text that suffice to tell the patterns of a machine apart.
///
/// All characters that no pattern names are alike, so that one stands for all of them. It
/// comes first, which makes found texts plain.
struct TextAlphabet {
    let atoms: [TextAtom]

    /// Creates an alphabet.
    ///
    /// - Parameters:
    ///   - machine: The patterns.
    ///   - forbidden: Characters that would end the part of the URL.
    init(_ machine: PatternMachine, forbidden: String) {
        let literals = machine.literals
        let isDecoded = !literals[2].isEmpty || !literals[3].isEmpty
        let isEncoded = !literals[0].isEmpty || !literals[1].isEmpty
        var characters = Set<MatchText.Unit>()
        for (form, units) in literals.enumerated() {
            characters.formUnion(units)
            // A folded character stands for both cases.
            if form & 1 != 0 { characters.formUnion(units.map(Self.upper)) }
        }
        let named = characters.union(characters.map(MatchText.folded))
        var texts = Self.fillers.filter { !named.contains(MatchText.folded($0.value)) }
            .prefix(1).map { String($0) }
        for unit in characters.sorted() {
            guard let scalar = Unicode.Scalar(unit) else { continue }
            let character = String(scalar)
            let canStand = Self.canStand(scalar) && !forbidden.unicodeScalars.contains(scalar)
            if canStand { texts.append(character) }
            let needsEscape = isDecoded && scalar != "/" && (isEncoded || !canStand)
            if needsEscape { texts.append(Self.escaped(character)) }
        }
        texts += machine.escapes.sorted()
        if isDecoded { texts.append("%C3%A9") }
        atoms = texts.map(TextAtom.init)
    }

    private static let fillers = "xzqjkvwy0123456789-_~XZQJKVWYabcdefghilmnoprstu!,;".unicodeScalars

    /// Whether a character stands unescaped in a URL, and means itself.
    private static func canStand(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
            && !"\"<>\\^`{|}*%".unicodeScalars.contains(scalar)
    }

    private static func upper(_ unit: MatchText.Unit) -> MatchText.Unit {
        guard let scalar = Unicode.Scalar(unit) else { return unit }
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        return upper.count == 1 ? upper.first?.value ?? unit : unit
    }

    /// Returns the runs of percent escapes in a pattern's text, and each escape of them.
    static func escapes(in units: [MatchText.Unit]) -> [String] {
        let text = MatchText.text(units)
        var runs: [String] = []
        var run = ""
        var rest = Substring(text).utf8
        while !rest.isEmpty {
            let escape = rest.prefix(3)
            let isEscape =
                escape.count == 3 && escape.first == UInt8(ascii: "%")
                && escape.dropFirst().allSatisfy { JSONParser.hexValue($0) != nil }
            if isEscape {
                runs.append(String(decoding: escape, as: UTF8.self))
                run += runs[runs.count - 1]
                rest = rest.dropFirst(3)
            } else {
                if run.utf8.count > 3 { runs.append(run) }
                run = ""
                rest = rest.dropFirst()
            }
        }
        return run.utf8.count > 3 ? runs + [run] : runs
    }

    static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
