import Diagnostics

/// Reads `applinks` as Apple's client does, and remarks where that is surprising.
struct LinkReader {
    private let links: JSONNode?
    private let defaults: SettingLayers
    private var seen: [AppIdentifier: Location] = [:]

    init(_ root: JSONNode) {
        links = root[Service.appLinks.rawValue]
        defaults = SettingLayers().overlaid(by: links?["defaults"])
    }

    /// The variables; a text alone counts as a list of one, and what is no text is skipped.
    var variables: [SubstitutionVariable] {
        (links?["substitutionVariables"]?.members ?? []).compactMap { member in
            if let text = member.value.string {
                return SubstitutionVariable(name: member.key, values: [text])
            }
            return member.value.elements.map {
                SubstitutionVariable(name: member.key, values: $0.compactMap(\.string))
            }
        }
    }

    mutating func entries() -> [LinkEntry] {
        guard let links, let details = links["details"] else { return appsWithoutDetails() }
        switch details.content {
        case .array(let elements):
            return elements.enumerated().compactMap { index, node in
                guard node.members != nil else { return nil }
                let pointer = "applinks.details[\(index)]"
                return entry(node, index: index, pointer: pointer, appIDs: appIDs(of: node))
            }
        case .object(let members):
            return members.enumerated().compactMap { index, member in
                guard member.value.members != nil else { return nil }
                let pointer = "applinks.details." + member.key
                return entry(member.value, index: index, pointer: pointer, appIDs: [member.key])
            }
        default:
            return []
        }
    }

    /// Without `details`, `apps` counts as it does in the other services: no patterns.
    private mutating func appsWithoutDetails() -> [LinkEntry] {
        guard let apps = links?.member("apps"), let elements = apps.value.elements else {
            return []
        }
        let appIDs = elements.compactMap(\.string)
        guard !appIDs.isEmpty else { return [] }
        let doubt = Doubt.appsWithoutDetails.finding(at: apps.location)
        return [
            LinkEntry(
                index: nil, pointer: "applinks.apps", appIDs: appIDs, rules: nil,
                location: apps.location, doubts: [doubt])
        ]
    }

    /// An array `appIDs` hides `appID`.
    private func appIDs(of node: JSONNode) -> [String] {
        if let elements = node["appIDs"]?.elements { return elements.compactMap(\.string) }
        return node["appID"]?.string.map { [$0] } ?? []
    }

    private mutating func entry(
        _ node: JSONNode, index: Int, pointer: String, appIDs: [String]
    ) -> LinkEntry {
        var doubts: [Diagnostic] = []
        var hidden: String?
        if node["appIDs"]?.elements != nil, let single = node.member("appID") {
            doubts.append(Doubt.appIDWithAppIDs.finding(at: single.location))
            hidden = single.value.string
        }
        for appID in appIDs {
            let app = AppIdentifier(appID)
            if let first = seen[app] {
                doubts.append(Doubt.sameAppTwice(appID).finding(at: node.location, first: first))
            } else {
                seen[app] = node.location
            }
        }
        return LinkEntry(
            index: index, pointer: pointer, appIDs: appIDs, hiddenAppID: hidden,
            rules: rules(of: node, pointer), location: node.location, doubts: doubts)
    }

    /// An array `components` hides `paths`; with neither, the apps get every URL.
    private func rules(of node: JSONNode, _ pointer: String) -> [LinkRule]? {
        let settings = defaults.overlaid(by: node["defaults"])
        if let components = node["components"]?.elements {
            return components.enumerated().map { index, node in
                RuleReader(node, index: index, pointer: pointer + ".components[\(index)]")
                    .component(settings)
            }
        }
        return node["paths"]?.elements?.enumerated().map { index, node in
            RuleReader(node, index: index, pointer: pointer + ".paths[\(index)]").path(settings)
        }
    }
}

/// The keys of a component and its defaults, the nearest definition of each.
struct SettingLayers {
    private var nodes: [String: JSONNode] = [:]

    subscript(key: String) -> JSONNode? {
        get { nodes[key] }
        set { nodes[key] = newValue }
    }

    /// Returns the settings with those of a nearer object on top, key by key.
    func overlaid(by node: JSONNode?) -> SettingLayers {
        var layers = self
        for member in node?.members ?? [] { layers.nodes[member.key] = member.value }
        return layers
    }
}
