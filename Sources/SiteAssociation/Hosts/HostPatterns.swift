/// Hosts as operators write them, numbered in their order, and the look-up of a host among them.
///
/// The names lie one after the other in one buffer, and the look-up is a table of numbers, so
/// that a hundred thousand hosts are three blocks of memory instead of as many strings. Memory
/// that many small objects share with what a load leaves behind could not be given back.
///
/// - Threads: A value; copies share their memory.
package struct HostPatterns: Sendable {
    /// The longest host that is looked up, in bytes (RFC 1035, section 2.3.4).
    package static let nameLimitBytes = 253

    /// A place of the look-up: the number of a host and one more, and bits of its hash that
    /// tell most other names apart; all zero for a free place.
    private struct Slot {
        var number: UInt32 = 0
        var check: UInt32 = 0
    }

    /// The names without the `*.` of wildcards.
    private var text: [UInt8] = []
    /// Where each name ends, doubled, and one more for a wildcard.
    private var ends: [Int] = []
    private var slots: [Slot] = []
    private var hasWildcards = false

    /// Creates an empty table with room for some hosts.
    package init(capacity: Int = 0) {
        if capacity > 0 { reserveCapacity(capacity) }
    }

    /// Creates a table of hosts.
    ///
    /// - Parameter patterns: The hosts, each once; wildcards begin with `*.`.
    package init(_ patterns: some Collection<String>) {
        self.init(capacity: patterns.count)
        for pattern in patterns { append(pattern) }
    }

    // MARK: Adding

    /// Adds a host, which gets the next number.
    ///
    /// - Parameter pattern: The host, in lower case; a wildcard begins with `*.`. Of equal ones
    ///   the first is found.
    package mutating func append(_ pattern: String) {
        let isWildcard = pattern.utf8.starts(with: [0x2A, 0x2E])
        let start = text.count
        text.append(contentsOf: pattern.utf8.dropFirst(isWildcard ? 2 : 0))
        ends.append(text.count << 1 | (isWildcard ? 1 : 0))
        hasWildcards = hasWildcards || isWildcard
        if ends.count * 5 > slots.count * 4 { return makeRoom(ends.count + ends.count / 2) }
        enter(ends.count - 1, Self.hash(text.span.extracting(start..<text.count), isWildcard))
    }

    /// Makes room for hosts, of which there are as many in the end.
    package mutating func reserveCapacity(_ count: Int) {
        ends.reserveCapacity(count)
        if count * 5 > slots.count * 4 { makeRoom(count) }
    }

    /// Makes the look-up anew, with room for as many hosts.
    private mutating func makeRoom(_ count: Int) {
        var size = 8
        while size * 4 < count * 5 { size *= 2 }
        slots = [Slot](repeating: Slot(), count: size)
        for number in ends.indices {
            enter(number, Self.hash(text.span.extracting(range(number)), isWildcard(number)))
        }
    }

    private mutating func enter(_ number: Int, _ hash: UInt64) {
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
        slots[place] = Slot(
            number: UInt32(clamping: number + 1), check: UInt32(truncatingIfNeeded: hash >> 32))
    }

    /// The hash of a name, with the secret of the process, so that nobody can choose names that
    /// lie together.
    private static func hash(_ name: borrowing Span<UInt8>, _ isWildcard: Bool) -> UInt64 {
        var hasher = Hasher()
        var word: UInt64 = isWildcard ? 1 : 0
        for index in 0..<name.count {
            word = word << 8 | UInt64(name[index])
            if index & 7 == 7 {
                hasher.combine(word)
                word = 0
            }
        }
        hasher.combine(word)
        hasher.combine(name.count)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    // MARK: Looking up

    /// Returns the number of a host that is written like this, or `nil` for none.
    package func number(of pattern: String) -> Int? {
        let bytes = pattern.utf8.span
        let isWildcard = bytes.count >= 2 && bytes[0] == 0x2A && bytes[1] == 0x2E
        return find(bytes.extracting((isWildcard ? 2 : 0)..<bytes.count), isWildcard)
    }

    /// Returns the number of what answers for a host: an exact name before wildcards, and a
    /// longer wildcard before a shorter one.
    ///
    /// - Parameter host: The name in lower case, without port and trailing dot.
    /// - Returns: The number, or `nil` when no name and no wildcard fits.
    /// - Complexity: O(labels of the host).
    package func number(answering host: String) -> Int? {
        let bytes = host.utf8.span
        guard bytes.count <= Self.nameLimitBytes else { return nil }
        if let number = find(bytes, false) { return number }
        guard hasWildcards else { return nil }
        var start = 0
        for index in 0..<bytes.count where bytes[index] == UInt8(ascii: ".") {
            // A wildcard stands for one label or more, so an empty one matches nothing.
            if index == start { return nil }
            start = index + 1
            if let number = find(bytes.extracting(start..<bytes.count), true) { return number }
        }
        return nil
    }

    private func find(_ name: borrowing Span<UInt8>, _ isWildcard: Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        let hash = Self.hash(name, isWildcard)
        let check = UInt32(truncatingIfNeeded: hash >> 32)
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[place].number != 0 {
            let number = Int(slots[place].number) - 1
            if slots[place].check == check, isNamed(number, name, isWildcard) { return number }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    private func isNamed(
        _ number: Int, _ name: borrowing Span<UInt8>, _ isWildcard: Bool
    ) -> Bool {
        let range = range(number)
        guard range.count == name.count, self.isWildcard(number) == isWildcard else { return false }
        for index in 0..<name.count where text[range.lowerBound + index] != name[index] {
            return false
        }
        return true
    }

    // MARK: One host

    private func range(_ number: Int) -> Range<Int> {
        (number == 0 ? 0 : ends[number - 1] >> 1)..<(ends[number] >> 1)
    }

    /// Whether a host is a wildcard.
    package func isWildcard(_ number: Int) -> Bool { ends[number] & 1 == 1 }

    /// Returns the name of a host; a wildcard's without its `*.`.
    package func name(_ number: Int) -> String {
        String(decoding: text[range(number)], as: UTF8.self)
    }
}

extension HostPatterns: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { ends.count }

    /// A host as an operator writes it.
    package subscript(number: Int) -> String {
        isWildcard(number) ? "*." + name(number) : name(number)
    }
}
