import Diagnostics
import SiteAssociation

/// The substitution variables of a draft, and which of them patterns use.
///
/// - Threads: One thread at a time.
final class VariableUse {
    /// The names that Apple's systems know without a definition.
    static let builtIn = ["alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang"]

    private let draft: Draft
    private let decoder: NodeDecoder
    private let known: Set<String>
    /// The variables, in the order of their definition.
    let all: [SubstitutionVariable]

    init(draft: Draft, decoder: NodeDecoder) {
        self.draft = draft
        self.decoder = decoder
        known = Set(draft.variables.names + Self.builtIn)
        all = draft.variables.items.map {
            SubstitutionVariable(name: $0.name, values: $0.value.map(\.value))
        }
    }

    /// Where each variable was defined.
    var places: [String: Location] {
        Dictionary(
            draft.variables.items.map { ($0.name, $0.location) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the variables that components name, as indices in ``all``.
    ///
    /// A document holds no others, so that it stays small.
    func used(by components: [Component]) -> Set<Int> {
        var indices: Set<Int> = []
        guard !all.isEmpty else { return indices }
        for component in components {
            for name in Self.patterns(of: component).lazy.flatMap(Self.names) {
                if let index = draft.variables.index(of: name) { indices.insert(index) }
            }
        }
        return indices
    }

    /// Reports variables that shadow Apple's, and patterns that name unknown ones.
    func check() {
        for item in draft.variables.items where Self.builtIn.contains(item.name) {
            decoder.warning(
                "variable-shadows-built-in",
                "the variable \(quoted(item.name)) replaces the one that Apple defines",
                at: item.location, hint: "give it a name of its own")
        }
        for list in draft.rules.items { list.value.forEach(check) }
        for app in draft.apps.items { check(app.value.rules) }
        for environment in draft.environments.items {
            environment.value.apps?.forEach { check($0.rules) }
        }
        for override in draft.overrides { override.ruleEntries.forEach(check) }
    }

    private func check(_ entries: [RuleEntry]?) {
        for case .pattern(let pattern) in entries ?? [] { check(pattern) }
    }

    private func check(_ pattern: Pattern) {
        for text in pattern.texts where text.value.utf8.contains(UInt8(ascii: "$")) {
            for name in Self.names(in: text.value) where !known.contains(name) {
                decoder.error(
                    "unknown-variable", "there is no variable \(quoted(name))", at: text.location,
                    hint: decoder.didYouMean(name, among: draft.variables.names + Self.builtIn)
                        ?? "define it under 'variables'")
            }
            if Self.hasOpenEnd(text.value) {
                decoder.error(
                    "variable-unterminated", "'$(' has no ')' after it", at: text.location,
                    hint: "write a variable as $(name)")
            }
        }
    }

    /// The patterns of a component in which variables count.
    static func patterns(of component: Component) -> [String] {
        var patterns = [component.path, component.fragment].compactMap(\.self)
        switch component.query {
        case .string(let text): patterns.append(text)
        case .items(let items): patterns += items.map(\.pattern)
        case nil: break
        }
        return patterns
    }

    /// The names in `$(name)`, in order.
    static func names(in text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return [] }
        var names: [String] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "$("),
            let end = rest[opening.upperBound...].firstIndex(of: ")")
        {
            names.append(String(rest[opening.upperBound..<end]))
            rest = rest[end...]
        }
        return names
    }

    private static func hasOpenEnd(_ text: String) -> Bool {
        guard let opening = text.ranges(of: "$(").last else { return false }
        return !text[opening.upperBound...].contains(")")
    }
}
