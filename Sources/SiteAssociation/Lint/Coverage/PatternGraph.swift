/// A compiled pattern as states and steps, for reasoning about all texts that it matches.
struct PatternGraph {
    /// How many states a pattern may have before nothing is said about it.
    static let stateLimit = 1_000
    /// How many values of a variable are looked at one by one; larger sets are one symbol.
    static let valueLimit = 64

    /// What a step consumes.
    enum Edge {
        case unit(MatchText.Unit)
        /// Any one unit.
        case one
        /// Any value of a large set, which only the same set and `*` accept.
        case set(ObjectIdentifier)
    }

    /// A state: where the pattern can go from here.
    struct State {
        /// Whether any text may pass by, as at a `*`.
        var isOpen = false
        var edges: [(edge: Edge, target: Int)] = []
        /// States that are reached without consuming anything.
        var next: [Int] = []
    }

    private(set) var states: [State] = [State()]
    private(set) var end = 0
    /// The units that the pattern tells apart.
    private(set) var units: Set<MatchText.Unit> = []

    /// Creates the graph, or nothing when it would be too large.
    init?(_ tokens: [Pattern.Token]) {
        guard let end = add(tokens, from: 0) else { return nil }
        self.end = end
    }

    private mutating func newState() -> Int {
        states.append(State())
        return states.count - 1
    }

    private mutating func step(_ edge: Edge, from state: Int) -> Int {
        let target = newState()
        states[state].edges.append((edge, target))
        return target
    }

    private mutating func add(_ tokens: [Pattern.Token], from start: Int) -> Int? {
        var state = start
        for token in tokens {
            guard states.count <= Self.stateLimit else { return nil }
            switch token {
            case .text(let literal): state = add(literal, from: state)
            case .one: state = step(.one, from: state)
            case .any:
                let open = newState()
                states[state].next.append(open)
                states[open].isOpen = true
                state = open
            case .values(let set):
                guard let join = add(set, from: state) else { return nil }
                state = join
            }
        }
        return states.count <= Self.stateLimit ? state : nil
    }

    private mutating func add(_ literal: [MatchText.Unit], from start: Int) -> Int {
        literal.reduce(start) { state, unit in
            units.insert(unit)
            return step(.unit(unit), from: state)
        }
    }

    private mutating func add(_ set: ValueSet, from state: Int) -> Int? {
        guard set.patterns.count <= Self.valueLimit,
            let literals = set.literals.texts(limit: Self.valueLimit)
        else { return step(.set(ObjectIdentifier(set)), from: state) }
        let join = newState()
        for literal in literals {
            states[add(literal, from: state)].next.append(join)
        }
        for pattern in set.patterns {
            // A state of its own, lest the `*` of one value opens the others.
            let fork = newState()
            states[state].next.append(fork)
            guard let end = add(pattern, from: fork) else { return nil }
            states[end].next.append(join)
        }
        return join
    }

    // MARK: Following

    /// Returns states with all that are reached from them for free, in ascending order.
    func closure(_ start: [Int]) -> [Int] {
        var seen = Set(start)
        var pending = start
        while let state = pending.popLast() {
            for next in states[state].next where seen.insert(next).inserted {
                pending.append(next)
            }
        }
        return seen.sorted()
    }

    /// Returns the states that one symbol leads to.
    func advanced(_ from: [Int], over symbol: Symbol) -> [Int] {
        var targets: [Int] = []
        for state in from {
            if states[state].isOpen { targets.append(state) }
            for step in states[state].edges where symbol.isAccepted(by: step.edge) {
                targets.append(step.target)
            }
        }
        return closure(targets)
    }

    /// One symbol of a text: a unit, or a value of a large set.
    enum Symbol: Hashable {
        case unit(MatchText.Unit)
        case set(ObjectIdentifier)

        func isAccepted(by edge: Edge) -> Bool {
            switch (self, edge) {
            case (.unit(let unit), .unit(let other)): unit == other
            case (.unit, .one): true
            case (.set(let set), .set(let other)): set == other
            default: false
            }
        }
    }
}
