package import Diagnostics

/// A URL that may be a universal link, taken apart on bytes as the client does.
///
/// Nothing is decoded or resolved here. Characters that no URL may carry (spaces, non-ASCII)
/// are percent-encoded first, as clients do before they match.
package struct LinkURL: Sendable, Hashable {
    /// The longest URL that is matched, in bytes.
    package static let lengthLimitBytes = 65_536

    /// The text as it was given.
    package let text: String
    /// The host in lower case, without port.
    package let host: String
    /// The port as written, or `nil` when there is none.
    package let port: String?
    /// The path in encoded form; empty when there is none.
    let path: [UInt8]
    /// The query in encoded form, without `?`; `nil` when there is none.
    let query: [UInt8]?
    /// The fragment in encoded form, without `#`; `nil` when there is none.
    let fragment: [UInt8]?

    /// Takes a URL apart.
    ///
    /// - Parameter text: An absolute URL with the scheme `https` or `http`.
    /// - Throws: `url-too-long`, `url-scheme` for other schemes or none, and `url-host` when
    ///   the host is missing.
    package init(_ text: String) throws(Diagnostic) {
        self.text = text
        guard text.utf8.count <= Self.lengthLimitBytes else {
            throw Diagnostic(
                .error, "url-too-long", "a URL is at most \(Self.lengthLimitBytes) bytes long")
        }
        var rest = Self.encoded(text)[...]
        guard
            let length = ["https://", "http://"].first(where: { rest.hasSchemePrefix($0) })?.count
        else {
            let isBare = !text.contains(":") && !text.hasPrefix("/")
            throw Diagnostic(
                .error, "url-scheme",
                "\(Diagnostic.quoted(text)) does not begin with https:// or http://",
                hint: isBare ? "write https://\(Diagnostic.printable(text, limit: 60))" : nil)
        }
        rest = rest.dropFirst(length)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        rest = rest.dropFirst(authority.count)
        (host, port) = Self.hostAndPort(authority)
        guard !host.isEmpty else {
            throw Diagnostic(.error, "url-host", "\(Diagnostic.quoted(text)) has no host")
        }
        fragment = rest.cutTail(after: UInt8(ascii: "#"))
        query = rest.cutTail(after: UInt8(ascii: "?"))
        path = Array(rest)
    }

    /// Whether a segment of the path is `.` or `..`, which browsers resolve before they match.
    var hasDotSegments: Bool {
        path.split(separator: UInt8(ascii: "/")).contains {
            $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
        }
    }

    private static func hostAndPort(_ authority: ArraySlice<UInt8>) -> (String, String?) {
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 }
        let host = authority[(start ?? authority.startIndex)...]
        let text = String(decoding: host, as: UTF8.self).lowercased()
        guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else {
            return (text, nil)
        }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }

    private static func encoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                bytes += (byte < 16 ? "%0" : "%").utf8
                bytes += digits.utf8
            }
        }
        return bytes
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSchemePrefix(_ prefix: String) -> Bool {
        self.prefix(prefix.utf8.count).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
            .elementsEqual(prefix.utf8)
    }

    /// Cuts everything from a separator on, and returns what stands behind it.
    fileprivate mutating func cutTail(after separator: UInt8) -> [UInt8]? {
        guard let index = firstIndex(of: separator) else { return nil }
        defer { self = self[..<index] }
        return Array(self[(index + 1)...])
    }
}
