/// What becomes of a component in `paths`, the format of iOS 12 and older.
///
/// `paths` know one pattern of a path, compared with case and in encoded form, and `NOT `.
/// Where that is not enough, the old systems are given less rather than more: an admission is
/// left out, and an exclude is widened to everything that its path could mean. Only an exclude
/// without a path of its own (a query or a fragment on any page) is left out as well, because
/// widened it would take the whole host from the app.
package enum LegacyPath: Sendable, Hashable {
    /// The pattern means what the component means.
    case exact(String)
    /// The pattern admits less, or excludes more or under fewer spellings, than the component.
    case approximate(String)
    /// No pattern stands for the component.
    case absent

    /// The element of `paths`, or `nil` when there is none.
    package var text: String? {
        switch self {
        case .exact(let text), .approximate(let text): text
        case .absent: nil
        }
    }
}

extension AppLinks {
    /// Returns what becomes of a component in `paths`.
    ///
    /// - Parameters:
    ///   - component: One of the entry's components.
    ///   - entry: The entry, for its defaults.
    /// - Returns: The element of `paths` and how true it is.
    package func legacyPath(of component: Component, in entry: Details) -> LegacyPath {
        let isCaseSensitive =
            component.caseSensitive ?? entry.defaults.caseSensitive ?? defaults.caseSensitive
            ?? true
        let isPercentEncoded =
            component.percentEncoded ?? entry.defaults.percentEncoded ?? defaults.percentEncoded
            ?? true
        let constrainsMore = component.constrainsQuery || component.constrainsFragment
        let pattern = LegacyPattern(component.path ?? "*", isPercentEncoded: isPercentEncoded)
        let isExact =
            !constrainsMore && isCaseSensitive && isPercentEncoded && pattern.isVerbatim
        if component.isExcluded {
            guard !constrainsMore || pattern.text != "*" else { return .absent }
            return isExact ? .exact("NOT " + pattern.text) : .approximate("NOT " + pattern.text)
        }
        guard !constrainsMore, pattern.isVerbatim else { return .absent }
        return isExact ? .exact(pattern.text) : .approximate(pattern.text)
    }
}

extension Component {
    /// Whether the query decides anything; a pattern `*` for an item also accepts its absence.
    fileprivate var constrainsQuery: Bool {
        switch query {
        case nil: false
        case .string(let pattern): pattern != "*"
        case .items(let items): items.contains { $0.pattern != "*" }
        }
    }

    fileprivate var constrainsFragment: Bool { fragment != nil && fragment != "*" }
}

/// A path pattern without what old systems do not know, each such part replaced by `*`.
private struct LegacyPattern {
    var text = ""
    var isVerbatim = true

    init(_ pattern: String, isPercentEncoded: Bool) {
        let scalars = Array(pattern.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
                replacePart()
                index = scalars[index...].firstIndex(of: ")") ?? scalars.count - 1
            } else if !isPercentEncoded, !Self.isSpeltAlike(scalar) {
                replacePart()
            } else {
                text.unicodeScalars.append(scalar)
            }
            index += 1
        }
        // A pattern without its slash means the same, but `NOT ` in front would be a keyword.
        if text.first != "/", text.first != "*" { text = "/" + text }
    }

    private mutating func replacePart() {
        isVerbatim = false
        if text.last != "*" { text += "*" }
    }

    /// Whether a character is usually the same in a URL's encoded and decoded form.
    private static func isSpeltAlike(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.value > 0x20
            && !"%\"<>\\^`{|}\u{7F}#".unicodeScalars.contains(scalar)
    }
}
