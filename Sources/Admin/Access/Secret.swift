/// A random text that cannot be guessed, and its comparison.
enum Secret {
    /// How many bytes of randomness stand in one.
    static let byteCount = 32

    /// Returns a new one, in hexadecimal digits, from the system's generator.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<byteCount / 8).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether two texts are equal, in a time that does not tell where they differ.
    static func areEqual(_ given: some StringProtocol, _ wanted: String) -> Bool {
        let given = Array(given.utf8)
        let wanted = Array(wanted.utf8)
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
