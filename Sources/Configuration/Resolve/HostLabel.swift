/// One label of a host name, brought into the ASCII form that clients ask with.
enum HostLabel {
    /// The longest label in bytes (RFC 1035, section 2.3.4).
    static let limitBytes = 63

    /// Returns a label in lower-case ASCII; a Unicode one as Punycode.
    static func ascii(_ label: Substring) throws(HostNameFault) -> String {
        let text = label.lowercased()
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let result = isASCII ? text : try punycode(text)
        guard result.utf8.count <= limitBytes else {
            throw HostNameFault(
                id: "host-label-too-long",
                message: "has a label longer than \(limitBytes) bytes", hint: nil)
        }
        if isASCII { try checkCharacters(text) }
        guard !text.hasPrefix("-"), !text.hasSuffix("-") else {
            throw HostNameFault(
                id: "host-hyphen", message: "has a label that begins or ends with '-'", hint: nil)
        }
        return result
    }

    private static func checkCharacters(_ text: String) throws(HostNameFault) {
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"): continue
            case UInt8(ascii: "_"):
                throw HostNameFault(
                    id: "host-underscore", message: "has a '_'",
                    hint: "certificates and Apple's devices know letters, digits and '-'")
            default:
                throw HostNameFault(
                    id: "host-character",
                    message: "has the character \(quoted(String(UnicodeScalar(byte))))",
                    hint: "a host is letters, digits, '-' and '.'")
            }
        }
        if text.hasPrefix("xn--"), text.utf8.count == 4 {
            throw HostNameFault(
                id: "host-punycode", message: "has nothing after 'xn--'", hint: nil)
        }
    }

    private static func punycode(_ text: String) throws(HostNameFault) -> String {
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() where !isAllowed(scalar, scalars, index) {
            throw HostNameFault(
                id: "host-character", message: "has the character \(shown(scalar))",
                hint: hint(scalar))
        }
        guard let encoded = Punycode.encoded(scalars) else {
            throw HostNameFault(
                id: "host-label-too-long", message: "has a label too long", hint: nil)
        }
        return "xn--" + encoded
    }

    private static func hint(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .nonspacingMark:
            "write the letter with its mark as one character, or the label as Punycode (xn--…)"
        case .format, .control, .spaceSeparator, .initialPunctuation, .finalPunctuation:
            "remove it; a host is letters, digits, '-' and '.'"
        default: "write the label as Punycode (xn--…) if a registry gave it to you"
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        let code = "U+" + String(scalar.value, radix: 16, uppercase: true)
        let isLetter = scalar.properties.generalCategory != .nonspacingMark
        return isLetter ? "\(quoted(String(scalar))) (\(code))" : code
    }

    /// Whether a character may stand in a Unicode label: a letter, mark or digit that no
    /// normalisation would change, so that one name has one form.
    private static func isAllowed(
        _ scalar: Unicode.Scalar, _ scalars: [Unicode.Scalar], _ index: Int
    ) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A, 0x2D: return true
        case 0xDF, 0x3C2: return true  // ß and ς: allowed by RFC 5892, section 2.6
        case 0..<0x80: return false
        // A base letter with a separate accent has a precomposed form: the two would differ.
        case 0x300...0x36F: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return index > 0
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber:
            return !scalar.properties.changesWhenNFKCCaseFolded
        default: return false
        }
    }
}
