/// Finds, for every set of patterns that can match together, a shortest text for which they do.
struct TextExplorer {
    /// How many nodes of the automaton are looked at before the search is given up.
    static let workLimit = 5_000_000
    /// How many different texts are collected.
    static let textLimit = 4_000

    /// What a search found.
    struct Result {
        /// The texts, short ones first; no two of them match the same patterns.
        var texts: [String]
        /// Whether there is no further set of patterns that match together.
        var isComplete: Bool
    }

    private struct Step {
        var state: PatternMachine.State
        var previous: Int
        var atom: Int
    }

    /// The place that decides what may follow: a path never has two slashes together.
    private struct Key: Hashable {
        var state: PatternMachine.State
        var isAfterSlash: Bool
    }

    private let machine: PatternMachine
    private let atoms: [TextAtom]
    private let isPath: Bool
    private var steps: [Step] = []
    private var seen: Set<Key> = []
    private var signatures: Set<[Bool]> = []
    private var found: [String] = []
    private var work = 0

    private init(_ machine: PatternMachine, isPath: Bool, forbidden: String) {
        self.machine = machine
        self.isPath = isPath
        let alphabet = TextAlphabet(machine, forbidden: forbidden)
        atoms =
            (isPath ? [TextAtom("/")] : []) + alphabet.atoms.filter { !isPath || $0.text != "/" }
    }

    /// Searches the paths of URLs.
    static func paths(_ machine: PatternMachine) -> Result {
        var explorer = TextExplorer(machine, isPath: true, forbidden: "?#")
        return explorer.result()
    }

    /// Searches texts of another part.
    ///
    /// - Parameters:
    ///   - machine: The patterns.
    ///   - forbidden: Characters that cannot stand in that part.
    /// - Returns: The texts; the first is empty.
    static func texts(_ machine: PatternMachine, forbidden: String) -> Result {
        var explorer = TextExplorer(machine, isPath: false, forbidden: forbidden)
        return explorer.result()
    }

    private mutating func result() -> Result {
        guard machine.count > 0 else { return Result(texts: [isPath ? "/" : ""], isComplete: true) }
        begin()
        var next = 0
        while next < steps.count {
            guard work < Self.workLimit, found.count < Self.textLimit else {
                return Result(texts: found, isComplete: false)
            }
            for atom in atoms.indices { advance(from: next, by: atom) }
            next += 1
        }
        return Result(texts: found, isComplete: true)
    }

    private mutating func begin() {
        var state = machine.start
        if isPath { state = machine.step(state, over: atoms[0], work: &work) }
        visit(state, previous: -1, atom: isPath ? 0 : -1)
    }

    private mutating func advance(from step: Int, by atom: Int) {
        let isSlash = isPath && atom == 0
        if isSlash, steps[step].atom == 0 { return }
        let state = machine.step(steps[step].state, over: atoms[atom], work: &work)
        visit(state, previous: step, atom: atom)
    }

    private mutating func visit(_ state: PatternMachine.State, previous: Int, atom: Int) {
        let isAfterSlash = isPath && atom == 0
        guard seen.insert(Key(state: state, isAfterSlash: isAfterSlash)).inserted else { return }
        steps.append(Step(state: state, previous: previous, atom: atom))
        // The form in which paths are compared ends in a slash.
        guard !isPath || isAfterSlash else { return }
        work += machine.count
        let text = text(of: steps.count - 1)
        guard !isPath || !text.hasDotSegment else { return }
        if signatures.insert(machine.signature(of: state)).inserted { found.append(text) }
    }

    private func text(of last: Int) -> String {
        var pieces: [String] = []
        var step = last
        while step >= 0 {
            if steps[step].atom >= 0 { pieces.append(atoms[steps[step].atom].text) }
            step = steps[step].previous
        }
        if isPath, pieces.count > 1 { pieces.removeFirst() }
        return pieces.reversed().joined()
    }
}
