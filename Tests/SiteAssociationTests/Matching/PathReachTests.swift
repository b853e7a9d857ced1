import Testing

@testable import SiteAssociation

/// A pattern, and whether it matches any path that begins with `/pay/`.
struct ReachCase: Sendable, CustomTestStringConvertible {
    let pattern: String
    let isReached: Bool
    var isFolded = false
    var testDescription: String { pattern + (isFolded ? " in any case" : "") }
}

struct `What a pattern reaches` {
    static let cases = [
        ReachCase(pattern: "*", isReached: true),
        ReachCase(pattern: "/*", isReached: true),
        ReachCase(pattern: "*/x", isReached: true),
        ReachCase(pattern: "/p*z", isReached: true),
        ReachCase(pattern: "/pay/x", isReached: true),
        ReachCase(pattern: "/pay", isReached: true),
        ReachCase(pattern: "pay/x", isReached: true),
        ReachCase(pattern: "//pay//x", isReached: true),
        ReachCase(pattern: "/pa?/x", isReached: true),
        ReachCase(pattern: "/????x", isReached: true),
        ReachCase(pattern: "/PAY/x", isReached: true, isFolded: true),
        ReachCase(pattern: "/$(section)/x", isReached: true),
        ReachCase(pattern: "/$(alpha)a$(lower)/x", isReached: true),
        ReachCase(pattern: "/pay$(wide)", isReached: true),
        ReachCase(pattern: "/PAY/x", isReached: false),
        ReachCase(pattern: "/pays/x", isReached: false),
        ReachCase(pattern: "/pa", isReached: false),
        ReachCase(pattern: "/p/ay/*", isReached: false),
        ReachCase(pattern: "/?", isReached: false),
        ReachCase(pattern: "/$(lang)/x", isReached: false),
        ReachCase(pattern: "/$(digit)*", isReached: false),
        ReachCase(pattern: "/pay/$(unknown)", isReached: false),
        ReachCase(pattern: "", isReached: false),
    ]

    @Test(arguments: cases)
    func `is every path that it can match, and no other`(_ item: ReachCase) {
        var reach = PathReach(variables: [
            SubstitutionVariable(name: "section", values: ["shop", "pay"]),
            SubstitutionVariable(name: "wide", values: ["/x", "*"]),
        ])
        #expect(
            reach.reaches(item.pattern, prefix: "/pay/", isFolded: item.isFolded)
                == item.isReached)
    }
}
