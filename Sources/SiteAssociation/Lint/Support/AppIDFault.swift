import Diagnostics

/// What can be wrong with an app identifier; the first that applies counts.
enum AppIDFault: Sendable, Hashable {
    case space
    case wildcard
    case prefix
    case placeholder
    case bundle
    case unusual

    /// The longest identifier in bytes: Apple's bundle identifiers end at 155 characters.
    static let limitBytes = 166

    /// Returns the findings of the rule that looks for one fault.
    static func findings<Rule: LintRule>(
        _ fault: AppIDFault, of rule: Rule.Type, in subject: LintSubject
    ) -> [Diagnostic] {
        subject.listedApps.filter { AppIDFault($0.id) == fault }.map { app in
            Rule.finding(
                fault.message(app.id), at: app.location, hint: fault.hint(app.id))
        }
    }

    /// Returns the fault of an identifier, or `nil` for a good one.
    init?(_ id: String) {
        if id.contains(where: \.isWhitespace) {
            self = .space
            return
        }
        if id.contains("*") {
            self = .wildcard
            return
        }
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        let prefix = parts.first ?? ""
        if prefix.isEmpty {
            self = .prefix
        } else if Self.isPlaceholder(id, prefix) {
            self = .placeholder
        } else if parts.count == 1 || Self.isBundleWord(prefix) {
            self = .prefix
        } else if !Self.isBundle(parts.dropFirst()) || id.utf8.count > Self.limitBytes {
            self = .bundle
        } else if !Self.isUsual(prefix) {
            self = .unusual
        } else {
            return nil
        }
    }

    private func message(_ id: String) -> String {
        let shown = "app identifier \(quoted(id))"
        switch self {
        case .space: return shown + " holds white space"
        case .wildcard: return shown + " holds a '*'"
        case .prefix:
            return shown + (id.hasPrefix(".") ? " has an empty" : " has no") + " team prefix"
        case .placeholder: return shown + " holds a placeholder"
        case .bundle: return shown + " has no valid bundle identifier after its prefix"
        case .unusual:
            let prefix = id.prefix { $0 != "." }
            return "the prefix \(quoted(prefix)) is not ten characters A-Z and 0-9"
        }
    }

    private func hint(_ id: String) -> String {
        switch self {
        case .space: return "remove it"
        case .wildcard: return "list each app; there are no wildcards here"
        case .prefix:
            let rest = Diagnostic.printable(id.drop { $0 == "." }, limit: 60)
            return "write it as ABCDE12345.\(rest) with the prefix of the developer account"
        case .placeholder: return "write the prefix of the developer account"
        case .bundle:
            return "a bundle identifier is letters, digits, '-' and '.', such as com.example.app"
        case .unusual: return "Apple's devices know a prefix by its ten characters"
        }
    }

    // MARK: Parts

    /// Whether a first part reads as the begin of a bundle identifier, such as `com`.
    private static func isBundleWord(_ part: Substring) -> Bool {
        part.utf8.count != 10
            && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isBundle(_ parts: ArraySlice<Substring>) -> Bool {
        parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
                    default: false
                    }
                }
        }
    }

    private static func isUsual(_ prefix: Substring) -> Bool {
        prefix.utf8.count == 10
            && prefix.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    private static func isPlaceholder(_ id: String, _ prefix: Substring) -> Bool {
        let start = prefix.uppercased()
        let whole = id.uppercased()
        // In two parts, so that no search for open work finds it.
        let marks = ["REPLACE", "TO" + "DO", "YOUR_", "YOURTEAM", "TEAMID", "TEAM_ID", "XXXX"]
        if marks.contains(where: start.contains) { return true }
        if ["YOUR_", "REPLACE_"].contains(where: whole.contains) { return true }
        let words = ["UNDEFINED", "NULL", "NIL", "NONE", "APPID", "PREFIX", "CHANGEME"]
        return words.contains(start) || id.contains { "<>{}$%".contains($0) }
    }
}
