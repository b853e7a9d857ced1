/// A matcher that is slow but plainly right: it tries everything, on strings.
enum ReferenceMatcher {
    /// Whether a text matches a pattern from beginning to end.
    static func matches(
        _ pattern: Substring, _ text: Substring, _ variables: [String: [String]]
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" {
            return (0...text.count).contains { matches(rest, text.dropFirst($0), variables) }
        }
        if pattern.hasPrefix("$(") {
            guard let close = pattern.firstIndex(of: ")") else { return false }
            let name = String(pattern[..<close].dropFirst(2))
            let after = pattern[pattern.index(after: close)...]
            return (variables[name] ?? []).contains { value in
                (0...text.count).contains { length in
                    matches(value[...], text.prefix(length), [:])
                        && matches(after, text.dropFirst(length), variables)
                }
            }
        }
        guard let next = text.first, first == "?" || first == next else { return false }
        return matches(rest, text.dropFirst(), variables)
    }

    /// Whether a URL's path matches a component's path.
    static func matches(
        path pattern: String, _ path: String, _ variables: [String: [String]]
    ) -> Bool {
        pattern == "*" || matches(normalised(pattern)[...], normalised(path)[...], variables)
    }

    private static func normalised(_ path: String) -> String {
        if path.isEmpty { return "/" }
        if path.count == 1 { return path }
        var path = path
        while path.contains("**") || path.contains("//") {
            path = path.replacing("**", with: "*").replacing("//", with: "/")
        }
        if path == "*" { return "/*/" }
        if !path.hasPrefix("*"), !path.hasPrefix("/") { path = "/" + path }
        if !path.hasSuffix("*"), !path.hasSuffix("/") { path += "/" }
        return path
    }
}
