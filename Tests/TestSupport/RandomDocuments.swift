import SiteAssociation

/// Documents and URLs made at random from a few pieces, so that they often meet.
package enum RandomDocuments {
    /// Apps with names that are short, not ones that a configuration takes.
    package static let shortNames = ["a", "b", "c", "d"]

    private static let patterns = [
        "*", "/", "/a", "/a/*", "/A/*", "/b/?", "/a b", "/$(v)/*", "/a/$(v)", "?*", "", "/b",
    ]
    private static let values = ["*", "", "1", "?*", "x", "X*", "$(v)"]
    private static let variableValues = [["v", "a*"], ["V"], ["b", "?", ""]]

    /// Returns a URL of the host `h.test` that the patterns often match.
    package static func url(_ random: inout SeededGenerator) -> String {
        let path = random.element(of: [
            "", "/", "/a", "/a/x", "/A/x", "/b/1", "/a%20b", "/v/x", "/b",
        ])
        let query = random.element(of: ["", "", "?q=1", "?q=x&r=1", "?r", "?q=1&q=2", "?1"])
        return "https://h.test" + path + query + random.element(of: ["", "", "#1", "#x"])
    }

    // MARK: Associations

    /// Returns an association in which each app has at most one entry.
    package static func association(
        _ random: inout SeededGenerator, of names: [String] = shortNames
    ) -> Association {
        var apps = names
        var details: [Details] = []
        while random.below(4) > 0, !apps.isEmpty {
            let own = (0...random.below(2)).compactMap { _ in apps.popLast() }
            let components = (0..<random.below(4)).map { _ in component(&random) }
            details.append(
                Details(appIDs: own, components: components, defaults: defaults(&random)))
        }
        let variables =
            random.below(2) == 0
            ? [] : [SubstitutionVariable(name: "v", values: random.element(of: variableValues))]
        return Association(
            appLinks: AppLinks(
                defaults: defaults(&random), details: details, substitutionVariables: variables),
            services: services(&random, of: names))
    }

    /// Some services other than `applinks`, in the order of their cases.
    private static func services(
        _ random: inout SeededGenerator, of names: [String]
    ) -> [ServiceApps] {
        var services: [ServiceApps] = []
        for service in Service.allCases where service != .appLinks && random.below(3) == 0 {
            let first = random.element(of: names)
            let others = names.filter { $0 != first && random.below(3) == 0 }
            services.append(ServiceApps(service, appIDs: [first] + others))
        }
        return services
    }

    /// Returns a component; now and then one without any pattern.
    package static func component(_ random: inout SeededGenerator) -> Component {
        Component(
            path: random.below(4) == 0 ? nil : random.element(of: patterns),
            query: query(&random),
            fragment: random.below(4) == 0 ? random.element(of: values) : nil,
            isExcluded: random.below(3) == 0, caseSensitive: flag(&random),
            percentEncoded: flag(&random), comment: random.below(9) == 0 ? "why" : nil)
    }

    private static func query(_ random: inout SeededGenerator) -> Query? {
        switch random.below(6) {
        case 0: .string(random.element(of: values))
        case 1: .items([QueryItem(name: "q", pattern: random.element(of: values))])
        case 2:
            .items([
                QueryItem(name: "q", pattern: random.element(of: values)),
                QueryItem(name: "r", pattern: random.element(of: values)),
            ])
        default: nil
        }
    }

    private static func flag(_ random: inout SeededGenerator) -> Bool? {
        random.element(of: [nil, nil, true, false])
    }

    private static func defaults(_ random: inout SeededGenerator) -> Defaults {
        Defaults(caseSensitive: flag(&random), percentEncoded: flag(&random))
    }

    // MARK: Documents with mistakes

    /// Returns a document of three apps, in which much has a wrong type or place.
    package static func wild(
        _ random: inout SeededGenerator, of names: [String] = shortNames
    ) -> JSONValue {
        let names = names.prefix(3).map { JSONValue.string($0) }
        let details = (0..<random.below(4)).map { _ in entry(&random, names) }
        return [
            "applinks": JSONValue(present: [
                "apps": random.element(of: [nil, [], [names[0], 1]]),
                "defaults": layer(&random),
                "substitutionVariables": random.element(of: [
                    nil, ["v": "v"], ["v": ["v", 1, "$(v)"]],
                ]),
                "details": random.element(of: [.array(details), .array(details), nil]),
            ])
        ]
    }

    /// Returns a document in the old form: `details` by app, with `paths`.
    package static func legacy(
        _ random: inout SeededGenerator, of names: [String] = shortNames
    ) -> JSONValue {
        let details = names.filter { _ in random.below(2) == 0 }.map { name in
            JSONValue.Member(name, ["paths": .array(paths(&random))])
        }
        return ["applinks": ["apps": [], "details": .object(details)]]
    }

    private static func paths(_ random: inout SeededGenerator) -> [JSONValue] {
        (0..<random.below(4)).map { _ in
            .string(random.element(of: ["", "", "NOT ", "not "]) + random.element(of: patterns))
        }
    }

    private static func entry(
        _ random: inout SeededGenerator, _ names: [JSONValue]
    ) -> JSONValue {
        let components = (0..<random.below(4)).map { _ in wildComponent(&random) }
        let paths = paths(&random)
        return JSONValue(present: [
            "appID": random.element(of: [names[0], names[1], 5, nil]),
            "appIDs": random.element(of: [nil, nil, .array(Array(names.dropFirst())), "x", []]),
            "defaults": layer(&random),
            "components": random.element(of: [.array(components), .array(components), nil, "x"]),
            "paths": random.element(of: [.array(paths), .array(paths + [7]), nil]),
        ])
    }

    private static func layer(_ random: inout SeededGenerator) -> JSONValue? {
        random.below(2) == 0 ? nil : wildComponent(&random)
    }

    private static func wildComponent(_ random: inout SeededGenerator) -> JSONValue {
        if random.below(12) == 0 { return random.element(of: ["/a", 3, [], nil]) }
        let wrong: [JSONValue?] = [nil, nil, nil, nil, true, false, "no", "YES", 0, .null, []]
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(.init(key, value)) }
        }
        add("/", random.element(of: [nil, .string(random.element(of: patterns)), 5]))
        add("?", random.element(of: [nil, nil, "1", ["q": "?*"], ["q": "1", "r": 2], [1]]))
        add("#", random.element(of: [nil, nil, nil, "1", .null]))
        for key in ["exclude", "caseSensitive", "percentEncoded"] {
            add(key, random.element(of: wrong))
        }
        add("requiredEntitlement", random.below(20) == 0 ? "x" : nil)
        return .object(members)
    }
}
