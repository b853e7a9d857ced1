/// The variables that the patterns of one document may name.
///
/// The document's own come first, so that one hides a built-in variable of the same name.
struct VariableTable {
    private struct Key: Hashable {
        var name: [MatchText.Unit]
        var isFolded: Bool
    }

    private var own: [[MatchText.Unit]: [String]] = [:]
    private var compiled: [Key: ValueSet] = [:]

    /// Creates the table; a value that names a variable is dropped, as the client does.
    init(_ variables: [SubstitutionVariable]) {
        for variable in variables {
            let name = MatchText.units(of: variable.name)
            guard own[name] == nil else { continue }
            own[name] = variable.values.filter { !$0.containsVariable }
        }
    }

    /// Returns the values of a variable, or `nil` when there is none of that name.
    mutating func values(of name: [MatchText.Unit], isFolded: Bool) -> ValueSet? {
        let key = Key(name: name, isFolded: isFolded)
        if let set = compiled[key] { return set }
        guard let values = own[name] else { return BuiltInVariables.values(of: name, isFolded) }
        let set = ValueSet(values, isFolded: isFolded)
        compiled[key] = set
        return set
    }
}

extension String {
    /// Whether `$(` stands anywhere in the text.
    var containsVariable: Bool {
        var isAfterDollar = false
        for byte in utf8 {
            if isAfterDollar, byte == UInt8(ascii: "(") { return true }
            isAfterDollar = byte == UInt8(ascii: "$")
        }
        return false
    }
}

/// The variables that every document knows; each use stands for exactly one value.
package enum BuiltInVariables {
    /// The names, in the order of Apple's page "applinks.SubstitutionVariables".
    package static let names = [
        "alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang",
    ]

    /// Returns the values of a built-in variable, or `nil` when there is none of that name.
    package static func values(of name: String) -> [String]? {
        switch name {
        case "alpha": upper + lower
        case "upper": upper
        case "lower": lower
        case "alnum": upper + lower + digits
        case "digit": digits
        case "xdigit": digits + upper.prefix(6) + lower.prefix(6)
        case "region": inBothCases(LocaleCodes.regions)
        case "lang": inBothCases(LocaleCodes.languages)
        default: nil
        }
    }

    static func values(of name: [MatchText.Unit], _ isFolded: Bool) -> ValueSet? {
        guard let index = unitNames.firstIndex(of: name) else { return nil }
        return (isFolded ? folded : exact)[index]
    }

    private static let unitNames = names.map(MatchText.units)
    private static let exact = names.map { ValueSet(values(of: $0) ?? [], isFolded: false) }
    private static let folded = names.map { ValueSet(values(of: $0) ?? [], isFolded: true) }

    private static let upper = letters(from: "A", to: "Z")
    private static let lower = letters(from: "a", to: "z")
    private static let digits = letters(from: "0", to: "9")

    private static func letters(from first: Unicode.Scalar, to last: Unicode.Scalar) -> [String] {
        (UInt8(ascii: first)...UInt8(ascii: last)).map { String(Unicode.Scalar($0)) }
    }

    private static func inBothCases(_ codes: [String]) -> [String] {
        codes.map { $0.uppercased() } + codes.map { $0.lowercased() }
    }
}
