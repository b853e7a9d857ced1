import Diagnostics

/// A rule with its patterns compiled.
struct CompiledRule: Sendable {
    enum CompiledQuery: Sendable {
        case string(Pattern)
        case items([(name: [MatchText.Unit], item: QueryItem, pattern: Pattern)])
    }

    let rule: LinkRule
    let path: Pattern?
    let query: CompiledQuery?
    let fragment: Pattern?
    /// The rule's own remarks, and one for each pattern that is too complex.
    let doubts: [Diagnostic]
    let isFolded: Bool
    let isDecoded: Bool

    init(_ rule: LinkRule, variables: inout VariableTable) {
        let component = rule.effective
        let isFolded = component.caseSensitive == false
        func compile(_ text: String, isPath: Bool = false) -> Pattern {
            Pattern(text, isPath: isPath, isFolded: isFolded, variables: &variables)
        }
        self.rule = rule
        self.isFolded = isFolded
        isDecoded = component.percentEncoded == false
        path = component.path.map { compile($0, isPath: true) }
        fragment = component.fragment.map { compile($0) }
        switch component.query {
        case nil: query = nil
        case .string(let text): query = .string(compile(text))
        case .items(let items):
            query = .items(
                items.map { (MatchText.units(of: $0.name), $0, compile($0.pattern)) })
        }
        doubts = rule.doubts + Self.remarks([path, fragment].compactMap(\.self), query, rule)
    }

    /// Returns the rule that stands for an entry without any, which takes every URL.
    static func everything(in entry: LinkEntry) -> CompiledRule {
        let node = JSONNode(content: .null, location: entry.location)
        var none = VariableTable([])
        return CompiledRule(
            LinkRule(
                index: 0, pointer: entry.pointer, source: node,
                effective: Component(caseSensitive: true, percentEncoded: true), doubts: []),
            variables: &none)
    }

    private static func remarks(
        _ patterns: [Pattern], _ query: CompiledQuery?, _ rule: LinkRule
    ) -> [Diagnostic] {
        var patterns = patterns
        switch query {
        case nil: break
        case .string(let pattern): patterns.append(pattern)
        case .items(let items): patterns += items.map(\.pattern)
        }
        return patterns.compactMap { pattern in
            guard case .tooComplex(let steps) = pattern.defect else { return nil }
            return Doubt.tooComplex(pattern.source, steps: steps).finding(at: rule.source.location)
        }
    }

    /// Whether a URL has everything that the rule asks for.
    func matches(_ forms: inout URLForms) -> Bool {
        guard rule.requiredEntitlement == nil else { return false }
        let form = forms.form(isFolded: isFolded, isDecoded: isDecoded)
        return matchesPath(form) && matchesFragment(form) && matchesQuery(form)
    }

    func matchesPath(_ form: URLForm) -> Bool { path?.matches(form.path) ?? true }

    func matchesFragment(_ form: URLForm) -> Bool { fragment?.matches(form.fragment) ?? true }

    func matchesQuery(_ form: URLForm) -> Bool {
        switch query {
        case nil: true
        case .string(let pattern): pattern.matches(form.query)
        case .items(let items):
            items.allSatisfy { item in
                Self.values(of: item.name, in: form).allSatisfy(item.pattern.matches)
            }
        }
    }

    /// The values of all query items of a name; an absent one counts as empty.
    static func values(of name: [MatchText.Unit], in form: URLForm) -> [[MatchText.Unit]] {
        let values = form.items.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? [[]] : values
    }
}
