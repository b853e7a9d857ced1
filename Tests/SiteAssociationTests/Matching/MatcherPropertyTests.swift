import Diagnostics
import SiteAssociation
import TestSupport
import Testing

struct `Matcher against the reference` {
    static let variables = [
        SubstitutionVariable(name: "v", values: ["a", "ab", "", "b/"]),
        SubstitutionVariable(name: "w", values: ["a*b", "?", "bb"]),
        SubstitutionVariable(name: "none", values: []),
    ]
    static let table = Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0.values) })
    static let pieces = [
        "a", "b", "/", "*", "?", "a", "b", "/", "*", "$(v)", "$(w)", "$(none)", "$(x)", "$", "$(",
    ]

    private func verdict(_ component: Component, _ url: String) throws -> Bool {
        let association = Association(
            appLinks: AppLinks(
                details: [Details(appIDs: ["app"], components: [component])],
                substitutionVariables: Self.variables))
        return LinkMatcher(association).verdict(for: try LinkURL(url), appID: "app") == .match
    }

    private func text(_ random: inout SeededGenerator, of pieces: [String], upTo: Int) -> String {
        (0..<random.below(upTo)).map { _ in random.element(of: pieces) }.joined()
    }

    @Test func `agrees on random paths`() throws {
        var random = SeededGenerator(seed: 3)
        var matches = 0
        for _ in 0..<4000 {
            let pattern = text(&random, of: Self.pieces, upTo: 7)
            let path = "/" + text(&random, of: ["a", "b", "/", "*"], upTo: 7)
            let expected = ReferenceMatcher.matches(path: pattern, path, Self.table)
            let found = try verdict(Component(path: pattern), "https://h.test" + path)
            #expect(found == expected, "pattern \(pattern), path \(path)")
            matches += found ? 1 : 0
        }
        #expect(matches > 300)
    }

    @Test func `agrees on random fragments and query values`() throws {
        var random = SeededGenerator(seed: 4)
        var matches = 0
        for _ in 0..<4000 {
            let pattern = text(&random, of: Self.pieces, upTo: 7)
            let value = text(&random, of: ["a", "b", "/"], upTo: 7)
            let expected = ReferenceMatcher.matches(pattern[...], value[...], Self.table)
            let components = [
                (Component(fragment: pattern), "#" + value),
                (Component(query: .string(pattern)), "?" + value),
                (Component(query: .items([QueryItem(name: "q", pattern: pattern)])), "?q=" + value),
            ]
            for (component, tail) in components {
                let found = try verdict(component, "https://h.test/" + tail)
                #expect(found == expected, "pattern \(pattern), value \(value)")
            }
            matches += expected ? 1 : 0
        }
        #expect(matches > 300)
    }

    @Test func `agrees on letter case`() throws {
        var random = SeededGenerator(seed: 5)
        let pieces = ["a", "A", "b", "B", "*", "?", "$(v)"]
        let folded = Self.table.mapValues { $0.map { $0.lowercased() } }
        for _ in 0..<2000 {
            let pattern = text(&random, of: pieces, upTo: 6)
            let value = text(&random, of: ["a", "A", "b", "B"], upTo: 6)
            for isCaseSensitive in [true, false] {
                let component = Component(fragment: pattern, caseSensitive: isCaseSensitive)
                let expected =
                    isCaseSensitive
                    ? ReferenceMatcher.matches(pattern[...], value[...], Self.table)
                    : ReferenceMatcher.matches(
                        pattern.lowercased()[...], value.lowercased()[...], folded)
                let found = try verdict(component, "https://h.test/#" + value)
                #expect(found == expected, "pattern \(pattern), value \(value)")
            }
        }
    }
}

struct `Matcher under attack` {
    static let long = String(repeating: "a", count: 20_000)

    private func decision(
        _ component: Component, _ url: String, variables: [SubstitutionVariable] = []
    ) throws -> AppDecision {
        let association = Association(
            appLinks: AppLinks(
                details: [Details(appIDs: ["app"], components: [component])],
                substitutionVariables: variables))
        return LinkMatcher(association).decision(for: try LinkURL(url), appID: "app")
    }

    @Test(arguments: [
        "*a*a*a*a*b", "*a?a*?a*a?b", "*$(many)*$(many)*$(many)*b", "$(many)$(many)$(many)b",
        "*$(stars)$(stars)*b", "*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
    ])
    func `gives up on no pattern, however often its beginning fits`(_ pattern: String) throws {
        let variables = [
            SubstitutionVariable(
                name: "many", values: (1...20).map { String(repeating: "a", count: $0) }),
            SubstitutionVariable(name: "stars", values: ["*a*", "a*a", "?*"]),
        ]
        let url = "https://h.test/" + Self.long
        for component in [Component(path: pattern), Component(query: .string(pattern))] {
            let missed = try decision(component, url + "?" + Self.long, variables: variables)
            #expect(missed.verdict == .none)
            let matched = try decision(
                component, url + "b?" + Self.long + "b", variables: variables)
            #expect(matched.verdict == (pattern.hasPrefix("$") ? .none : .match))
        }
    }

    @Test func `takes 64 wildcard steps and refuses the 65th with a warning`() throws {
        let stars = { String(repeating: "*a", count: $0) }
        let url = "https://h.test/#" + String(repeating: "a", count: 100)
        let most = try decision(Component(fragment: stars(64)), url)
        #expect(most.verdict == .match)
        #expect(most.warnings.isEmpty)
        let beyond = try decision(Component(fragment: stars(65)), url)
        #expect(beyond.verdict == .none)
        #expect(beyond.warnings.map(\.id) == ["match-too-complex"])
        let values = SubstitutionVariable(name: "v", values: ["*" + stars(32)])
        let nested = try decision(
            Component(fragment: stars(31) + "$(v)"), url, variables: [values])
        #expect(nested.warnings.map(\.id) == ["match-too-complex"])
    }

    @Test func `refuses a URL above the length limit`() {
        let url = "https://h.test/" + String(repeating: "a", count: LinkURL.lengthLimitBytes)
        #expect(throws: Diagnostic.self) { try LinkURL(url) }
    }
}
