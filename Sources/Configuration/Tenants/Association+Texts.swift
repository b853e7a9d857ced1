import SiteAssociation

/// Makes another document of one by changing its texts.
///
/// A text that is left out takes with it what needs it: an identifier, a whole rule, a value of
/// a variable, but only the comment of a rule. An entry without identifiers goes as a whole.
struct TextChange {
    let change: (String) -> String?

    init(_ change: @escaping (String) -> String?) { self.change = change }

    func applied(to document: Association) -> Association {
        var changed = document
        changed.appLinks?.details = (document.appLinks?.details ?? []).compactMap { entry in
            var entry = entry
            entry.appIDs = entry.appIDs.compactMap(change)
            entry.components = entry.components.compactMap(applied)
            return entry.appIDs.isEmpty ? nil : entry
        }
        for index in changed.appLinks?.substitutionVariables.indices ?? 0..<0 {
            let values = changed.appLinks?.substitutionVariables[index].values ?? []
            changed.appLinks?.substitutionVariables[index].values = values.compactMap(change)
        }
        changed.services = document.services.compactMap { list in
            let appIDs = list.appIDs.compactMap(change)
            return appIDs.isEmpty ? nil : ServiceApps(list.service, appIDs: appIDs)
        }
        return changed
    }

    func applied(to component: Component) -> Component? {
        var changed = component
        if let path = component.path {
            guard let text = change(path) else { return nil }
            changed.path = text
        }
        if let fragment = component.fragment {
            guard let text = change(fragment) else { return nil }
            changed.fragment = text
        }
        switch component.query {
        case nil: break
        case .string(let text):
            guard let text = change(text) else { return nil }
            changed.query = .string(text)
        case .items(let items):
            var texts: [QueryItem] = []
            for item in items {
                guard let text = change(item.pattern) else { return nil }
                texts.append(QueryItem(name: item.name, pattern: text))
            }
            changed.query = .items(texts)
        }
        changed.comment = component.comment.flatMap(change)
        return changed
    }
}
