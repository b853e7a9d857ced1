import Diagnostics

extension JSONParser {
    /// Names what the bytes are when they are not UTF-8 JSON, and skips a byte order mark.
    mutating func checkEncoding() throws(Diagnostic) {
        guard bytes.count <= JSONReader.sizeLimitBytes else {
            throw Diagnostic(
                .error, "json-too-large",
                "the file is larger than \(JSONReader.sizeLimitBytes) bytes",
                at: Location(file: source))
        }
        if let name = wideEncoding {
            let id = name.hasPrefix("UTF-16") ? "utf-16" : "utf-32"
            throw fileError(
                id, "the file is \(name), but an association file is UTF-8",
                hint: "save it as UTF-8 without byte order mark")
        }
        if let container { throw container }
        try checkUTF8()
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            try report(
                error(
                    "byte-order-mark", "the file begins with a byte order mark", at: 0,
                    hint: "save it as UTF-8 without byte order mark"))
            offset = 3
        }
    }

    /// The wide encoding that the first bytes give away, with or without byte order mark.
    private var wideEncoding: String? {
        let head = bytes.prefix(4)
        if head.elementsEqual([0xFF, 0xFE, 0, 0]) { return "UTF-32 (little-endian)" }
        if head.elementsEqual([0, 0, 0xFE, 0xFF]) { return "UTF-32 (big-endian)" }
        if head.starts(with: [0xFF, 0xFE]) { return "UTF-16 (little-endian)" }
        if head.starts(with: [0xFE, 0xFF]) { return "UTF-16 (big-endian)" }
        // A JSON text begins with two ASCII characters, so zeros among the first four bytes
        // tell the encoding (RFC 4627, section 3).
        switch head.map({ $0 == 0 }) {
        case [true, true, true, false]: return "UTF-32 (big-endian)"
        case [false, true, true, true]: return "UTF-32 (little-endian)"
        case [true, false, true, false], [true, false]: return "UTF-16 (big-endian)"
        case [false, true, false, true], [false, true]: return "UTF-16 (little-endian)"
        default: return nil
        }
    }

    /// The error for bytes that are another kind of file.
    private var container: Diagnostic? {
        if bytes.count >= 2, bytes[0] == 0x30, 0x80...0x84 ~= bytes[1] {
            return fileError(
                "signed", "the file is signed (CMS, DER), as only iOS 8 needed it",
                hint: "publish the JSON inside, unsigned; see: openssl cms -verify -inform DER")
        }
        if bytes.starts(with: [0x1F, 0x8B]) {
            return fileError(
                "compressed", "the file is compressed (gzip)", hint: "unpack it with gunzip")
        }
        let text = bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(512)
        let words = String(decoding: text, as: UTF8.self).lowercased()
        if words.hasPrefix("-----begin") {
            return fileError("signed", "the file is signed or encoded (PEM), not plain JSON")
        }
        if words.hasPrefix("bplist") || words.contains("<plist") {
            return fileError("property-list", "the file is a property list, not JSON")
        }
        guard words.hasPrefix("<") else { return nil }
        return words.hasPrefix("<?xml") && !words.contains("<html")
            ? fileError("xml", "the file is XML, not JSON")
            : fileError(
                "html", "the file is an HTML page, not JSON",
                hint: "the page that the server shows for an error or for every unknown path?")
    }

    private func fileError(_ id: String, _ message: String, hint: String? = nil) -> Diagnostic {
        error(id, message, at: Location(file: source), hint: hint)
    }

    private func checkUTF8() throws(Diagnostic) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput: return
            case .error:
                throw error(
                    "invalid-utf-8", "byte \(Self.hex(bytes[offset])) is not valid UTF-8 here",
                    at: offset, hint: "save the file as UTF-8")
            }
        }
    }
}
