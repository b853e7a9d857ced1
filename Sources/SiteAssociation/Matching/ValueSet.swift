/// The values of one variable, compiled for one treatment of letter case.
final class ValueSet: Sendable, Equatable {
    /// The values without wildcards.
    let literals: Trie
    /// The values with wildcards.
    let patterns: [[Pattern.Token]]
    /// The most steps that one value counts for.
    let stepsInValue: Int

    init(_ values: some Sequence<String>, isFolded: Bool) {
        var literals = Trie()
        var patterns: [[Pattern.Token]] = []
        for value in values {
            let units = MatchText.units(of: value)
            if value.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
                var builder = PatternBuilder(isFolded: isFolded)
                for unit in units { builder.add(unit) }
                patterns.append(builder.finished())
            } else {
                literals.insert(isFolded ? MatchText.folded(units) : units)
            }
        }
        self.literals = literals
        self.patterns = patterns
        stepsInValue = patterns.map(Pattern.steps).max() ?? 0
    }

    /// Whether two sets hold the same values; another order may count as a difference.
    static func == (left: ValueSet, right: ValueSet) -> Bool {
        left === right || left.literals == right.literals && left.patterns == right.patterns
    }
}

/// Texts that are searched for together, character by character.
struct Trie: Sendable, Equatable {
    private struct Node: Sendable, Equatable {
        var next: [MatchText.Unit: Int] = [:]
        var isEnd = false
    }

    private var nodes = [Node()]

    mutating func insert(_ text: [MatchText.Unit]) {
        var node = 0
        for unit in text {
            if let next = nodes[node].next[unit] {
                node = next
            } else {
                nodes[node].next[unit] = nodes.count
                node = nodes.count
                nodes.append(Node())
            }
        }
        nodes[node].isEnd = true
    }

    /// Whether a text ends at a node; the root is 0.
    func isEnd(_ node: Int) -> Bool { nodes[node].isEnd }

    /// The characters that may follow at a node, in ascending order, and the nodes behind them.
    func children(of node: Int) -> [(unit: MatchText.Unit, node: Int)] {
        nodes[node].next.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Adds the ends of all texts that stand at a place.
    func addEnds(from start: Int, in text: [MatchText.Unit], to ends: inout Set<Int>) {
        var node = 0
        var position = start
        if nodes[0].isEnd { ends.insert(start) }
        while position < text.count, let next = nodes[node].next[text[position]] {
            node = next
            position += 1
            if nodes[node].isEnd { ends.insert(position) }
        }
    }

    /// Returns all texts in a fixed order, or `nil` when there are more than a limit.
    func texts(limit: Int) -> [[MatchText.Unit]]? {
        var texts: [[MatchText.Unit]] = []
        var pending: [(node: Int, text: [MatchText.Unit])] = [(0, [])]
        while let (node, text) = pending.popLast() {
            if nodes[node].isEnd { texts.append(text) }
            guard texts.count <= limit, pending.count <= limit else { return nil }
            for (unit, next) in nodes[node].next.sorted(by: { $0.key < $1.key }) {
                pending.append((next, text + [unit]))
            }
        }
        return texts
    }
}
