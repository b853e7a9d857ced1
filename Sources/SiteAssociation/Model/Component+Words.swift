extension Component {
    /// The component as a sentence: which URLs it speaks of, and what becomes of them.
    ///
    /// It says what the patterns say, without deciding anything; patterns that are no more than
    /// a beginning, an end or a whole are told as such, the others are quoted.
    ///
    /// - Parameter defaults: The settings of the entry, in place of Apple's.
    /// - Returns: For instance `Opens the app when the path begins with /products/.`
    package func words(defaults: Defaults = Defaults()) -> String {
        var parts = [path.flatMap { Self.words("the path", $0) }]
        switch query {
        case nil: break
        case .string(let pattern): parts.append(Self.words("the query", pattern))
        case .items(let items):
            parts += items.map { Self.words("the query item '\($0.name)'", $0.pattern) }
        }
        parts.append(fragment.flatMap { Self.words("the fragment", $0) })
        let conditions = parts.compactMap(\.self)
        let verb = isExcluded ? "Stays in the browser" : "Opens the app"
        guard !conditions.isEmpty else { return "\(verb) whatever the URL is." }
        var notes: [String] = []
        if !(caseSensitive ?? defaults.caseSensitive ?? true) { notes.append("in any letter case") }
        if !(percentEncoded ?? defaults.percentEncoded ?? true) {
            notes.append("compared with the decoded URL")
        }
        let note = notes.isEmpty ? "" : ", " + notes.joined(separator: " and ")
        return "\(verb) when \(Self.list(conditions))\(note)."
    }

    private static func list(_ conditions: [String]) -> String {
        guard conditions.count > 1, let last = conditions.last else {
            return conditions.joined()
        }
        return conditions.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Says what a pattern demands of a part; `nil` where it demands nothing.
    private static func words(_ part: String, _ pattern: String) -> String? {
        let stars = pattern.filter { $0 == "*" }.count
        let isPlain = !pattern.contains("?") && !pattern.contains("$(")
        switch pattern {
        case "*": return nil
        case "": return "\(part) is empty"
        case "?*": return "\(part) is not empty"
        case _ where isPlain && stars == 0: return "\(part) is \(pattern)"
        case _ where isPlain && stars == 1 && pattern.hasSuffix("*"):
            return "\(part) begins with \(pattern.dropLast())"
        case _ where isPlain && stars == 1 && pattern.hasPrefix("*"):
            return "\(part) ends with \(pattern.dropFirst())"
        case _ where isPlain && stars == 2 && pattern.hasPrefix("*") && pattern.hasSuffix("*"):
            return "\(part) contains \(pattern.dropFirst().dropLast())"
        default: return "\(part) looks like \(pattern)"
        }
    }
}
