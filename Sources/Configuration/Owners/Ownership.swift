import Diagnostics

/// Who owns which hosts and apps, and whether another file touches them.
///
/// A file touches a host by configuring it, and an app by defining it or giving it other rules;
/// listing an app in an environment is no touch, since that is where the order of apps is set.
struct Ownership: Sendable {
    struct Claim: Sendable {
        var owner: String
        var source: SourceFile
        var location: Location
    }

    private var exactHosts: [String: Claim] = [:]
    private var wildcardHosts: [String: Claim] = [:]
    private var apps: [(pattern: String, claim: Claim)] = []

    /// Collects the claims of all files, and reports those that are made twice.
    init(_ claims: [OwnershipDraft], _ decoder: NodeDecoder) {
        for file in claims {
            for host in file.hosts {
                let claim = Claim(owner: file.owner, source: file.source, location: host.location)
                add(host, claim, decoder)
            }
            for app in file.apps {
                let claim = Claim(owner: file.owner, source: file.source, location: app.location)
                if let first = apps.first(where: { $0.pattern == app.value })?.claim {
                    Self.reportTwice("the app", app, first, decoder)
                } else {
                    apps.append((app.value, claim))
                }
            }
        }
    }

    private mutating func add(_ host: Located<String>, _ claim: Claim, _ decoder: NodeDecoder) {
        do throws(HostNameFault) {
            let name = try HostName(host.value, allowsSingleLabels: true)
            if let first = name.isWildcard ? wildcardHosts[name.name] : exactHosts[name.name] {
                return Self.reportTwice("the host", host, first, decoder)
            }
            if name.isWildcard {
                wildcardHosts[name.name] = claim
            } else {
                exactHosts[name.name] = claim
            }
        } catch {
            decoder.report(HostCollection.finding(error, host.value, at: host.location))
        }
    }

    static func reportTwice(
        _ what: String, _ text: Located<String>, _ first: Claim, _ decoder: NodeDecoder
    ) {
        decoder.error(
            "owned-twice",
            "\(what) \(quoted(text.value)) is claimed by \(quoted(first.owner)) already",
            at: text.location, hint: "one file owns it; remove the other claim",
            notes: [Diagnostic.Note("the first claim is here", at: first.location)])
    }

    // MARK: Hosts

    /// Returns what to say of a host that one file configures and another one owns.
    ///
    /// - Parameters:
    ///   - pattern: The host as `HostConfiguration.pattern` spells it.
    ///   - location: Where its name comes from: for a tenant's host the row.
    ///   - template: Where it is configured.
    /// - Returns: The finding, or `nil` for a host that is no other's.
    func finding(
        host pattern: String, at location: Location, template: Location
    ) -> Diagnostic? {
        guard let claim = claim(ofHost: pattern), claim.source !== template.source else {
            return nil
        }
        return Self.finding(
            "owned-host", "the host \(quoted(pattern))", claim, at: location, template)
    }

    /// Returns what to say of an override of a host that another file owns, or `nil`.
    func finding(host pattern: String, override: Location) -> Diagnostic? {
        guard let claim = claim(ofHost: pattern), claim.source !== override.source else {
            return nil
        }
        return Self.finding(
            "owned-host", "the override changes \(quoted(pattern)), which", claim, at: override)
    }

    private func claim(ofHost pattern: String) -> Claim? {
        if exactHosts.isEmpty, wildcardHosts.isEmpty { return nil }
        if pattern.hasPrefix("*.") {
            if let claim = wildcardHosts[String(pattern.dropFirst(2))] { return claim }
        } else if let claim = exactHosts[pattern] {
            return claim
        }
        var rest = pattern.drop { $0 == "*" }.drop { $0 == "." }
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let claim = wildcardHosts[String(rest)] { return claim }
        }
        return nil
    }

    // MARK: Apps

    /// Reports apps that another file owns and this one defines or changes.
    func checkApps(_ draft: Draft, _ decoder: NodeDecoder) {
        guard !apps.isEmpty else { return }
        for item in draft.apps.items {
            for id in [item.value.id].compactMap(\.self) + item.value.clips {
                check(app: id.value, at: id.location, decoder)
            }
        }
        for environment in draft.environments.items {
            for app in environment.value.apps ?? [] { check(app, draft, decoder) }
        }
        for override in draft.overrides {
            for app in (override.apps?.value ?? []) + (override.addedApps?.value ?? []) {
                check(app, draft, decoder)
            }
            for rules in override.rules + override.addedRules {
                guard let id = draft.apps[rules.app.value]?.value.id?.value else { continue }
                check(app: id, at: rules.app.location, decoder)
            }
        }
    }

    private func check(_ app: EnvironmentDraft.App, _ draft: Draft, _ decoder: NodeDecoder) {
        guard let place = app.rulesLocation, let id = draft.apps[app.name.value]?.value.id?.value
        else { return }
        check(app: id, at: place, decoder)
    }

    private func check(app id: String, at location: Location, _ decoder: NodeDecoder) {
        finding(app: id, at: location, template: location).map(decoder.report)
    }

    /// Whether anybody claims apps.
    var hasApps: Bool { !apps.isEmpty }

    /// Returns what to say of an app that one file defines or changes and another one owns.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - location: Where that comes from: for a tenant's app the row.
    ///   - template: Where the app is defined, or gets other rules.
    /// - Returns: The finding, or `nil` for an app that is no other's.
    func finding(app id: String, at location: Location, template: Location) -> Diagnostic? {
        for (pattern, claim) in apps where claim.source !== template.source {
            let isOwned =
                pattern.hasSuffix("*") ? id.hasPrefix(pattern.dropLast()) : id == pattern
            guard isOwned else { continue }
            return Self.finding(
                "owned-app", "the app \(quoted(id))", claim, at: location, template)
        }
        return nil
    }

    private static func finding(
        _ id: String, _ what: String, _ claim: Claim, at location: Location,
        _ template: Location? = nil
    ) -> Diagnostic {
        var notes = [Diagnostic.Note("it is claimed here", at: claim.location)]
        if let template, template != location {
            notes.insert(Diagnostic.Note("it is configured here", at: template), at: 0)
        }
        return Diagnostic(
            .error, id, "\(what) belongs to \(quoted(claim.owner))", at: location,
            hint: "leave it to the file of \(quoted(claim.owner)), or change what that owns",
            notes: notes)
    }
}
