/// Several patterns as one automaton that reads a text unit by unit, for all of them at once.
///
/// Each pattern reads the text in its own form: folded or not, decoded or not.
struct PatternMachine {
    /// The number of a form: 1 for folded, plus 2 for decoded.
    typealias Form = Int

    /// A pattern in the automaton: its form, and the node in which it has matched.
    private struct Goal {
        var node: Int32
        var form: Form
    }

    private enum Edge {
        case unit(MatchText.Unit, to: Int32)
        case anything(to: Int32)
    }

    private struct Node {
        var edges: [Edge] = []
        var jumps: [Int32] = []
    }

    /// The nodes that a text has reached, for each form, in ascending order.
    struct State: Hashable {
        var nodes: [[Int32]] = [[], [], [], []]
    }

    private var nodes: [Node] = []
    private var goals: [Goal] = []
    private var starts = State()
    /// The characters that patterns name, for each form.
    private(set) var literals: [Set<MatchText.Unit>] = [[], [], [], []]
    /// The percent escapes that stand in patterns which compare the encoded form.
    private(set) var escapes: Set<String> = []

    /// How many patterns there are.
    var count: Int { goals.count }

    /// Adds a pattern; one that can match nothing has no goal that is ever reached.
    mutating func add(_ pattern: Pattern, form: Form) {
        let start = newNode()
        starts.nodes[form].append(start)
        let end = add(pattern.tokens, from: start, form: form)
        goals.append(Goal(node: pattern.defect == nil ? end : newNode(), form: form))
    }

    /// The state before the first unit.
    var start: State {
        State(nodes: starts.nodes.map { closed($0) })
    }

    /// Returns the state after an atom, and adds what it cost to a counter.
    func step(_ state: State, over atom: TextAtom, work: inout Int) -> State {
        var next = State()
        for form in 0..<4 where !state.nodes[form].isEmpty {
            var current = state.nodes[form]
            for unit in atom.units[form] {
                work += current.count + 1
                current = closed(current.flatMap { targets(of: nodes[Int($0)], over: unit) })
            }
            next.nodes[form] = current
        }
        return next
    }

    /// Returns which patterns match a text that ends in a state.
    func signature(of state: State) -> [Bool] {
        goals.map { state.nodes[$0.form].contains($0.node) }
    }

    // MARK: Building

    private mutating func newNode() -> Int32 {
        nodes.append(Node())
        return Int32(nodes.count - 1)
    }

    private mutating func connect(_ from: Int32, _ unit: MatchText.Unit, form: Form) -> Int32 {
        let node = newNode()
        nodes[Int(from)].edges.append(.unit(unit, to: node))
        literals[form].insert(unit)
        return node
    }

    private mutating func add(_ tokens: [Pattern.Token], from start: Int32, form: Form) -> Int32 {
        var current = start
        for token in tokens {
            switch token {
            case .text(let units):
                if form & 2 == 0 { escapes.formUnion(TextAlphabet.escapes(in: units)) }
                for unit in units { current = connect(current, unit, form: form) }
            case .one:
                let node = newNode()
                nodes[Int(current)].edges.append(.anything(to: node))
                current = node
            case .any:
                let node = newNode()
                nodes[Int(current)].jumps.append(node)
                nodes[Int(node)].edges.append(.anything(to: node))
                current = node
            case .values(let set): current = add(set, from: current, form: form)
            }
        }
        return current
    }

    private mutating func add(_ set: ValueSet, from start: Int32, form: Form) -> Int32 {
        let end = newNode()
        var nodeOfPrefix: [Int: Int32] = [0: start]
        set.literals.visit { prefix, unit, longer, isEnd in
            guard let from = nodeOfPrefix[prefix] else { return }
            let node = unit.map { connect(from, $0, form: form) } ?? from
            nodeOfPrefix[longer] = node
            if isEnd { nodes[Int(node)].jumps.append(end) }
        }
        for value in set.patterns {
            let last = add(value, from: start, form: form)
            nodes[Int(last)].jumps.append(end)
        }
        return end
    }

    // MARK: Running

    private func targets(of node: Node, over unit: MatchText.Unit) -> [Int32] {
        node.edges.compactMap { edge in
            switch edge {
            case .anything(let target): target
            case .unit(let expected, let target): expected == unit ? target : nil
            }
        }
    }

    /// Returns nodes with all that are reached from them without reading, sorted, each once.
    private func closed(_ start: [Int32]) -> [Int32] {
        if start.count < 2, start.allSatisfy({ nodes[Int($0)].jumps.isEmpty }) { return start }
        var seen = Set(start)
        var open = start
        while let node = open.popLast() {
            for target in nodes[Int(node)].jumps where seen.insert(target).inserted {
                open.append(target)
            }
        }
        return seen.sorted()
    }
}

extension Trie {
    /// Calls a function for the root (without unit) and then for every character of every text.
    ///
    /// - Parameter body: Takes the number of the shorter prefix, the character that follows it,
    ///   the number of the longer prefix, and whether a text ends there.
    func visit(
        _ body: (_ prefix: Int, _ unit: MatchText.Unit?, _ longer: Int, _ isEnd: Bool) -> Void
    ) {
        body(0, nil, 0, isEnd(0))
        var open = [0]
        while let prefix = open.popLast() {
            for (unit, longer) in children(of: prefix) {
                body(prefix, unit, longer, isEnd(longer))
                open.append(longer)
            }
        }
    }
}
