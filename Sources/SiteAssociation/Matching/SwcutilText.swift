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
    /// An app of another service than `applinks` is said to match every URL of the domain,
    /// since such services have no patterns.
    ///
    /// - Parameters:
    ///   - decisions: The decisions for the apps, in the order of the document.
    ///   - services: The apps of the other services; their lines stand last.
    ///   - url: The URL that was asked for.
    ///   - domain: The domain that the document is for, or `nil` when none was given.
    /// - Returns: One line for each entry that speaks of the URL, or one that none does.
    package static func verify(
        _ decisions: [AppDecision], services: [ServiceApps] = [], url: LinkURL, domain: String?
    ) -> String {
        if let domain, !AssociatedDomain(domain).covers(host: url.host) {
            return "Input domain \"\(Diagnostic.printable(domain))\" did not match input URL's "
                + "domain \"\(Diagnostic.printable(url.host))\".\n"
        }
        func line(_ service: Service, _ appID: String, _ verdict: Verdict) -> String {
            let place = Diagnostic.printable(domain ?? url.host)
            let end = verdict == .match ? "matched." : "blocked match."
            return "{ s = \(service.rawValue), a = \(Diagnostic.printable(appID)), d = \(place) }: "
                + "Pattern \"\(Diagnostic.printable(url.text))\" \(end)\n"
        }
        var lines = decisions.filter { $0.verdict != .none }.map {
            line(.appLinks, $0.appID, $0.verdict)
        }
        for entry in services { lines += entry.appIDs.map { line(entry.service, $0, .match) } }
        return lines.isEmpty ? "Input JSON did not match input URL.\n" : lines.joined()
    }
}
