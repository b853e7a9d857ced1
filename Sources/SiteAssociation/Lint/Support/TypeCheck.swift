import Diagnostics

/// Finds values of wrong types, and what Apple's client makes of each.
struct TypeCheck {
    /// One such value.
    struct Mistake {
        /// What is wrong, such as `'appIDs'`.
        var what: String
        var kind: String
        var effect: String
        var expected: String
        var location: Location
        /// Whether the client makes of it what is meant.
        var isHarmless = false
    }

    private var found: [Mistake] = []

    static func mistakes(in root: JSONNode) -> [Mistake] {
        var check = TypeCheck()
        check.root(root)
        return check.found
    }

    /// Whether a value of `details` is one entry rather than a dictionary of them.
    static func isEntry(_ node: JSONNode) -> Bool {
        ["appID", "appIDs", "components", "paths"].contains { node[$0] != nil }
    }

    private mutating func add(
        _ key: String, _ node: JSONNode, _ effect: String, expected: String
    ) {
        found.append(
            Mistake(
                what: quoted(key), kind: node.kind, effect: effect, expected: expected,
                location: node.location))
    }

    private mutating func root(_ root: JSONNode) {
        guard root.members != nil else {
            found.append(
                Mistake(
                    what: "the document", kind: root.kind, effect: "it is no association",
                    expected: "an object", location: root.location))
            return
        }
        for service in Service.allCases {
            guard let node = root[service.rawValue] else { continue }
            guard node.members != nil else {
                add(service.rawValue, node, "the service is ignored", expected: "an object")
                continue
            }
            if service == .appLinks { links(node) } else { strings("apps", node["apps"]) }
        }
    }

    /// Checks a list of app identifiers.
    private mutating func strings(_ key: String, _ list: JSONNode?) {
        guard let list else { return }
        guard let elements = list.elements else {
            add(key, list, "it is ignored", expected: "an array of strings")
            return
        }
        for element in elements where element.string == nil {
            add("\(key)[]", element, "it is skipped", expected: "a string")
        }
    }

    private mutating func links(_ links: JSONNode) {
        if links["details"] == nil { strings("apps", links["apps"]) }
        if object("defaults", links["defaults"]) { links["defaults"].map { settings($0) } }
        variables(links["substitutionVariables"])
        guard let details = links["details"] else { return }
        if let elements = details.elements {
            for element in elements { entry("details[]", element) }
        } else if Self.isEntry(details) {
            add("details", details, "it holds no entry", expected: "an array of objects")
        } else if let members = details.members {
            for member in members { entry("details." + member.key, member.value, isNamed: true) }
        } else {
            add("details", details, "it holds no entry", expected: "an array of objects")
        }
    }

    private mutating func variables(_ node: JSONNode?) {
        guard object("substitutionVariables", node) else { return }
        for member in node?.members ?? [] {
            if member.value.string != nil {
                add(
                    member.key, member.value, "it counts as an array of one",
                    expected: "an array of strings")
                found[found.count - 1].isHarmless = true
                continue
            }
            guard let elements = member.value.elements else {
                add(member.key, member.value, "it is ignored", expected: "an array of strings")
                continue
            }
            for element in elements where element.string == nil {
                add(member.key + "[]", element, "it is skipped", expected: "a string")
            }
        }
    }

    private mutating func object(_ key: String, _ node: JSONNode?) -> Bool {
        guard let node else { return false }
        if node.members == nil { add(key, node, "it is ignored", expected: "an object") }
        return node.members != nil
    }

    // MARK: Entries

    private mutating func entry(_ key: String, _ node: JSONNode, isNamed: Bool = false) {
        guard node.members != nil else {
            add(key, node, "the entry is ignored", expected: "an object")
            return
        }
        if object("defaults", node["defaults"]) { node["defaults"].map { settings($0) } }
        if !isNamed { apps(node) }
        if let components = node["components"] {
            guard let elements = components.elements else {
                let effect = node["paths"] == nil ? "the app gets every URL" : "'paths' counts"
                add("components", components, effect, expected: "an array of objects")
                return
            }
            for element in elements { component(element) }
        } else if let paths = node["paths"] {
            guard let elements = paths.elements else {
                add("paths", paths, "the app gets every URL", expected: "an array of strings")
                return
            }
            for element in elements where element.string == nil {
                add("paths[]", element, "it matches every URL", expected: "a string")
            }
        }
    }

    private mutating func apps(_ node: JSONNode) {
        if let list = node["appIDs"] {
            guard list.elements == nil else {
                strings("appIDs", list)
                return
            }
            let effect = node["appID"] == nil ? "the entry is ignored" : "'appID' counts"
            add("appIDs", list, effect, expected: "an array of strings")
        }
        if let single = node["appID"], single.string == nil {
            add("appID", single, "the entry is ignored", expected: "a string")
        }
    }

    private mutating func component(_ node: JSONNode) {
        guard node.members != nil else {
            add("components[]", node, "it matches every URL", expected: "an object")
            return
        }
        settings(node)
    }

    private mutating func settings(_ node: JSONNode) {
        for key in ["/", "#"] {
            guard let value = node[key], value.string == nil else { continue }
            add(key, value, "it constrains nothing", expected: "a string")
        }
        if let value = node["?"], value.string == nil, value.members == nil {
            add(
                "?", value, "it constrains nothing",
                expected: "a string, or an object of names and patterns")
        }
        for key in ["exclude", "caseSensitive", "percentEncoded"] {
            guard let value = node[key] else { continue }
            switch value.content {
            case .null, .array, .object:
                add(key, value, "it counts as false", expected: "true or false")
            case .bool, .number, .string: break
            }
        }
    }
}
