/// How much a finding matters.
package enum Severity: String, Sendable, Hashable {
    /// Nothing is started or reloaded.
    case error
    /// It is served, but probably not meant.
    case warning
    /// Information that changes nothing.
    case note
}

/// One finding: what is wrong, where, why, and what to do about it.
///
/// The message is one phrase in lower case without a full stop, which states the rule and
/// stands without the hint. Values from outside go through ``quoted(_:)`` first.
package struct Diagnostic: Error, Sendable, Hashable {
    /// Additional information that belongs to a finding, such as the first of two duplicates.
    package struct Note: Sendable, Hashable {
        /// The phrase, in the style of the message.
        package var message: String
        /// The place it speaks of, if it has one.
        package var location: Location?

        /// Creates a note.
        package init(_ message: String, at location: Location? = nil) {
            self.message = message
            self.location = location
        }
    }

    /// The finding's stable name in kebab case, printed in brackets.
    package var id: String
    /// How much it matters.
    package var severity: Severity
    /// The phrase that says what is wrong.
    package var message: String
    /// The place it was found, or `nil` when it is about no file (a port, a user).
    package var location: Location?
    /// One line that can be acted on.
    package var hint: String?
    /// Additional places, printed after the finding.
    package var notes: [Note]

    /// Creates a finding.
    package init(
        _ severity: Severity, _ id: String, _ message: String, at location: Location? = nil,
        hint: String? = nil, notes: [Note] = []
    ) {
        self.id = id
        self.severity = severity
        self.message = message
        self.location = location
        self.hint = hint
        self.notes = notes
    }

    /// How much of a quoted value is shown.
    private static let quotedLimit = 60

    /// Returns a value from outside in single quotes, cut and with control characters escaped.
    ///
    /// - Parameter value: Any text; more than 60 characters are cut and end in `…`.
    /// - Returns: The quoted text, fit for a message.
    package static func quoted(_ value: some StringProtocol) -> String {
        "'" + printable(value, limit: quotedLimit) + "'"
    }

    /// Returns a path in quotes; the end of a long one is kept, since it names the file.
    package static func quotedPath(_ path: String) -> String {
        let scalars = path.unicodeScalars
        guard scalars.count > quotedLimit else { return quoted(path) }
        return "'…" + printable(String(scalars.suffix(quotedLimit))) + "'"
    }

    /// Returns a text that is safe to print: control characters escaped, and cut at a limit.
    package static func printable(_ value: some StringProtocol, limit: Int = .max) -> String {
        var text = ""
        var count = 0
        for scalar in value.unicodeScalars {
            guard count < limit else { return text + "…" }
            count += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default:
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Sequence<Diagnostic> {
    /// Whether any finding is an error.
    package var containsError: Bool { contains { $0.severity == .error } }

    /// Returns the findings with every warning turned into an error.
    package func strict() -> [Diagnostic] {
        map { finding in
            var finding = finding
            if finding.severity == .warning { finding.severity = .error }
            return finding
        }
    }
}
