import Diagnostics
import SiteAssociation

/// The variables of all files under one roof: a name that two files use differently gets a
/// number.
struct ImportVariables {
    private(set) var all: [SubstitutionVariable] = []

    /// Returns the name by which a variable goes in the configuration.
    mutating func name(for variable: SubstitutionVariable) -> String {
        let isUsable =
            !variable.name.isEmpty && !variable.name.contains { "$()".contains($0) }
        let base = isUsable ? variable.name : "variable"
        var name = base
        var number = 1
        while let known = all.first(where: { $0.name == name }) {
            if known.values == variable.values { return name }
            number += 1
            name = "\(base)-\(number)"
        }
        all.append(SubstitutionVariable(name: name, values: variable.values))
        return name
    }
}

/// Brings the rules of one file into forms that a configuration takes.
struct ImportRules {
    private(set) var shared: ImportVariables
    private(set) var findings: [Diagnostic] = []
    private let file: SourceFile
    private let own: [String: SubstitutionVariable]
    private var names: [String: String] = [:]

    init(file: SourceFile, variables association: Association, shared: ImportVariables) {
        self.file = file
        self.shared = shared
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
        component.path = component.path.map { renamed($0) }
        component.fragment = component.fragment.map { renamed($0) }
        switch component.query {
        case .string(let text): component.query = .string(renamed(text))
        case .items(let items):
            component.query =
                items.isEmpty
                ? nil
                : .items(items.map { QueryItem(name: $0.name, pattern: renamed($0.pattern)) })
        case nil: break
        }
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

    /// Replaces the names of the file's variables by those of the configuration.
    private mutating func renamed(_ pattern: String) -> String {
        var result = ""
        var rest = pattern[...]
        while let opening = rest.firstRange(of: "$("),
            let end = rest[opening.upperBound...].firstIndex(of: ")")
        {
            let name = String(rest[opening.upperBound..<end])
            result += rest[..<opening.upperBound]
            if let variable = own[name] {
                let new = names[name] ?? shared.name(for: variable)
                names[name] = new
                result += new
            } else {
                result += name
            }
            rest = rest[end...]
        }
        return result + rest
    }
}
