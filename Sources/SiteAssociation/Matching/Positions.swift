/// The places in a text that the beginning of a pattern can reach.
///
/// Following all places at once instead of trying one after the other keeps the time within
/// the length of the pattern times the length of the text; there is no backtracking.
struct Positions {
    /// Single places, in ascending order, all before ``openFrom``.
    private(set) var single: [Int]
    /// Every place from here to the end, or `nil`.
    private(set) var openFrom: Int?

    init(start: Int) { single = [start] }

    private init(single: [Int], openFrom: Int? = nil) {
        self.single = single
        self.openFrom = openFrom
    }

    var isEmpty: Bool { single.isEmpty && openFrom == nil }

    func contains(end: Int) -> Bool { openFrom != nil || single.last == end }

    /// Returns the places that are reached when all tokens are stepped over.
    func advanced(over tokens: [Pattern.Token], in text: [MatchText.Unit]) -> Positions {
        var positions = self
        for (index, token) in tokens.enumerated() {
            guard !positions.isEmpty else { return positions }
            switch token {
            case .text(let literal):
                let isBeforeAny =
                    if index + 1 < tokens.count, case .any = tokens[index + 1] { true } else {
                        false
                    }
                positions.step(over: literal, in: text, onlyFirst: isBeforeAny)
            case .one: positions.stepOverOne(count: text.count)
            case .any:
                positions = Positions(
                    single: [], openFrom: positions.single.first ?? positions.openFrom)
            case .values(let set): positions = positions.advanced(over: set, in: text)
            }
        }
        return positions
    }

    /// Steps over a literal; before a `*` only the first place it can end at matters.
    private mutating func step(
        over literal: [MatchText.Unit], in text: [MatchText.Unit], onlyFirst: Bool
    ) {
        func isAt(_ start: Int) -> Bool {
            guard start + literal.count <= text.count else { return false }
            for offset in literal.indices where text[start + offset] != literal[offset] {
                return false
            }
            return true
        }
        var ends: [Int] = []
        for start in single where isAt(start) {
            ends.append(start + literal.count)
            if onlyFirst { break }
        }
        if let openFrom, !(onlyFirst && !ends.isEmpty) {
            var start = openFrom
            while start + literal.count <= text.count {
                if isAt(start) {
                    ends.append(start + literal.count)
                    if onlyFirst { break }
                }
                start += 1
            }
        }
        self = Positions(single: ends)
    }

    private mutating func stepOverOne(count: Int) {
        single = single.compactMap { $0 < count ? $0 + 1 : nil }
        openFrom = openFrom.flatMap { $0 < count ? $0 + 1 : nil }
    }

    private func advanced(over set: ValueSet, in text: [MatchText.Unit]) -> Positions {
        var ends: Set<Int> = []
        for start in single { set.literals.addEnds(from: start, in: text, to: &ends) }
        if let openFrom {
            for start in openFrom...text.count {
                set.literals.addEnds(from: start, in: text, to: &ends)
            }
        }
        var open: Int?
        for value in set.patterns {
            let reached = advanced(over: value, in: text)
            ends.formUnion(reached.single)
            open = [open, reached.openFrom].compactMap(\.self).min()
        }
        return Positions(single: ends.filter { $0 < open ?? .max }.sorted(), openFrom: open)
    }
}
