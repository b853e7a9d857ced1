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
    /// The scheme in lower case.
    package let scheme: String
    /// The host in lower case, without port; empty when another scheme has none.
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
    /// - Parameter text: An absolute URL; only `https` and `http` can be universal links.
    /// - Throws: `url-too-long`, `url-scheme` when there is no scheme, and `url-host` when an
    ///   `https` or `http` URL has no host.
    package init(_ text: String) throws(Diagnostic) {
        self.text = text
        guard text.utf8.count <= Self.lengthLimitBytes else {
            throw Diagnostic(
                .error, "url-too-long", "a URL is at most \(Self.lengthLimitBytes) bytes long")
        }
        var rest = Self.encoded(text)[...]
        guard let scheme = rest.cutScheme() else {
            let isBare = !text.isEmpty && !text.hasPrefix("/")
            throw Diagnostic(
                .error, "url-scheme",
                "\(Diagnostic.quoted(text)) does not begin with https:// or http://",
                hint: isBare ? "write https://\(Diagnostic.printable(text, limit: 60))" : nil)
        }
        self.scheme = scheme
        let hasAuthority = rest.starts(with: "//".utf8)
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        (host, port) = hasAuthority ? Self.hostAndPort(authority) : ("", nil)
        guard !host.isEmpty || !["https", "http"].contains(scheme) else {
            throw Diagnostic(.error, "url-host", "\(Diagnostic.quoted(text)) has no host")
        }
        if hasAuthority { rest = rest.dropFirst(2 + authority.count) }
        fragment = rest.cutTail(after: UInt8(ascii: "#"))
        query = rest.cutTail(after: UInt8(ascii: "?"))
        path = Array(rest)
    }

    /// Whether the scheme is one that universal links have.
    package var isWebURL: Bool { scheme == "https" || scheme == "http" }

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
    /// Cuts the scheme and its colon, or returns `nil` when the text does not begin with one.
    fileprivate mutating func cutScheme() -> String? {
        let name = prefix { JSONParser.isWordByte($0) || "+-.".utf8.contains($0) }
        guard let first = name.first, JSONParser.isLetter(first),
            self[name.endIndex...].first == UInt8(ascii: ":")
        else { return nil }
        let rest = self[(name.endIndex + 1)...]
        // `host:443/path` has no scheme, though it looks like one.
        if !rest.starts(with: "//".utf8), let next = rest.first, (0x30...0x39).contains(next) {
            return nil
        }
        self = rest
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// Cuts everything from a separator on, and returns what stands behind it.
    fileprivate mutating func cutTail(after separator: UInt8) -> [UInt8]? {
        guard let index = firstIndex(of: separator) else { return nil }
        defer { self = self[..<index] }
        return Array(self[(index + 1)...])
    }
}
