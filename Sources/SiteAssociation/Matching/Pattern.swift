/// A pattern of a document, compiled: literal text, `?`, `*` and `$(name)`.
struct Pattern: Sendable {
    /// How many `*` and `$()` steps the client evaluates before it gives a pattern up.
    static let stepLimit = 64

    /// One step of a pattern.
    enum Token: Sendable, Equatable {
        case text([MatchText.Unit])
        case one
        case any
        case values(ValueSet)
    }

    /// Why a pattern can match nothing at all.
    enum Defect: Sendable, Hashable {
        /// `$(name)` names no variable.
        case unknownVariable(String)
        /// `$(` has no `)`.
        case unclosedVariable
        /// There are more than ``stepLimit`` steps.
        case tooComplex(steps: Int)
    }

    /// The pattern as written.
    let source: String
    /// The steps.
    let tokens: [Token]
    /// Why the pattern matches nothing, or `nil`.
    let defect: Defect?

    /// Compiles a pattern.
    ///
    /// - Parameters:
    ///   - source: The pattern as written.
    ///   - isPath: Whether to bring it into the form of paths first.
    ///   - isFolded: Whether letter case is ignored.
    ///   - variables: The variables that it may name.
    init(
        _ source: String, isPath: Bool = false, isFolded: Bool,
        variables: inout VariableTable
    ) {
        self.source = source
        var units = MatchText.units(of: source)
        if isPath { units = MatchText.pathForm(units) }
        var builder = PatternBuilder(isFolded: isFolded)
        builder.add(units, variables: &variables)
        tokens = builder.finished()
        let steps = Self.steps(in: tokens)
        defect =
            builder.defect ?? (steps > Self.stepLimit ? .tooComplex(steps: steps) : nil)
    }

    /// Whether a text matches from its beginning to its end.
    func matches(_ text: [MatchText.Unit]) -> Bool {
        guard defect == nil else { return false }
        let ends = Positions(start: 0).advanced(over: tokens, in: text)
        return ends.contains(end: text.count)
    }

    /// How many steps count against ``stepLimit``; of a variable's values the worst counts.
    static func steps(in tokens: [Token]) -> Int {
        tokens.reduce(0) { sum, token in
            switch token {
            case .text, .one: sum
            case .any: sum + 1
            case .values(let set): sum + 1 + set.stepsInValue
            }
        }
    }
}

/// Splits the units of a pattern into tokens.
struct PatternBuilder {
    let isFolded: Bool
    private(set) var defect: Pattern.Defect?
    private var tokens: [Pattern.Token] = []
    private var literal: [MatchText.Unit] = []

    init(isFolded: Bool) { self.isFolded = isFolded }

    /// Adds units that may name variables.
    mutating func add(_ units: [MatchText.Unit], variables: inout VariableTable) {
        var index = 0
        while index < units.count {
            guard units[index...].starts(with: [0x24, 0x28]) else {
                add(units[index])
                index += 1
                continue
            }
            guard let end = units[index...].firstIndex(of: 0x29) else {
                defect = defect ?? .unclosedVariable
                return
            }
            add(name: Array(units[(index + 2)..<end]), variables: &variables)
            index = end + 1
        }
    }

    /// Adds one unit, in which `$(` means nothing special.
    mutating func add(_ unit: MatchText.Unit) {
        switch unit {
        case MatchText.star: add(.any)
        case 0x3F: add(.one)
        default: literal.append(isFolded ? MatchText.folded(unit) : unit)
        }
    }

    private mutating func add(name: [MatchText.Unit], variables: inout VariableTable) {
        if let values = variables.values(of: name, isFolded: isFolded) {
            add(.values(values))
        } else {
            var text = ""
            text.unicodeScalars.append(contentsOf: name.compactMap(Unicode.Scalar.init))
            defect = defect ?? .unknownVariable(text)
        }
    }

    private mutating func add(_ token: Pattern.Token) {
        flush()
        tokens.append(token)
    }

    private mutating func flush() {
        if !literal.isEmpty { tokens.append(.text(literal)) }
        literal = []
    }

    mutating func finished() -> [Pattern.Token] {
        flush()
        return tokens
    }
}
