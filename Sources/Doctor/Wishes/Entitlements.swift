package import Diagnostics
import PropertyList
import SiteAssociation

/// What the entitlements of an app say of associated domains.
package struct Entitlements: Sendable {
    /// The key of the list of domains.
    static let domainsKey = "com.apple.developer.associated-domains"
    /// The keys of the app's identifier: on iOS, and on macOS.
    static let identifierKeys = ["application-identifier", "com.apple.application-identifier"]
    /// How many domains are looked at.
    package static let claimLimit = 1_000

    /// The app's identifier, which a file that was not signed has not.
    package private(set) var appID: String?
    /// The domains that could be read.
    package private(set) var claims: [DomainClaim] = []
    /// What is wrong with the others.
    package private(set) var findings: [Diagnostic] = []
    private let place: Location

    /// Reads entitlements: a property list, or what `codesign -d --entitlements` prints.
    ///
    /// - Parameter source: The file's name and bytes.
    /// - Throws: The findings of ``PropertyList`` and `entitlements-without-domains`.
    package init(_ source: SourceFile) throws(Diagnostic) {
        place = Location(file: source)
        let list = try PropertyList.read(source)
        guard let entries = list[Self.domainsKey]?.elements, !entries.isEmpty else {
            throw Diagnostic(
                .error, "entitlements-without-domains",
                "the entitlements have no '\(Self.domainsKey)'", at: place,
                hint: "add the capability Associated Domains, and sign the app again")
        }
        appID = Self.identifierKeys.lazy.compactMap { list[$0]?.string }.first
        if let id = appID, id.contains("$(") || id.contains("*") { appID = nil }
        for entry in entries.prefix(Self.claimLimit) { read(entry) }
    }

    private mutating func read(_ entry: PropertyList) {
        guard let text = entry.string else {
            report(.error, "entitlement-form", "an associated domain is a text")
            return
        }
        do throws(Diagnostic) {
            claims.append(try claim(text))
        } catch {
            findings.append(error)
        }
    }

    private func claim(_ text: String) throws(Diagnostic) -> DomainClaim {
        let shown = Diagnostic.quoted(text)
        guard !text.contains("$(") else {
            throw fault(
                "entitlement-variable", "\(shown) has a build setting in it",
                hint: "take the entitlements of the signed app: codesign -d --entitlements - APP",
                severity: .warning)
        }
        guard let colon = text.firstIndex(of: ":") else {
            throw fault(
                "entitlement-form", "\(shown) has no service",
                hint: "write it as applinks:\(Diagnostic.printable(text, limit: 60))")
        }
        let service = String(text[..<colon])
        guard Service(rawValue: service) != nil else {
            let names = Service.allCases.map(\.rawValue)
            throw fault(
                "entitlement-service", "\(shown) has an unknown service",
                hint: NearestWord.nearest(to: service, among: names)
                    .map { "did you mean '\($0)'?" } ?? "one of \(names.joined(separator: ", "))")
        }
        var rest = text[text.index(after: colon)...]
        let mode = try mode(&rest, shown)
        let isWildcard = rest.hasPrefix("*.")
        let host = isWildcard ? rest.dropFirst(2) : rest
        try check(host, shown)
        if isWildcard, service == Service.appClips.rawValue {
            throw fault(
                "entitlement-wildcard", "\(shown) has a wildcard, which appclips does not know",
                hint: "list each host")
        }
        return DomainClaim(
            text: text, service: service, host: host.lowercased(), isWildcard: isWildcard,
            mode: mode)
    }

    private func mode(
        _ rest: inout Substring, _ shown: String
    ) throws(Diagnostic) -> DomainClaim.Mode? {
        guard let mark = rest.firstIndex(of: "?") else { return nil }
        let query = rest[rest.index(after: mark)...]
        rest = rest[..<mark]
        guard query.hasPrefix("mode="),
            let mode = DomainClaim.Mode(rawValue: String(query.dropFirst("mode=".count)))
        else {
            throw fault(
                "entitlement-mode", "\(shown) has an unknown mode",
                hint: "?mode=developer, ?mode=managed or ?mode=developer+managed")
        }
        return mode
    }

    private func check(_ host: Substring, _ shown: String) throws(Diagnostic) {
        if host.contains("/") {
            throw fault(
                "entitlement-form", "\(shown) has a scheme or a path",
                hint: "a domain stands alone: paths are matched by the file's rules")
        }
        if host.contains(":") {
            throw fault(
                "entitlement-port", "\(shown) has a port",
                hint: "links with a port do not open apps; take it away")
        }
        guard ProbeTarget(text: String(host)) != nil, !host.contains("*") else {
            throw fault(
                "entitlement-form", "\(shown) names no host",
                hint: "write it as applinks:example.com, or applinks:*.example.com")
        }
    }

    private func fault(
        _ id: String, _ message: String, hint: String, severity: Severity = .error
    ) -> Diagnostic {
        Diagnostic(severity, id, message, at: place, hint: hint)
    }

    private mutating func report(_ severity: Severity, _ id: String, _ message: String) {
        findings.append(Diagnostic(severity, id, message, at: place))
    }
}
