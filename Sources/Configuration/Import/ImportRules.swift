import Diagnostics
import SiteAssociation

/// Brings the rules of one file into forms that a configuration takes.
struct ImportRules {
    private(set) var findings: [Diagnostic] = []
    /// The variables that the rules name, in the order in which they do.
    private(set) var used: [SubstitutionVariable] = []
    private let file: SourceFile
    private let own: [String: SubstitutionVariable]
    private var isUsed: Set<String> = []

    init(file: SourceFile, variables association: Association) {
        self.file = file
        own = Dictionary(
            (association.appLinks?.substitutionVariables ?? []).map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the rules without those that match no URL at all.
    mutating func carried(_ components: [Component]) -> [Component] {
        components.compactMap { carried($0) }
    }

    private mutating func carried(_ component: Component) -> Component? {
        var component = component
        if let path = component.path {
            guard let plain = Self.path(path) else { return dropped(path, "matches no path") }
            component.path = plain
        }
        for pattern in VariableUse.patterns(of: component) {
            if let reason = reasonForNothing(pattern) { return dropped(pattern, reason) }
        }
        for pattern in VariableUse.patterns(of: component) {
            for name in VariableUse.names(in: pattern) {
                guard let variable = own[name], isUsed.insert(name).inserted else { continue }
                used.append(variable)
            }
        }
        if case .items(let items) = component.query, items.isEmpty { component.query = nil }
        if component.path == nil, component.query == nil, component.fragment == nil {
            component.path = "*"
        }
        return component
    }

    private mutating func dropped(_ pattern: String, _ reason: String) -> Component? {
        findings.append(
            Diagnostic(
                .warning, "import-rule-without-effect",
                "the rule with \(quoted(pattern)) is left out: it \(reason)",
                at: Location(file: file)))
        return nil
    }

    /// Returns a path with its slash, as Apple's client completes it; `nil` for one character,
    /// which the client does not complete, so that it is no path.
    private static func path(_ path: String) -> String? {
        if path.isEmpty { return "/" }
        if path.hasPrefix("/") || path.hasPrefix("*") { return path }
        guard path.unicodeScalars.count == 1 else { return "/" + path }
        return path == "?" ? "/" : nil
    }

    private func reasonForNothing(_ pattern: String) -> String? {
        if Component.isGivenUp(pattern) { return "has too many wildcards and matches nothing" }
        var rest = pattern[...]
        while let opening = rest.firstRange(of: "$(") {
            guard let end = rest[opening.upperBound...].firstIndex(of: ")") else {
                return "has a '$(' without ')' and matches nothing"
            }
            let name = String(rest[opening.upperBound..<end])
            guard own[name] != nil || BuiltInVariables.names.contains(name) else {
                return "names the unknown variable \(quoted(name)) and matches nothing"
            }
            if own[name]?.values.isEmpty == true {
                return "names \(quoted(name)), which has no value, and matches nothing"
            }
            rest = rest[end...]
        }
        return nil
    }
}
