/// Hosts that have something in common: how many, and the first of their names.
///
/// Of a hundred thousand names nobody reads more than a few, and a verdict is kept until the
/// next one, so the rest is only counted.
package struct HostNames: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// How many names are kept.
    package static let limit = 20

    /// How many hosts there are.
    package private(set) var count = 0
    /// The first of them, as an operator writes them.
    package private(set) var names: [String] = []

    /// Creates a list of names.
    package init(_ names: some Sequence<String> = EmptyCollection()) {
        for name in names { append(name) }
    }

    /// Creates a list of names.
    package init(arrayLiteral names: String...) { self.init(names) }

    /// Whether there is none.
    package var isEmpty: Bool { count == 0 }

    /// Adds a host.
    package mutating func append(_ name: String) {
        count += 1
        if names.count < Self.limit { names.append(name) }
    }

    /// Returns the first names and the number of the others: `a, b, c and 4,809 more`.
    package func text(showing limit: Int = 3) -> String {
        let shown = names.prefix(limit).joined(separator: ", ")
        let rest = count - min(limit, names.count)
        return rest > 0 ? "\(shown) and \(Count.text(rest)) more" : shown
    }
}

/// Numbers of things in words.
package enum Count {
    /// Returns a number with commas between its thousands: `100,000`.
    package static func text(_ number: Int) -> String {
        var groups: [Substring] = []
        var digits = String(number.magnitude)[...]
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits = digits.dropLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// Returns a number with its noun: `1 host`, `4,812 hosts`.
    package static func text(_ number: Int, _ noun: String) -> String {
        "\(text(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
