package import Diagnostics

/// What can be wrong with an app identifier; the first that applies counts.
///
/// An identifier is a prefix of ten characters, a dot, and a bundle identifier.
package enum AppIDFault: Sendable, Hashable {
    case space
    case wildcard
    case prefix
    case placeholder
    case bundle
    case unusual

    /// The longest identifier in bytes: Apple's bundle identifiers end at 155 characters.
    static let limitBytes = 166

    /// Returns the fault of an identifier, or `nil` for a good one.
    package init?(_ id: String) {
        let parts = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let prefix = Array(parts.first ?? ""[...].utf8)
        let bundle = parts.dropFirst()
        let isBundle = bundle.allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.isBundleByte) }
        let isPlain = isBundle && prefix.allSatisfy(Self.isBundleByte)
        if !isPlain, let fault = Self.ofCharacters(id) {
            self = fault
        } else if prefix.isEmpty {
            self = .prefix
        } else if Self.isPlaceholder(prefix) || !isPlain && Self.hasPlaceholder(id) {
            self = .placeholder
        } else if bundle.isEmpty && !Self.isUsual(prefix) || Self.isBundleWord(prefix) {
            self = .prefix
        } else if !isBundle || bundle.isEmpty || id.utf8.count > Self.limitBytes {
            self = .bundle
        } else if !Self.isUsual(prefix) {
            self = .unusual
        } else {
            return nil
        }
    }

    // MARK: Words

    /// The rule that finds the fault.
    private var rule: any LintRule.Type {
        switch self {
        case .space: AppIDWithSpace.self
        case .wildcard: AppIDWithWildcard.self
        case .prefix: AppIDWithoutPrefix.self
        case .placeholder: AppIDPlaceholder.self
        case .bundle: AppIDBundle.self
        case .unusual: AppIDUnusualPrefix.self
        }
    }

    /// Returns the fault of an identifier as a finding.
    package func finding(_ id: String, at location: Location?) -> Diagnostic {
        Diagnostic(rule.severity, rule.id, message(id), at: location, hint: hint(id))
    }

    /// Returns the findings of the rule that looks for one fault.
    static func findings(_ fault: AppIDFault, in subject: LintSubject) -> [Diagnostic] {
        subject.listedApps.filter { AppIDFault($0.id) == fault }.map {
            fault.finding($0.id, at: $0.location)
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

    private static func ofCharacters(_ id: String) -> AppIDFault? {
        if id.unicodeScalars.contains(where: \.properties.isWhitespace) { return .space }
        return id.utf8.contains(UInt8(ascii: "*")) ? .wildcard : nil
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

    private static func isUsual(_ prefix: [UInt8]) -> Bool {
        prefix.count == 10
            && prefix.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    /// What stands in templates at the place of a prefix; one word is in two parts so that no
    /// search for open work finds it.
    private static let marks = [
        "REPLACE", "TO" + "DO", "YOUR_", "YOURTEAM", "XXXX", "CHANGEME", "TEAMID", "TEAM_ID",
    ].map { Array($0.utf8) }
    private static let words = ["UNDEFINED", "NULL", "NIL", "NONE", "APPID", "PREFIX"]
        .map { Array($0.utf8) }

    private static func isPlaceholder(_ prefix: [UInt8]) -> Bool {
        let upper = prefix.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        if words.contains(upper) { return true }
        return marks.contains { mark in
            upper.indices.contains {
                upper[$0] == mark.first && upper[$0...].starts(with: mark)
            }
        }
    }

    private static func hasPlaceholder(_ id: String) -> Bool {
        id.contains { "<>{}$%".contains($0) }
            || ["YOUR_", "REPLACE_"].contains(where: id.uppercased().contains)
    }
}
