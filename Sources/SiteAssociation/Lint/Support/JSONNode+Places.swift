extension JSONNode {
    /// The objects of `details`, in either form.
    var allEntries: [JSONNode] {
        let details = self["applinks"]?["details"]
        let nodes = details?.elements ?? details?.members?.map(\.value) ?? []
        return nodes.filter { $0.members != nil }
    }

    /// The objects among all `components`.
    var allComponents: [JSONNode] {
        allEntries.flatMap { $0["components"]?.elements ?? [] }.filter { $0.members != nil }
    }

    /// The `defaults` objects.
    var allDefaults: [JSONNode] {
        ([self["applinks"]] + allEntries).compactMap { $0?["defaults"] }
    }

    /// Every object that may carry settings of rules.
    var allSettings: [JSONNode] { allDefaults + allComponents }
}
