import Diagnostics

/// The words of Apple's `swcutil`, for scripts that were written for it.
package enum SwcutilText {
    /// Returns the output of `swcutil match` for a pattern against a URL.
    package static func match(_ decision: AppDecision) -> String {
        guard let rule = decision.rule else { return "Did not match.\n" }
        let verb = decision.verdict == .exclude ? "Excluded" : "Matched"
        let component = rule.source.value.text(indented: true)
        return "\(verb) by pattern at index \(rule.index): \(component)\n"
    }

    /// Returns the output of `swcutil verify -u` for a document.
    ///
    /// - Parameters:
    ///   - decisions: The decisions for the apps, in the order of the document.
    ///   - url: The URL that was asked for.
    ///   - domain: The domain that the document is for, or `nil` when none was given.
    /// - Returns: One line for each entry that speaks of the URL, or one that none does.
    package static func verify(
        _ decisions: [AppDecision], url: LinkURL, domain: String?
    ) -> String {
        if let domain, !AssociatedDomain(domain).covers(host: url.host) {
            return "Input domain \"\(Diagnostic.printable(domain))\" did not match input URL's "
                + "domain \"\(Diagnostic.printable(url.host))\".\n"
        }
        let lines = decisions.filter { $0.verdict != .none }.map { decision in
            let place = Diagnostic.printable(domain ?? url.host)
            let end = decision.verdict == .match ? "matched." : "blocked match."
            return "{ s = applinks, a = \(Diagnostic.printable(decision.appID)), d = \(place) }: "
                + "Pattern \"\(Diagnostic.printable(url.text))\" \(end)\n"
        }
        return lines.isEmpty ? "Input JSON did not match input URL.\n" : lines.joined()
    }
}
