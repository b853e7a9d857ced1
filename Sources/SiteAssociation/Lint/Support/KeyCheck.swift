/// The objects of a file whose keys are fixed, and which of their keys are not among them.
struct KeyCheck {
    /// One object.
    struct Object {
        var node: JSONNode
        /// How a message names it.
        var name: String
        var known: [String]

        /// The members with other keys.
        var unknown: [JSONNode.Member] {
            (node.members ?? []).filter { !known.contains($0.key) }
        }

        /// Returns where a key belongs that another object has, or `nil`.
        func place(of key: String) -> String? {
            switch key {
            case "appID", "appIDs", "paths", "components": "in an entry of 'details'"
            case "details", "substitutionVariables": "in 'applinks'"
            case "/", "#", "?", "exclude": "in a component"
            default: Service(rawValue: key) == nil ? nil : "at the top of the document"
            }
        }
    }

    static let component = [
        "/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded",
        "requiredEntitlement",
    ]
    private static let entry = [
        "appID", "appIDs", "paths", "components", "defaults", "relativeOrder", "comment",
    ]
    private static let links = ["apps", "details", "defaults", "substitutionVariables"]

    static func objects(in root: JSONNode) -> [Object] {
        var objects = [
            Object(node: root, name: "the document", known: Service.allCases.map(\.rawValue))
        ]
        for service in Service.allCases where service != .appLinks {
            guard let node = root[service.rawValue] else { continue }
            // `details` under a service has a rule of its own.
            objects.append(
                Object(node: node, name: "'\(service.rawValue)'", known: ["apps", "details"]))
        }
        if let node = root["applinks"] {
            objects.append(Object(node: node, name: "'applinks'", known: links))
        }
        objects += root.allEntries.map {
            Object(node: $0, name: "an entry of 'details'", known: entry)
        }
        objects += root.allComponents.map {
            Object(node: $0, name: "a component", known: component)
        }
        objects += root.allDefaults.map {
            Object(node: $0, name: "'defaults'", known: component)
        }
        return objects
    }
}
