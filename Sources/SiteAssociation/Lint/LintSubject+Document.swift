import Diagnostics

extension LintSubject {
    /// Creates the subject of a file.
    ///
    /// - Parameters:
    ///   - document: What was read from the file.
    ///   - sizeBytes: The file's size.
    package init(_ document: Document, sizeBytes: Int) {
        let links = document.root[Service.appLinks.rawValue]
        let entries = document.entries.map { entry in
            let node = Self.node(of: entry, in: links?["details"])
            return Entry(
                apps: Self.apps(of: entry, links: links, node: node),
                rules: entry.rules?.map { Self.rule($0, isLegacy: node?["components"] == nil) },
                location: node?.location ?? entry.location, node: node)
        }
        var budget = ProofBudget()
        self.init(
            root: document.root, sizeBytes: sizeBytes, location: document.root.location,
            entries: entries, services: Self.services(document.root),
            variables: Self.variables(links, document.variables), budget: &budget)
    }

    private static func node(of entry: LinkEntry, in details: JSONNode?) -> JSONNode? {
        guard let index = entry.index else { return nil }
        return details?.elements?[index] ?? details?.members?[index].value
    }

    private static func apps(of entry: LinkEntry, links: JSONNode?, node: JSONNode?) -> [App] {
        guard let index = entry.index else { return strings(links?["apps"]) }
        if let members = links?["details"]?.members {
            return [App(id: members[index].key, location: members[index].location)]
        }
        if let list = node?["appIDs"], list.elements != nil { return strings(list) }
        return node?["appID"].map { strings($0) } ?? []
    }

    private static func strings(_ node: JSONNode?) -> [App] {
        let nodes = node?.elements ?? node.map { [$0] } ?? []
        return nodes.compactMap { node in node.string.map { App(id: $0, location: node.location) } }
    }

    private static func services(_ root: JSONNode) -> [ServiceList] {
        Service.allCases.filter { $0 != .appLinks }.compactMap { service in
            root.member(service.rawValue).map { member in
                let list = member.value["apps"]
                return ServiceList(
                    service: service, apps: list?.elements == nil ? [] : strings(list),
                    location: member.location)
            }
        }
    }

    private static func variables(
        _ links: JSONNode?, _ variables: [SubstitutionVariable]
    ) -> [Variable] {
        let members = links?["substitutionVariables"]?.members ?? []
        return variables.map { variable in
            Variable(
                name: variable.name, values: variable.values,
                location: members.first { $0.key == variable.name }?.location)
        }
    }

    // MARK: Rules

    private static func rule(_ rule: LinkRule, isLegacy: Bool) -> Rule {
        let isReadable = isLegacy ? rule.source.string != nil : rule.source.members != nil
        return Rule(
            component: rule.effective,
            patterns: isReadable ? patterns(rule, isLegacy: isLegacy) : [], isLegacy: isLegacy,
            isOutsideReasoning: !isReadable || rule.requiredEntitlement != nil,
            location: rule.source.location)
    }

    private static func patterns(_ rule: LinkRule, isLegacy: Bool) -> [PatternText] {
        let node = rule.source
        if isLegacy {
            let text = rule.effective.path ?? ""
            return [PatternText(part: .path, text: text, location: node.location)]
        }
        var patterns: [PatternText] = []
        for member in node.members ?? [] {
            let place = member.value.location
            switch (member.key, member.value.content) {
            case ("/", .string(let text)):
                patterns.append(PatternText(part: .path, text: text, location: place))
            case ("#", .string(let text)):
                patterns.append(PatternText(part: .fragment, text: text, location: place))
            case ("?", .string(let text)):
                patterns.append(PatternText(part: .query, text: text, location: place))
            case ("?", .object(let items)):
                patterns += items.compactMap { item in
                    item.value.string.map {
                        PatternText(
                            part: .queryItem(item.key), text: $0, location: item.value.location)
                    }
                }
            default: break
            }
        }
        return patterns
    }
}
