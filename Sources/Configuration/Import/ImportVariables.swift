import SiteAssociation

/// The variables of all documents under one roof: a name that two of them use differently gets
/// a number.
struct ImportVariables {
    private(set) var all: [SubstitutionVariable] = []
    private var names: [SubstitutionVariable: String] = [:]
    private var taken: Set<String> = []
    private var lastNumber: [String: Int] = [:]

    /// Returns a document in which every variable goes by its name in the configuration.
    mutating func renamed(_ body: ImportedBody) -> ImportedBody {
        guard !body.variables.isEmpty else { return body }
        var own: [String: String] = [:]
        for variable in body.variables { own[variable.name] = name(for: variable) }
        guard own.contains(where: { $0 != $1 }) else { return body }
        return body.changed { text, kind in
            if case .pattern = kind { Self.renamed(text, own) } else { text }
        }
    }

    private mutating func name(for variable: SubstitutionVariable) -> String {
        if let known = names[variable] { return known }
        let isUsable =
            !variable.name.isEmpty && !variable.name.contains { "$()".contains($0) }
        let base = isUsable ? variable.name : "variable"
        var name = base
        var number = lastNumber[base] ?? 1
        while !taken.insert(name).inserted {
            number += 1
            name = "\(base)-\(number)"
        }
        lastNumber[base] = number
        names[variable] = name
        all.append(SubstitutionVariable(name: name, values: variable.values))
        return name
    }

    private static func renamed(_ pattern: String, _ names: [String: String]) -> String {
        var result = ""
        var rest = pattern[...]
        while let opening = rest.firstRange(of: "$("),
            let end = rest[opening.upperBound...].firstIndex(of: ")")
        {
            let name = String(rest[opening.upperBound..<end])
            result += rest[..<opening.upperBound]
            result += names[name] ?? name
            rest = rest[end...]
        }
        return result + rest
    }
}
