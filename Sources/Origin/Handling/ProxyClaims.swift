package import Configuration
package import HTTP

/// What a proxy in front says about the client: `X-Forwarded-*` and `Forwarded` (RFC 7239).
///
/// Only the fields for the scheme and the address are read; `X-Forwarded-Host` never is, so
/// nobody can be served another host's document by it. A malformed value says nothing.
package struct ProxyClaims: Sendable {
    /// How many list entries are looked at, counted from the nearest.
    package static let entryLimit = 32

    private let fields: Fields

    /// Reads the fields of a request whose peer is trusted.
    package init(_ fields: Fields) {
        self.fields = fields
    }

    /// Whether the nearest proxy says that the client came by https.
    ///
    /// A list is in the order of the hops, and only its last value was written by the peer.
    /// Where `X-Forwarded-Proto` and `Forwarded` both speak, both must say https: a proxy
    /// that sets one of them may pass on what a client wrote into the other.
    package var isSecure: Bool {
        var claims: [Bool] = []
        if let scheme = fields.values("x-forwarded-proto").flatMap(Self.entries).last {
            claims.append(contentsOf: Self.isHTTPS(scheme))
        }
        if let last = forwardedElements().last, let scheme = Self.parameter("proto", of: last) {
            claims.append(contentsOf: Self.isHTTPS(scheme))
        }
        return !claims.isEmpty && claims.allSatisfy { $0 }
    }

    /// Returns the right-most address that is not itself a trusted proxy.
    ///
    /// Entries are read from the nearest on. A malformed one ends the search without an
    /// answer; what stands farther left was written by the client and is not looked at. When
    /// every entry is trusted, the farthest is returned.
    ///
    /// - Parameter trusted: The networks of the trusted proxies.
    /// - Returns: The address as the proxy wrote it, or `nil` to fall back to the peer.
    package func client(trusted: [IPNetwork]) -> String? {
        var farthest: String?
        for entry in addresses().reversed().prefix(Self.entryLimit) {
            guard let text = entry, let address = PeerAddress(text) else { return nil }
            farthest = text
            if !trusted.contains(where: address.isIn) { return text }
        }
        return farthest
    }

    /// The listed addresses without ports; `nil` for an entry that names none.
    private func addresses() -> [String?] {
        let lines = fields.values("x-forwarded-for")
        guard lines.isEmpty else {
            return lines.flatMap(Self.entries).map { Self.node(String($0)) }
        }
        return forwardedElements().map { element in
            Self.parameter("for", of: element).flatMap(Self.node)
        }
    }

    private func forwardedElements() -> [Substring] {
        fields.values("forwarded").flatMap { QuotedText.split($0[...], at: ",") }
            .map(QuotedText.trimmed)
    }

    private static func entries(of line: String) -> [Substring] {
        line.split(separator: ",", omittingEmptySubsequences: false).map(QuotedText.trimmed)
    }

    private static func isHTTPS(_ scheme: some StringProtocol) -> [Bool] {
        switch scheme.lowercased() {
        case "https", "wss": [true]
        case "http", "ws": [false]
        default: []
        }
    }

    private static func parameter(_ name: String, of element: Substring) -> String? {
        for pair in QuotedText.split(element, at: ";") {
            guard let equals = pair.firstIndex(of: "=") else { continue }
            guard QuotedText.trimmed(pair[..<equals]).lowercased() == name else { continue }
            return QuotedText.unquoted(QuotedText.trimmed(pair[pair.index(after: equals)...]))
        }
        return nil
    }

    /// The address of a `node` (RFC 7239 §6): IPv6 stands in brackets if a port follows.
    ///
    /// `X-Forwarded-For` defines neither brackets nor ports, and proxies write both. IPv6 without
    /// brackets, which RFC 7239 does not allow, is written by many, too.
    private static func node(_ text: String) -> String? {
        guard text.hasPrefix("[") else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return text }
            return isPort(parts[1]) ? String(parts[0]) : nil
        }
        guard let end = text.firstIndex(of: "]") else { return nil }
        let address = text[..<end].dropFirst()
        let port = text[end...].dropFirst()
        guard address.contains(":"),
            port.isEmpty || (port.hasPrefix(":") && isPort(port.dropFirst()))
        else { return nil }
        return String(address)
    }

    /// Whether a text is a port or an obfuscated one, such as `_x7`.
    private static func isPort(_ text: Substring) -> Bool {
        if text.hasPrefix("_") {
            return text.utf8.count > 1
                && text.utf8.allSatisfy { byte in
                    let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    return isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                        || "._-".utf8.contains(byte)
                }
        }
        return text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && UInt16(text) != nil
    }
}

/// Splits and unquotes the values of header fields (RFC 9110 §5.6).
enum QuotedText {
    /// Returns the parts between separators that stand outside of quotes.
    static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            switch text[index] {
            case _ where isEscaped: isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case separator where !isQuoted:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        parts.append(text[start...])
        return parts
    }

    /// Returns the text without the white space around it.
    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return text
    }

    /// Returns a token as it is, and a quoted string without quotes and escapes; `nil` for one
    /// that does not end, or ends before its last character.
    static func unquoted(_ text: Substring) -> String? {
        guard text.hasPrefix("\"") else { return String(text) }
        var rest = text.dropFirst()
        var result = ""
        while let character = rest.popFirst() {
            if character == "\"" { return rest.isEmpty ? result : nil }
            guard let next = character == "\\" ? rest.popFirst() : character else { return nil }
            result.append(next)
        }
        return nil
    }
}
