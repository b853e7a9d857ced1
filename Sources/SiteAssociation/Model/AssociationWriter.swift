extension Association {
    /// The largest document that Apple's client reads, in bytes before compression.
    package static let sizeLimitBytes = 131_072
    /// The size above which a warning is due, in bytes.
    package static let sizeWarningBytes = 100_000

    /// Returns the document's bytes: UTF-8 without BOM, compact, keys in a fixed order.
    ///
    /// Equal documents give equal bytes. The services stand in the order of ``Service``'s
    /// cases, and one that no app uses has no key. The order inside `applinks` is `apps`
    /// (legacy form only), `defaults`, `substitutionVariables`, `details`; inside an entry
    /// `appIDs` (legacy form: `appID`, `paths`), `defaults`, `components`; inside a component
    /// `/`, `?`, `#`, `exclude`, `caseSensitive`, `percentEncoded`, `comment`. An empty list
    /// of components is written, since it means that the apps claim nothing; without the key
    /// they would claim everything.
    package func encoded() -> [UInt8] {
        json.encoded()
    }

    /// The document as a JSON value, in the order that ``encoded()`` writes.
    package var json: JSONValue {
        .object(Service.allCases.compactMap(member))
    }

    private func member(for service: Service) -> JSONValue.Member? {
        if service == .appLinks {
            return appLinks.map { .init(service.rawValue, $0.json) }
        }
        var appIDs: [String] = []
        for entry in services where entry.service == service {
            appIDs += entry.appIDs.filter { !appIDs.contains($0) }
        }
        guard !appIDs.isEmpty else { return nil }
        return .init(service.rawValue, ["apps": JSONValue(appIDs)])
    }
}

extension AppLinks {
    fileprivate var json: JSONValue {
        JSONValue(present: [
            "apps": hasLegacyPaths ? [] : nil,
            "defaults": defaults.json,
            "substitutionVariables": variables,
            "details": .array(details.flatMap(entries)),
        ])
    }

    private var variables: JSONValue? {
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        for variable in substitutionVariables where names.insert(variable.name).inserted {
            members.append(.init(variable.name, JSONValue(variable.values)))
        }
        return members.isEmpty ? nil : .object(members)
    }

    /// One entry for all apps, or in the legacy form one for each, so that both formats of an
    /// app stand in the same entry: of two entries for an app the client keeps only the first.
    private func entries(for entry: Details) -> [JSONValue] {
        let components = JSONValue.array(entry.components.map(\.json))
        guard hasLegacyPaths else {
            return [
                JSONValue(present: [
                    "appIDs": JSONValue(entry.appIDs),
                    "defaults": entry.defaults.json,
                    "components": components,
                ])
            ]
        }
        let paths = entry.components.compactMap { legacyPath(of: $0, in: entry).text }
        return entry.appIDs.map { appID in
            JSONValue(present: [
                "appID": .string(appID),
                "paths": JSONValue(paths),
                "defaults": entry.defaults.json,
                "components": components,
            ])
        }
    }
}

extension Defaults {
    fileprivate var json: JSONValue? {
        guard !isEmpty else { return nil }
        return JSONValue(present: [
            "caseSensitive": caseSensitive.map(JSONValue.bool),
            "percentEncoded": percentEncoded.map(JSONValue.bool),
        ])
    }
}

extension Component {
    /// The component as it is written.
    package var json: JSONValue {
        JSONValue(present: [
            "/": path.map(JSONValue.string),
            "?": query?.json,
            "#": fragment.map(JSONValue.string),
            "exclude": isExcluded ? true : nil,
            "caseSensitive": caseSensitive.map(JSONValue.bool),
            "percentEncoded": percentEncoded.map(JSONValue.bool),
            "comment": comment.map(JSONValue.string),
        ])
    }
}

extension Query {
    fileprivate var json: JSONValue {
        switch self {
        case .string(let pattern):
            return .string(pattern)
        case .items(let items):
            var names: Set<String> = []
            return .object(
                items.filter { names.insert($0.name).inserted }
                    .map { .init($0.name, .string($0.pattern)) })
        }
    }
}
