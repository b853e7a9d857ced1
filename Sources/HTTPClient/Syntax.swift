/// The grammar of what is put into a request (RFC 9110, section 5).
enum Syntax {
    /// Whether a text is a token: a method or the name of a field.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Whether a text may be the value of a field: no control byte can end its line.
    static func isFieldValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Whether a text begins as a URL of HTTP or HTTPS.
    static func isHTTP(_ url: String) -> Bool {
        let start = url.prefix(8).lowercased()
        return start.hasPrefix("http://") || start == "https://"
    }

    /// Returns a text without white space at its ends.
    static func trimmed(_ text: Substring) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }
}
