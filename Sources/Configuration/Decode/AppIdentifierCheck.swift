import Diagnostics

/// Checks app identifiers: a prefix of ten characters, a dot, a bundle identifier.
struct AppIdentifierCheck {
    /// The longest identifier in bytes: Apple's bundle identifiers end at 155 characters.
    static let limitBytes = 166

    let decoder: NodeDecoder

    /// Returns the identifier, or `nil` after an error has been reported.
    func checked(_ text: Located<String>) -> Located<String>? {
        let parts = text.value.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false
        ).map { Array($0) }
        let prefix = parts.first ?? []
        if let fault = fault(text.value, prefix, parts.dropFirst()) {
            decoder.error(
                fault.id, "app identifier \(quoted(text.value)) \(fault.message)",
                at: text.location, hint: fault.hint)
            return nil
        }
        if !Self.isUsual(prefix) {
            decoder.warning(
                "app-id-unusual-prefix",
                "the prefix \(quoted(String(decoding: prefix, as: UTF8.self))) is not ten "
                    + "characters A-Z and 0-9", at: text.location,
                hint: "Apple's devices know a prefix by its ten characters")
        }
        return text
    }

    private typealias Fault = (id: String, message: String, hint: String)

    private func fault(
        _ id: String, _ prefix: [UInt8], _ bundle: ArraySlice<[UInt8]>
    ) -> Fault? {
        let isBundle = bundle.allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.isBundleByte) }
        let isPlain = isBundle && prefix.allSatisfy(Self.isBundleByte)
        if !isPlain, let fault = characterFault(id) { return fault }
        if prefix.isEmpty {
            return ("app-id-without-prefix", "has an empty team prefix", prefixHint(id))
        }
        if Self.isPlaceholder(prefix) || !isPlain && Self.hasPlaceholder(id) {
            return (
                "app-id-placeholder", "holds a placeholder",
                "write the prefix of the developer account"
            )
        }
        if bundle.isEmpty && !Self.isUsual(prefix) || Self.isBundleWord(prefix) {
            return ("app-id-without-prefix", "has no team prefix", prefixHint(id))
        }
        guard isBundle, !bundle.isEmpty, id.utf8.count <= Self.limitBytes else {
            return (
                "app-id-bundle", "has no valid bundle identifier after its prefix",
                "a bundle identifier is letters, digits, '-' and '.', such as com.example.app"
            )
        }
        return nil
    }

    private func characterFault(_ id: String) -> Fault? {
        if id.unicodeScalars.contains(where: \.properties.isWhitespace) {
            return ("app-id-with-space", "holds white space", "remove it")
        }
        guard id.utf8.contains(UInt8(ascii: "*")) else { return nil }
        return (
            "app-id-with-wildcard", "holds a '*'", "list each app; there are no wildcards here"
        )
    }

    private func prefixHint(_ id: String) -> String {
        let rest = id.drop { $0 == "." }
        return "write it as ABCDE12345.\(Diagnostic.printable(rest, limit: 60)) with the prefix "
            + "of the developer account"
    }

    // MARK: Words

    private static func isUsual(_ prefix: [UInt8]) -> Bool {
        prefix.count == 10
            && prefix.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    /// Whether a first part reads as the begin of a bundle identifier, such as `com`.
    private static func isBundleWord(_ part: [UInt8]) -> Bool {
        part.count != 10
            && part.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isBundleByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }

    /// What stands in templates at the place of a prefix; one word is in two parts so that no
    /// search for open work finds it.
    private static let marks = ["REPLACE", "TO" + "DO", "YOUR_", "YOURTEAM", "XXXX", "CHANGEME"]
        .map { Array($0.utf8) }
    private static let words = [
        "UNDEFINED", "NULL", "NIL", "NONE", "TEAMID", "TEAM_ID", "APPID", "PREFIX",
    ].map { Array($0.utf8) }

    private static func isPlaceholder(_ prefix: [UInt8]) -> Bool {
        let upper = prefix.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        if words.contains(upper) { return true }
        return marks.contains { mark in
            upper.indices.contains { upper[$0...].starts(with: mark) }
        }
    }

    private static func hasPlaceholder(_ id: String) -> Bool {
        id.contains { "<>{}$%".contains($0) }
            || ["YOUR_", "REPLACE_"].contains(where: id.uppercased().contains)
    }
}
