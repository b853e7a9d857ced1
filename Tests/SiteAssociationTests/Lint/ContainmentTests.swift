import TestSupport
import Testing

@testable import SiteAssociation

/// Two path patterns, and whether the first is contained in the second.
struct ContainmentCase: CustomTestStringConvertible, Sendable {
    var inner: String
    var outer: String
    var isContained: Bool
    var testDescription: String { "\(inner) in \(outer)" }

    init(_ inner: String, in outer: String, _ isContained: Bool) {
        self.inner = inner
        self.outer = outer
        self.isContained = isContained
    }

    static let all: [ContainmentCase] = [
        .init("*", in: "/*", true),
        .init("/*", in: "*", true),
        .init("/", in: "/*", true),
        .init("", in: "/", true),
        .init("/buy", in: "/buy/", true),
        .init("/buy", in: "/buy/*", true),
        .init("/buy//x", in: "/buy/*", true),
        .init("buy/x", in: "/buy/*", true),
        .init("/a/b/c", in: "/*/c", true),
        .init("/a/*b*", in: "/*b*", true),
        .init("/??*", in: "/?*", true),
        .init("/a?c", in: "/a*c", true),
        .init("*x", in: "/*x/", true),
        .init("*x/", in: "/*x/", true),
        .init("/*/c", in: "/a/*", false),
        .init("/a*", in: "/a/*", false),
        .init("/", in: "/*/*", false),
        .init("/a", in: "/*/*", true),
        .init("/a/c", in: "/a/*/c", false),
        // The path "/*" is what stands between the two.
        .init("/?*", in: "/??*", false),
        .init("/?*", in: "/???*", false),
        .init("/A", in: "/a", false),
        .init("/shop/x", in: "/shop/*", true),
        .init("/shop/x", in: "/shop", false),
        .init("/shops", in: "/shop*", true),
        .init("/shops", in: "/shop/*", false),
        .init("/Shop/x", in: "/shop/*", false),
        .init("/shop/x", in: "/help/*", false),
        // What matches nothing is not said to stand behind anything.
        .init("a", in: "/*a*", false),
        .init("/$(digit)", in: "/?", true),
        .init("/$(digit)", in: "/$(alnum)", true),
        .init("/$(alnum)", in: "/$(digit)", false),
        .init("/$(lang)/a", in: "/*/a", true),
        .init("/$(lang)/a", in: "/??/a", false),
        .init("/$(lang)", in: "/$(lang)", true),
        .init("/en", in: "/$(lang)", false),
    ]
}

struct `Containment of patterns` {
    /// Whether a rule is known never to decide behind another one.
    private func isContained(_ inner: String, in outer: String) -> Bool {
        let details = Details(
            appIDs: ["a"], components: [Component(path: outer), Component(path: inner)])
        let association = Association(appLinks: AppLinks(details: [details]))
        let subject = LintSubject(association, places: AssociationPlaces())
        return subject.entries[0].shadowings.contains { $0.rule == 1 }
    }

    @Test(arguments: ContainmentCase.all)
    func `knows the form of paths`(_ example: ContainmentCase) {
        #expect(isContained(example.inner, in: example.outer) == example.isContained)
    }

    @Test func `agrees with trying every short path`() {
        var generator = SeededGenerator(seed: 11)
        let letters = Array("ab/*")
        var texts = [""]
        var last = [""]
        for _ in 0..<4 {
            last = last.flatMap { text in letters.map { text + String($0) } }
            texts += last
        }
        let paths = texts.map { "/" + $0 }
        var proven = 0
        var wrong: [String] = []
        for _ in 0..<300 {
            let outer = pattern(&generator)
            let inner = pattern(&generator)
            guard isContained(inner, in: outer) else { continue }
            proven += 1
            let witness = paths.first { path in
                ReferenceMatcher.matches(path: inner, path, [:])
                    && !ReferenceMatcher.matches(path: outer, path, [:])
            }
            if let witness { wrong.append("\(inner) in \(outer), but for \(witness)") }
        }
        #expect(wrong == [])
        #expect(proven > 30)
    }

    @Test func `misses nothing that short patterns allow`() {
        var generator = SeededGenerator(seed: 12)
        let letters = Array("ab/*c")
        var texts = [""]
        var last = [""]
        for _ in 0..<3 {
            last = last.flatMap { text in letters.map { text + String($0) } }
            texts += last
        }
        let paths = texts.map { "/" + $0 }
        var missed: [String] = []
        for _ in 0..<300 {
            let outer = "/" + word(&generator, 2)
            let inner = "/" + word(&generator, 2)
            let matched = paths.filter { ReferenceMatcher.matches(path: inner, $0, [:]) }
            let isTrue =
                !matched.isEmpty
                && matched.allSatisfy { ReferenceMatcher.matches(path: outer, $0, [:]) }
            if isTrue, !isContained(inner, in: outer) { missed.append("\(inner) in \(outer)") }
        }
        #expect(missed == [])
    }

    @Test func `knows where letter case does not count`() {
        let rules = [
            Component(path: "/SHOP/*", caseSensitive: false), Component(path: "/help/*"),
            Component(path: "/shop/x"),
        ]
        let details = Details(appIDs: ["a"], components: rules)
        let association = Association(appLinks: AppLinks(details: [details]))
        let subject = LintSubject(association, places: AssociationPlaces())
        #expect(
            subject.entries[0].shadowings == [Shadowing(rule: 2, cause: 0, isByCatchAll: false)])
    }

    @Test func `claims nothing of what would take too long`() {
        let stars = String(repeating: "*?a", count: 300)
        #expect(!isContained("/" + stars, in: "/*" + stars))
    }

    private func pattern(_ generator: inout SeededGenerator) -> String {
        "/" + word(&generator, 1 + generator.below(4))
    }

    private func word(_ generator: inout SeededGenerator, _ length: Int) -> String {
        (0..<length).map { _ in generator.element(of: ["a", "b", "/", "*", "?", "*"]) }.joined()
    }
}
