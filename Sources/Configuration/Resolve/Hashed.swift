/// A value with its hash, for dictionaries of large values.
///
/// A dictionary asks for the hash of each key when it grows, and compares a key with all that
/// lie in its way; of values with other hashes nothing else is looked at here.
struct Hashed<Value: Hashable & Sendable>: Hashable, Sendable {
    private let hash: Int
    private let value: Value

    init(_ value: Value) {
        self.value = value
        hash = value.hashValue
    }

    static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
