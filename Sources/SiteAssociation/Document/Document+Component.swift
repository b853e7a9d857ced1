extension Document {
    /// The app of a document that is made for components alone.
    package static let componentAppID = "component"

    /// Creates the document around components that stand alone, for one app.
    ///
    /// - Parameters:
    ///   - components: One dictionary of `components`, or a list of them.
    ///   - appID: The app that they are for.
    ///   - variables: The `substitutionVariables`, or `nil` for none.
    ///   - defaults: The `defaults`, or `nil` for none.
    package init(
        components: JSONNode, appID: String = Document.componentAppID,
        variables: JSONNode? = nil, defaults: JSONNode? = nil
    ) {
        let place = components.location
        func object(_ members: [(String, JSONNode?)]) -> JSONNode {
            JSONNode(
                content: .object(
                    members.compactMap { key, value in
                        value.map { .init(key: key, location: $0.location, value: $0) }
                    }), location: place)
        }
        func array(_ elements: [JSONNode]) -> JSONNode {
            JSONNode(content: .array(elements), location: place)
        }
        let list = components.elements == nil ? array([components]) : components
        let app = JSONNode(content: .string(appID), location: place)
        let links = object([
            ("defaults", defaults), ("substitutionVariables", variables),
            ("details", array([object([("appIDs", array([app])), ("components", list)])])),
        ])
        self.init(object([(Service.appLinks.rawValue, links)]))
    }
}
