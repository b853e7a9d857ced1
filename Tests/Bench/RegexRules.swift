import Foundation
import SiteAssociation

/// A URL in the parts that rules look at.
struct URLParts {
    let path: String
    let query: String
    let items: [(name: String, value: String)]
    let fragment: String

    init(_ text: String) {
        let components = URLComponents(string: text)
        let path = components?.percentEncodedPath ?? ""
        self.path = path.hasSuffix("/") ? path : path + "/"
        query = components?.percentEncodedQuery ?? ""
        items = (components?.percentEncodedQueryItems ?? []).map { ($0.name, $0.value ?? "") }
        fragment = components?.percentEncodedFragment ?? ""
    }
}

/// Rules whose patterns are regular expressions of some kind.
struct RegexRules<Expression> {
    struct Rule {
        var path: Expression?
        var query: Expression?
        var items: [(name: String, pattern: Expression)] = []
        var fragment: Expression?
        var isExcluded: Bool
    }

    let rules: [Rule]
    let matches: (Expression, String) -> Bool

    init(
        _ components: [Component], compile: (String) throws -> Expression,
        matches: @escaping (Expression, String) -> Bool
    ) rethrows {
        self.matches = matches
        rules = try components.map { component in
            var rule = Rule(isExcluded: component.isExcluded)
            if let path = component.path, path != "*" {
                rule.path = try compile(RegexText.pattern(RegexText.path(path)))
            }
            if let fragment = component.fragment {
                rule.fragment = try compile(RegexText.pattern(fragment))
            }
            switch component.query {
            case .string(let text): rule.query = try compile(RegexText.pattern(text))
            case .items(let items):
                rule.items = try items.map {
                    ($0.name, try compile(RegexText.pattern($0.pattern)))
                }
            case nil: break
            }
            return rule
        }
    }

    func verdict(_ url: URLParts) -> Verdict {
        let deciding = rules.first { rule in
            guard rule.path.map({ matches($0, url.path) }) ?? true,
                rule.fragment.map({ matches($0, url.fragment) }) ?? true,
                rule.query.map({ matches($0, url.query) }) ?? true
            else { return false }
            return rule.items.allSatisfy { item in
                let values = url.items.filter { $0.name == item.name }.map(\.value)
                return (values.isEmpty ? [""] : values).allSatisfy { matches(item.pattern, $0) }
            }
        }
        return deciding.map { $0.isExcluded ? .exclude : .match } ?? .none
    }
}

/// Patterns of association files as regular expressions.
enum RegexText {
    static func path(_ path: String) -> String {
        let start = path.hasPrefix("/") || path.hasPrefix("*") ? path : "/" + path
        return start.hasSuffix("/") || start.hasSuffix("*") ? start : start + "/"
    }

    static func pattern(_ text: String) -> String {
        var result = "^"
        for character in text {
            switch character {
            case "*": result += ".*"
            case "?": result += "."
            default: result += NSRegularExpression.escapedPattern(for: String(character))
            }
        }
        return result + "$"
    }
}

extension RegexRules where Expression == NSRegularExpression {
    init(_ components: [Component]) throws {
        try self.init(
            components, compile: { try NSRegularExpression(pattern: $0) },
            matches: { expression, text in
                let range = NSRange(location: 0, length: text.utf16.count)
                return expression.firstMatch(in: text, range: range) != nil
            })
    }
}

extension RegexRules where Expression == Regex<AnyRegexOutput> {
    init(_ components: [Component]) throws {
        try self.init(
            components, compile: { try Regex($0) },
            matches: { expression, text in (try? expression.wholeMatch(in: text)) != nil })
    }
}

typealias FoundationRules = RegexRules<NSRegularExpression>
typealias StandardRules = RegexRules<Regex<AnyRegexOutput>>
