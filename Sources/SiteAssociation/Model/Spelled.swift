/// A text of a document, or several, equal to others only byte by byte.
///
/// Swift's strings are equal when they are canonically equivalent, `é` and `e` with an accent
/// behind it for instance. Devices compare bytes, so documents that differ there are different
/// ones.
@propertyWrapper package struct Spelled<Value: Spelling & Hashable & Sendable>: Sendable, Hashable {
    /// The text, or the texts.
    package var wrappedValue: Value

    /// Wraps a text, or texts.
    package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Whether both are the same bytes.
    package static func == (left: Self, right: Self) -> Bool {
        left.wrappedValue.isSpelled(like: right.wrappedValue)
    }

    /// Hashes as the text does: what is spelled alike is canonically equivalent, too.
    package func hash(into hasher: inout Hasher) { wrappedValue.hash(into: &hasher) }
}

/// What can be compared byte by byte.
package protocol Spelling {
    /// Whether both are the same bytes.
    func isSpelled(like other: Self) -> Bool
}

extension String: Spelling {
    package func isSpelled(like other: String) -> Bool {
        let (own, others) = (utf8.span, other.utf8.span)
        guard own.count == others.count else { return false }
        for index in 0..<own.count where own[index] != others[index] { return false }
        return true
    }
}

extension Optional: Spelling where Wrapped: Spelling {
    package func isSpelled(like other: Wrapped?) -> Bool {
        switch (self, other) {
        case (let own?, let other?): own.isSpelled(like: other)
        case (nil, nil): true
        default: false
        }
    }
}

extension Array: Spelling where Element: Spelling {
    package func isSpelled(like other: [Element]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSpelled(like: $1) }
    }
}
