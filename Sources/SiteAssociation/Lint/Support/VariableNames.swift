/// The variables that a pattern names.
struct VariableNames {
    /// The names in `$(name)`, in order.
    private(set) var names: [String] = []
    /// Whether a `$(` has no `)` behind it.
    private(set) var isUnterminated = false
    /// How many stars and variables the pattern has; stars side by side count once.
    private(set) var steps = 0
    /// The pattern without its variables.
    private(set) var plain = ""

    init(in text: String) {
        guard text.utf8.contains(UInt8(ascii: "$")) else {
            (steps, plain) = (Self.steps(text), text)
            return
        }
        var isAfterStar = false
        var rest = Substring(text)
        while let character = rest.unicodeScalars.first {
            if rest.utf8.starts(with: "$(".utf8) {
                guard let end = rest.firstIndex(of: ")") else {
                    isUnterminated = true
                    return
                }
                names.append(String(rest[..<end].dropFirst(2)))
                rest = rest[rest.index(after: end)...]
                steps += 1
                isAfterStar = false
            } else {
                if character == "*", !isAfterStar { steps += 1 }
                isAfterStar = character == "*"
                plain.unicodeScalars.append(character)
                rest.unicodeScalars.removeFirst()
            }
        }
    }

    /// The steps of a pattern without variables.
    private static func steps(_ text: String) -> Int {
        var steps = 0
        var isAfterStar = false
        for byte in text.utf8 {
            let isStar = byte == UInt8(ascii: "*")
            if isStar, !isAfterStar { steps += 1 }
            isAfterStar = isStar
        }
        return steps
    }
}

extension Component {
    /// Returns whether a pattern has more wildcards and variables than the client follows, so
    /// that it matches nothing.
    package static func isGivenUp(_ pattern: String) -> Bool {
        VariableNames(in: pattern).steps > Pattern.stepLimit
    }
}

extension LintSubject.PatternText {
    /// The pattern without its variables, whose names may hold anything.
    var plain: String { VariableNames(in: text).plain }
}

extension LintSubject.Rule {
    /// The patterns that count, also those that come from defaults.
    var usedPatterns: [String] {
        var texts = patterns.map(\.text) + [component.path, component.fragment].compactMap(\.self)
        switch component.query {
        case nil: break
        case .string(let text): texts.append(text)
        case .items(let items): texts += items.map(\.pattern)
        }
        return texts
    }
}
