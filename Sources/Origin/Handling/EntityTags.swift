/// The value of `If-Match` or `If-None-Match`: a list of entity tags, or `*` (RFC 9110 §13.1).
package struct EntityTags: Sendable {
    /// Whether the value is `*`, which stands for any current version.
    package private(set) var isAny = false

    /// The tags with their quotes, without the mark of weakness.
    private var tags: [(text: Substring, isWeak: Bool)] = []

    /// Reads the field's lines; what is no entity tag is skipped.
    ///
    /// A comma within quotes belongs to the tag. The marks are single, so a value of any
    /// length takes one pass.
    package init(_ lines: [String]) {
        for line in lines {
            var rest = line[...]
            while let first = rest.first {
                switch first {
                case " ", "\t", ",": rest = rest.dropFirst()
                case "\"": take(&rest, isWeak: false)
                case "W" where rest.dropFirst().first == "/" && rest.dropFirst(2).first == "\"":
                    rest = rest.dropFirst(2)
                    take(&rest, isWeak: true)
                default:
                    let word = rest.prefix { $0 != "," }
                    if word.allSatisfy({ $0 == "*" || $0 == " " || $0 == "\t" }),
                        word.filter({ $0 == "*" }).count == 1
                    {
                        isAny = true
                    }
                    rest = rest[word.endIndex...]
                }
            }
        }
    }

    /// Whether a strong tag is listed, comparing weakly (RFC 9110 §8.8.3.2) or strongly.
    ///
    /// - Parameters:
    ///   - tag: The current tag, with its quotes.
    ///   - weakly: Whether a weak tag of the same text counts, as for `If-None-Match`.
    /// - Returns: `true` for `*`, too.
    package func contain(_ tag: String, weakly: Bool) -> Bool {
        isAny || tags.contains { $0.text == tag && (weakly || !$0.isWeak) }
    }

    private mutating func take(_ rest: inout Substring, isWeak: Bool) {
        let body = rest.dropFirst()
        guard let end = body.firstIndex(of: "\"") else {
            rest = ""
            return
        }
        tags.append((rest[...end], isWeak))
        rest = rest[rest.index(after: end)...]
    }

}
