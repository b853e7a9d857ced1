package import Diagnostics

extension Document {
    /// Returns the association that means to Apple's client what the document means.
    ///
    /// The meaning is taken over, not the form: `paths` become components, an entry without
    /// rules becomes one component for every URL, defaults that hold patterns are written into
    /// the components, and wrong types become what the client makes of them. Comments are kept.
    ///
    /// - Returns: The association, and a finding for everything that is read leniently or
    ///   cannot be carried over.
    package func association() -> (association: Association, findings: [Diagnostic]) {
        var importer = AssociationImporter(self)
        let association = importer.association()
        return (association, importer.findings.inSourceOrder())
    }
}

extension [Diagnostic] {
    /// Returns the findings in the order of their places, each once.
    fileprivate func inSourceOrder() -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        let places = filter { seen.insert($0).inserted }.enumerated().map { index, finding in
            let place = finding.location
            return (key: (place?.line ?? 0, place?.column ?? 0, index), finding: finding)
        }
        return places.sorted { $0.key < $1.key }.map(\.finding)
    }
}

/// Builds an association from what the client reads, and says what it leaves out.
private struct AssociationImporter {
    let document: Document
    var findings: [Diagnostic] = []
    private var seen: Set<AppIdentifier> = []

    init(_ document: Document) { self.document = document }

    mutating func association() -> Association {
        guard let members = document.root.members else {
            warn("not-an-object", "\(document.root.kind) is no association", document.root.location)
            return Association()
        }
        var association = Association()
        for member in members {
            switch Service(rawValue: member.key) {
            case nil: unknown(member)
            case .appLinks: association.appLinks = appLinks(member.value)
            case let service?:
                let appIDs = apps(of: member, rest: ["apps"])
                if !appIDs.isEmpty {
                    association.services.append(ServiceApps(service, appIDs: appIDs))
                }
            }
        }
        return association
    }

    // MARK: Services

    private mutating func apps(of member: JSONNode.Member, rest known: [String]) -> [String] {
        reportUnknown(in: member.value, known: known)
        var appIDs: [String] = []
        for element in member.value["apps"]?.elements ?? [] {
            guard let appID = element.string else {
                warn("not-a-string", "an app is a string, not \(element.kind)", element.location)
                continue
            }
            if !appIDs.contains(appID) { appIDs.append(appID) }
        }
        return appIDs
    }

    private mutating func appLinks(_ node: JSONNode) -> AppLinks? {
        guard node.members != nil else {
            warn("not-an-object", "'applinks' is an object, not \(node.kind)", node.location)
            return nil
        }
        reportUnknown(in: node, known: ["apps", "defaults", "details", "substitutionVariables"])
        var links = AppLinks(defaults: defaults(node["defaults"]))
        links.substitutionVariables = variables(node)
        for entry in document.entries {
            if let details = details(entry) { links.details.append(details) }
        }
        let entries = node["details"]?.elements ?? []
        links.hasLegacyPaths =
            node["apps"]?.elements?.isEmpty == true
            && entries.contains { $0["paths"]?.elements != nil }
        if links.hasLegacyPaths { comparePaths(entries, with: links) }
        return links
    }

    private mutating func variables(_ node: JSONNode) -> [SubstitutionVariable] {
        for member in node["substitutionVariables"]?.members ?? [] {
            let values = member.value.elements ?? [member.value]
            for value in values where value.string?.containsVariable ?? true {
                warn(
                    "variable-value",
                    "a value of \(Diagnostic.quoted(member.key)) is no text without '$(', "
                        + "so it is left out", value.location)
            }
        }
        return document.variables.map { variable in
            SubstitutionVariable(
                name: variable.name, values: variable.values.filter { !$0.containsVariable })
        }
    }

    private func defaults(_ node: JSONNode?) -> Defaults {
        Defaults(
            caseSensitive: node?["caseSensitive"]?.booleanOfClient,
            percentEncoded: node?["percentEncoded"]?.booleanOfClient)
    }

    // MARK: Entries

    private mutating func details(_ entry: LinkEntry) -> Details? {
        findings += entry.doubts
        let appIDs = entry.appIDs.filter { seen.insert(AppIdentifier($0)).inserted }
        let node = node(of: entry)
        reportUnknown(
            in: node, known: ["appID", "appIDs", "components", "defaults", "paths"])
        guard !appIDs.isEmpty else { return nil }
        let defaults = defaults(node?["defaults"])
        let components = entry.rules?.compactMap { component($0, node?["defaults"]) }
        return Details(
            appIDs: appIDs, components: components ?? [Component(path: "*")], defaults: defaults)
    }

    private func node(of entry: LinkEntry) -> JSONNode? {
        let details = document.root[Service.appLinks.rawValue]?["details"]
        guard let index = entry.index else { return nil }
        return details?.elements?[index] ?? details?.members?[index].value
    }

    /// Patterns are taken from the merged reading; the flags only where the rule has its own.
    private mutating func component(_ rule: LinkRule, _ entryDefaults: JSONNode?) -> Component? {
        findings += rule.doubts
        guard rule.requiredEntitlement == nil else { return nil }
        var component = rule.effective
        let own = rule.source
        component.caseSensitive = own["caseSensitive"]?.booleanOfClient
        component.percentEncoded = own["percentEncoded"]?.booleanOfClient
        let inherited =
            entryDefaults?["caseSensitive"]
            ?? document.root[Service.appLinks.rawValue]?["defaults"]?["caseSensitive"]
        // An excluded path is compared with case whatever the defaults say.
        if own.string != nil, component.isExcluded, inherited?.booleanOfClient == false {
            component.caseSensitive = true
        }
        reportUnknown(
            in: own,
            known: ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"])
        if let comment = own["comment"], comment.string == nil {
            warn("comment", "a comment that is \(comment.kind) is left out", comment.location)
        }
        return component
    }

    /// Says where an entry's `paths` are not those that its components give.
    private mutating func comparePaths(_ nodes: [JSONNode], with links: AppLinks) {
        for node in nodes where node["components"]?.elements != nil {
            guard let paths = node["paths"]?.elements else { continue }
            let appIDs = node["appIDs"]?.elements?.compactMap(\.string) ?? []
            let appID = appIDs.first ?? node["appID"]?.string
            guard let entry = links.details.first(where: { $0.appIDs.contains(appID ?? "") })
            else { continue }
            let derived = entry.components.compactMap { links.legacyPath(of: $0, in: entry).text }
            if paths.map(\.string) != derived {
                warn(
                    "paths-differ", "'paths' differ from 'components', which are taken for both",
                    node.member("paths")?.location ?? node.location)
            }
        }
    }

    // MARK: Findings

    private mutating func reportUnknown(in node: JSONNode?, known: [String]) {
        for member in node?.members ?? [] where !known.contains(member.key) { unknown(member) }
    }

    private mutating func unknown(_ member: JSONNode.Member) {
        let isUnsupported = ["relativeOrder", "requiredEntitlement"].contains(member.key)
        warn(
            isUnsupported ? "unsupported-key" : "unknown-key",
            "key \(Diagnostic.quoted(member.key)) is "
                + (isUnsupported ? "undocumented" : "unknown here") + " and is left out",
            member.location)
    }

    private mutating func warn(_ id: String, _ message: String, _ location: Location) {
        findings.append(Diagnostic(.warning, "import-" + id, message, at: location))
    }
}
