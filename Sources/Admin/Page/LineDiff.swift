/// What differs between two texts, line by line.
struct LineDiff {
    /// What became of a line.
    enum Kind {
        case kept
        case added
        case removed
    }

    /// A line, or lines in between that did not change and are left out.
    enum Part: Equatable {
        case line(Kind, String)
        case gap(Int)
    }

    /// Lines that are compared; where more differ, all of them count as changed.
    static let limit = 3_000
    /// Lines that did not change and are shown around a change.
    static let context = 3

    /// The lines, with gaps where nothing changes.
    let parts: [Part]

    /// Compares two texts.
    ///
    /// - Complexity: O(lines · differences), with ``limit`` as the bound of both.
    init(_ old: String, _ new: String) {
        parts = Self.withGaps(
            Self.lines(
                old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
                new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)))
    }

    /// Whether nothing differs.
    var isEmpty: Bool {
        !parts.contains { part in
            if case .line(let kind, _) = part { kind != .kept } else { false }
        }
    }

    private static func lines(_ old: [String], _ new: [String]) -> [(Kind, String)] {
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start,
            old[old.count - 1 - end] == new[new.count - 1 - end]
        { end += 1 }
        let middle = changed(
            Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
        return old[..<start].map { (.kept, $0) } + middle + old.suffix(end).map { (.kept, $0) }
    }

    private static func changed(_ old: [String], _ new: [String]) -> [(Kind, String)] {
        guard max(old.count, new.count) <= limit else {
            return old.map { (.removed, $0) } + new.map { (.added, $0) }
        }
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [(Kind, String)] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, removed.contains(left) {
                lines.append((.removed, old[left]))
                left += 1
            } else if right < new.count, added.contains(right) {
                lines.append((.added, new[right]))
                right += 1
            } else {
                lines.append((.kept, old[left]))
                left += 1
                right += 1
            }
        }
        return lines
    }

    private static func withGaps(_ lines: [(Kind, String)]) -> [Part] {
        var isShown = [Bool](repeating: false, count: lines.count)
        for (index, line) in lines.enumerated() where line.0 != .kept {
            let range = max(0, index - context)...min(lines.count - 1, index + context)
            for near in range { isShown[near] = true }
        }
        var parts: [Part] = []
        var hidden = 0
        for (index, line) in lines.enumerated() {
            if isShown[index] {
                if hidden > 0 { parts.append(.gap(hidden)) }
                hidden = 0
                parts.append(.line(line.0, line.1))
            } else {
                hidden += 1
            }
        }
        if hidden > 0 { parts.append(.gap(hidden)) }
        return parts
    }
}
