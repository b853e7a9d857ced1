/// Where a site's association file is, as a request names it.
package enum AssociationPath {
    /// The paths that the file is served at; the first is the one that Apple asks for.
    package static let all = [
        "/.well-known/apple-app-site-association", "/apple-app-site-association",
    ]

    /// Whether a request's target is one of the paths, with or without a query.
    package static func isNamed(by target: String) -> Bool { isPath(path(of: target)) }

    /// Whether a path is one of the two, byte for byte.
    package static func isPath(_ path: Substring) -> Bool {
        let bytes = path.utf8.span
        return all.contains { Self.isEqual($0.utf8.span, bytes) }
    }

    /// Compares byte by byte; to go through views of strings takes many times as long.
    private static func isEqual(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        for index in one.indices where one[index] != other[index] { return false }
        return true
    }

    /// Returns the path as received: no decoding, no normalising, the query cut off.
    ///
    /// An absolute-form target (RFC 9112 §3.2.2) loses its scheme and authority, which a
    /// server compares with the Host field.
    package static func path(of target: String) -> Substring {
        let path = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
        guard path.utf8.first != UInt8(ascii: "/") else { return path }
        let scheme = path.prefix { $0 != "/" }
        guard ["http:", "https:"].contains(scheme.lowercased()) else { return path }
        let rest = path[scheme.endIndex...]
        guard rest.hasPrefix("//") else { return path }
        let authority = rest.dropFirst(2)
        guard let slash = authority.firstIndex(of: "/") else { return "/" }
        return authority[slash...]
    }
}
