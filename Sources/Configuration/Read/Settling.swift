import SiteAssociation

extension Configuration {
    /// Makes the documents and environments anew, so that none of their memory is what a load
    /// allocated.
    ///
    /// What a load needs for a while lies between what stays of it, and both would keep the
    /// same pages in use; the copies lie together, on the arena of the thread that makes them.
    ///
    /// - Returns: An equal configuration.
    /// - Complexity: O(bytes of all documents).
    package func settled() -> Configuration {
        var settling = Settling()
        var settled = self
        settled.documents = documents.mapWhole { settling.document($0) }
        settled.environments = environments.map { settling.environment($0) }
        return settled
    }
}

/// Makes values anew; equal texts and equal long lists become one.
struct Settling {
    /// Texts up to this size stand in the string itself.
    private static let smallTextBytes = 15
    /// Lists up to this size are made once for each document.
    private static let shortListCount = 16

    private var texts: [Spelled<String>: String] = [:]
    private var components: [[Component]: [Component]] = [:]
    private var sources: [[RuleSource]: [RuleSource]] = [:]

    mutating func text(_ text: String) -> String {
        guard text.utf8.count > Self.smallTextBytes else { return text }
        if let known = texts[Spelled(wrappedValue: text)] { return known }
        let own = String(decoding: Array(text.utf8), as: UTF8.self)
        texts[Spelled(wrappedValue: own)] = own
        return own
    }

    private mutating func text(_ text: String?) -> String? {
        guard let text else { return nil }
        return self.text(text) as String
    }

    private mutating func texts(_ texts: [String]) -> [String] { texts.map { text($0) } }

    // MARK: Documents

    mutating func document(_ document: Association) -> Association {
        var own = document
        own.services = document.services.map { ServiceApps($0.service, appIDs: texts($0.appIDs)) }
        guard let links = document.appLinks else { return own }
        own.appLinks = AppLinks(
            defaults: links.defaults, details: links.details.map { details($0) },
            substitutionVariables: links.substitutionVariables.map {
                SubstitutionVariable(name: text($0.name), values: texts($0.values))
            }, hasLegacyPaths: links.hasLegacyPaths)
        return own
    }

    private mutating func details(_ details: Details) -> Details {
        Details(
            appIDs: texts(details.appIDs), components: components(details.components),
            defaults: details.defaults)
    }

    /// Apps of many environments share their rules, which may be many.
    private mutating func components(_ list: [Component]) -> [Component] {
        guard list.count > Self.shortListCount else { return list.map { component($0) } }
        if let known = components[list] { return known }
        let own = list.map { component($0) }
        components[own] = own
        return own
    }

    private mutating func component(_ component: Component) -> Component {
        var own = component
        own.path = text(component.path)
        own.fragment = text(component.fragment)
        own.comment = text(component.comment)
        switch component.query {
        case nil: break
        case .string(let pattern): own.query = .string(text(pattern))
        case .items(let items):
            own.query = .items(
                items.map { QueryItem(name: text($0.name), pattern: text($0.pattern)) })
        }
        return own
    }

    // MARK: Environments

    mutating func environment(_ environment: EnvironmentConfiguration) -> EnvironmentConfiguration {
        var own = environment
        own.name = text(environment.name)
        own.cacheControl = text(environment.cacheControl)
        own.apps = environment.apps.map { app in
            ListedApp(
                name: text(app.name), id: text(app.id), rules: sources(app.rules),
                location: app.location)
        }
        return own
    }

    private mutating func sources(_ list: [RuleSource]) -> [RuleSource] {
        guard list.count > Self.shortListCount else { return list.map { source($0) } }
        if let known = sources[list] { return known }
        let own = list.map { source($0) }
        sources[own] = own
        return own
    }

    private mutating func source(_ source: RuleSource) -> RuleSource {
        RuleSource(list: text(source.list), location: source.location)
    }
}
