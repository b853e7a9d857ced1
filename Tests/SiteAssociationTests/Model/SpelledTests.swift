import SiteAssociation
import Testing

/// The two ways to write é in Unicode.
private let composed = "caf\u{E9}"
private let decomposed = "cafe\u{301}"

/// Two values of a document that differ in nothing but how a text is written.
private struct Pair: CustomTestStringConvertible {
    let testDescription: String
    let values: [Association]

    init(_ name: String, _ make: (String) -> Component) {
        testDescription = name
        values = [composed, decomposed].map { text in
            Association(
                appLinks: AppLinks(details: [Details(appIDs: [], components: [make(text)])]))
        }
    }

    init(_ name: String, document make: (String) -> Association) {
        testDescription = name
        values = [composed, decomposed].map(make)
    }
}

struct `The texts of a document` {
    @Test(arguments: [
        Pair("path") { Component(path: $0) },
        Pair("fragment") { Component(fragment: $0) },
        Pair("comment") { Component(comment: $0) },
        Pair("query") { Component(query: .string($0)) },
        Pair("name of a query item") {
            Component(query: .items([QueryItem(name: $0, pattern: "*")]))
        },
        Pair("pattern of a query item") {
            Component(query: .items([QueryItem(name: "a", pattern: $0)]))
        },
        Pair(
            "app of links",
            document: {
                Association(appLinks: AppLinks(details: [Details(appIDs: [$0], components: [])]))
            }),
        Pair(
            "app of a service",
            document: { Association(services: [ServiceApps(.webCredentials, appIDs: [$0])]) }),
        Pair(
            "name of a variable",
            document: {
                Association(
                    appLinks: AppLinks(
                        substitutionVariables: [SubstitutionVariable(name: $0, values: [])]))
            }),
        Pair(
            "value of a variable",
            document: {
                Association(
                    appLinks: AppLinks(
                        substitutionVariables: [SubstitutionVariable(name: "a", values: [$0])]))
            }),
    ]) fileprivate func `make it another one when their bytes differ`(_ pair: Pair) {
        #expect(composed == decomposed)
        #expect(pair.values[0] != pair.values[1])
        #expect(pair.values[0] == pair.values[0])
        #expect(Set(pair.values).count == 2)
    }
}
