package import Diagnostics

/// One rule of the linter: a mistake that it knows, and how to mend it.
///
/// The type's name, in kebab case, is its ``id``. A rule reads nothing but the subject, and
/// says nothing where it cannot be sure.
package protocol LintRule: Sendable {
    /// The stable name.
    static var id: String { get }
    /// How much a finding usually matters; single findings may matter less.
    static var severity: Severity { get }
    /// Why it matters, in one line.
    static var summary: String { get }
    /// A piece of a document that the rule finds.
    static var example: String { get }
    /// What to write instead.
    static var fix: String { get }
    /// Returns the rule's findings, in the order of the document.
    static func findings(in subject: LintSubject) -> [Diagnostic]
}

extension LintRule {
    /// Creates a finding of the rule.
    static func finding(
        _ message: String, at location: Location?, hint: String? = nil,
        severity: Severity? = nil, notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        Diagnostic(
            severity ?? Self.severity, id, message, at: location, hint: hint, notes: notes)
    }
}

/// Returns a value from outside in single quotes, fit for a message.
func quoted(_ value: some StringProtocol) -> String { Diagnostic.quoted(value) }
