import Diagnostics

extension CompiledRule {
    /// Returns every part of the rule that a URL does not satisfy, in words.
    func mismatches(_ forms: inout URLForms) -> [Mismatch] {
        var found: [Mismatch] = []
        if let entitlement = rule.requiredEntitlement {
            let name = Diagnostic.quoted(entitlement)
            found.append(
                Mismatch(
                    part: .entitlement, reason: "only for callers with the entitlement \(name)"))
        }
        let form = forms.form(isFolded: isFolded, isDecoded: isDecoded)
        if let path, !path.matches(form.path) {
            let reason = reason(path, "path", form.path, path.hint(for: form.path))
            found.append(Mismatch(part: .path, reason: reason))
        }
        found += queryMismatches(form)
        if let fragment, !fragment.matches(form.fragment) {
            let reason = reason(fragment, "fragment", form.fragment)
            found.append(Mismatch(part: .fragment, reason: reason))
        }
        return found
    }

    private func queryMismatches(_ form: URLForm) -> [Mismatch] {
        switch query {
        case nil: return []
        case .string(let pattern):
            guard !pattern.matches(form.query) else { return [] }
            return [Mismatch(part: .query, reason: reason(pattern, "query", form.query))]
        case .items(let items):
            return items.compactMap { item in
                itemMismatch(item.item, name: item.name, pattern: item.pattern, form)
            }
        }
    }

    private func itemMismatch(
        _ item: QueryItem, name: [MatchText.Unit], pattern: Pattern, _ form: URLForm
    ) -> Mismatch? {
        let values = Self.values(of: name, in: form)
        guard let failing = values.first(where: { !pattern.matches($0) }) else { return nil }
        let isAbsent = !form.items.contains { $0.name == name }
        let what = "query item \(Diagnostic.quoted(item.name))"
        var reason = reason(pattern, what, failing)
        if isAbsent {
            reason =
                "\(what) is absent, and the empty text does not match "
                + Diagnostic.quoted(pattern.source)
            if let defect = pattern.defect { reason = "\(what): \(defect.words(pattern.source))" }
        } else if values.count > 1, pattern.defect == nil {
            reason += "; every one of the \(values.count) must match"
        }
        return Mismatch(part: .queryItem(item.name), reason: reason)
    }

    private func reason(
        _ pattern: Pattern, _ what: String, _ value: [MatchText.Unit], _ hint: String? = nil
    ) -> String {
        if let defect = pattern.defect { return "\(what): \(defect.words(pattern.source))" }
        let pattern = Diagnostic.quoted(pattern.source)
        guard !value.isEmpty else { return "\(what) is empty, which does not match \(pattern)" }
        let text = Diagnostic.quoted(MatchText.text(value))
        return "\(what) \(text) does not match \(pattern)" + (hint.map { "; " + $0 } ?? "")
    }
}

extension Pattern {
    /// A remark on the nearest reason why a path fails, when there is a plain one.
    fileprivate func hint(for path: [MatchText.Unit]) -> String? {
        guard source.utf8.count > 1 else { return nil }
        let pattern = MatchText.text(MatchText.folded(MatchText.units(of: source)))
        var none = VariableTable([])
        let folded = Pattern(pattern, isPath: true, isFolded: true, variables: &none)
        if folded.matches(MatchText.folded(path)) { return "only letter case differs" }
        let tail = Pattern(source + "/*", isPath: true, isFolded: false, variables: &none)
        if tail.defect == nil, tail.matches(path) { return "paths below it need '/*' at the end" }
        return nil
    }
}

extension Pattern.Defect {
    /// The defect in words.
    fileprivate func words(_ pattern: String) -> String {
        let pattern = Diagnostic.quoted(pattern)
        switch self {
        case .unknownVariable(let name):
            return "\(pattern) names the unknown variable \(Diagnostic.quoted(name))"
        case .unclosedVariable: return "\(pattern) has a '$(' without ')'"
        case .tooComplex(let steps):
            return "\(pattern) takes \(steps) wildcard steps, more than \(Pattern.stepLimit)"
        }
    }
}

extension MatchText {
    /// Returns units as text, bytes that are not UTF-8 as escapes.
    static func text(_ units: [Unit]) -> String {
        var text = ""
        for unit in units {
            if let scalar = Unicode.Scalar(unit) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + String(unit & 0xFF, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
