/// Proves that one pattern matches everything that another matches.
///
/// Every text that the inner pattern matches is followed through the outer one, all texts that
/// lead to the same states at once. The proof is complete or it is not claimed: whatever is
/// too large counts as not contained.
struct PatternContainment {
    /// How many steps a proof may take.
    static let stepLimit = 20_000

    /// Where a text can be in the form that paths are compared in (``MatchText/pathForm(_:)``).
    private enum Form: Hashable {
        case start
        case afterSlash
        case afterStar
        case elsewhere
        /// After a value of which nothing is known.
        case unknown
        /// The text is no path, so that anything may follow.
        case free
    }

    private struct Place: Hashable {
        var inner: Int
        var outer: [Int]
        var form: Form
    }

    /// A unit that neither pattern names.
    private static let otherUnit = MatchText.Unit.max

    private let inner: PatternGraph
    private let outer: PatternGraph
    private let alphabet: [MatchText.Unit]
    private var seen: Set<Place> = []
    private var pending: [Place] = []
    private var steps = 0
    private var budget: ProofBudget
    private var reachesEnd = false

    /// Returns whether the outer pattern provably matches every text that the inner one does.
    ///
    /// - Parameters:
    ///   - inner: The pattern that may match less.
    ///   - outer: The pattern that may match more.
    ///   - isPath: Whether the texts are paths, which have a form of their own.
    ///   - budget: The steps that are left.
    /// - Returns: `false` also when the inner pattern matches nothing, or when it is not known.
    static func isProven(
        _ inner: [Pattern.Token], in outer: [Pattern.Token], isPath: Bool,
        budget: inout ProofBudget
    ) -> Bool {
        guard budget.spend(1) else { return false }
        if case .text(let left) = inner.first, case .text(let right) = outer.first,
            zip(left, right).contains(where: { $0 != $1 })
        {
            return false
        }
        guard let inner = PatternGraph(inner), let outer = PatternGraph(outer),
            budget.spend(inner.states.count + outer.states.count)
        else { return false }
        var containment = PatternContainment(inner, outer, budget)
        defer { budget = containment.budget }
        return containment.isProven(isPath: isPath)
    }

    private init(_ inner: PatternGraph, _ outer: PatternGraph, _ budget: ProofBudget) {
        self.budget = budget
        self.inner = inner
        self.outer = outer
        alphabet =
            outer.units.union([MatchText.slash, MatchText.star, Self.otherUnit]).sorted()
    }

    private mutating func isProven(isPath: Bool) -> Bool {
        add(Place(inner: 0, outer: outer.closure([0]), form: isPath ? .start : .free))
        while let place = pending.popLast() {
            if place.inner == inner.end, Self.mayEnd(place.form) {
                guard place.outer.contains(outer.end) else { return false }
                reachesEnd = true
            }
            let state = inner.states[place.inner]
            for next in state.next {
                add(Place(inner: next, outer: place.outer, form: place.form))
            }
            if state.isOpen {
                for unit in alphabet { consume(.unit(unit), from: place, to: place.inner) }
            }
            for step in state.edges { follow(step.edge, from: place, to: step.target) }
            guard steps <= Self.stepLimit, budget.left > 0 else { return false }
        }
        return reachesEnd
    }

    private mutating func follow(_ edge: PatternGraph.Edge, from place: Place, to target: Int) {
        switch edge {
        case .unit(let unit): consume(.unit(unit), from: place, to: target)
        case .set(let set): consume(.set(set), from: place, to: target)
        case .one: for unit in alphabet { consume(.unit(unit), from: place, to: target) }
        }
    }

    private mutating func consume(
        _ symbol: PatternGraph.Symbol, from place: Place, to target: Int
    ) {
        guard let form = Self.form(place.form, after: symbol) else { return }
        add(Place(inner: target, outer: outer.advanced(place.outer, over: symbol), form: form))
    }

    private mutating func add(_ place: Place) {
        steps += 1
        _ = budget.spend(1 + place.outer.count)
        if seen.insert(place).inserted { pending.append(place) }
    }

    // MARK: The form of paths

    private static func mayEnd(_ form: Form) -> Bool {
        switch form {
        case .afterSlash, .afterStar, .unknown, .free: true
        case .start, .elsewhere: false
        }
    }

    /// Returns the form after a symbol, or `nil` when no path has the symbol there.
    private static func form(_ form: Form, after symbol: PatternGraph.Symbol) -> Form? {
        if form == .free { return .free }
        guard case .unit(let unit) = symbol else { return .unknown }
        switch unit {
        case MatchText.slash: return form == .afterSlash ? nil : .afterSlash
        case MatchText.star: return form == .afterStar || form == .start ? nil : .afterStar
        default: return form == .start ? nil : .elsewhere
        }
    }
}
