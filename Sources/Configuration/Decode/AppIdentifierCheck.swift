import Diagnostics
import SiteAssociation

/// Checks app identifiers: a prefix of ten characters, a dot, a bundle identifier.
struct AppIdentifierCheck {
    let decoder: NodeDecoder

    /// Returns the identifier, or `nil` after an error has been reported.
    func checked(_ text: Located<String>) -> Located<String>? {
        guard let fault = AppIDFault(text.value) else { return text }
        let finding = fault.finding(text.value, at: text.location)
        decoder.report(finding)
        return finding.severity == .error ? nil : text
    }
}
