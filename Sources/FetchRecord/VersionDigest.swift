/// How a version is named: by its digest, or by as many first digits as tell it from others.
package enum VersionDigest {
    /// The fewest digits that name a version.
    package static let leastDigits = 6

    /// Whether a text can be the name of a version.
    package static func isPlausible(_ text: some StringProtocol) -> Bool {
        (leastDigits...64).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
    }

    /// Returns the one digest that begins with some digits, or `nil` without one or with several.
    package static func find(_ text: String, among digests: [String]) -> String? {
        guard isPlausible(text) else { return nil }
        let found = Set(digests.filter { $0.hasPrefix(text.lowercased()) })
        return found.count == 1 ? found.first : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
