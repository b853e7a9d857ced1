import Testing

@testable import Configuration

/// Labels of RFC 3492, section 7.1, and of registered names.
struct `Punycode encoding` {
    struct Case: CustomTestStringConvertible, Sendable {
        let label: String
        let encoded: String
        var testDescription: String { label }
    }

    static let cases = [
        Case(label: "bücher", encoded: "bcher-kva"),
        Case(label: "münchen", encoded: "mnchen-3ya"),
        Case(label: "ü", encoded: "tda"),
        Case(label: "straße", encoded: "strae-oqa"),
        Case(label: "παράδειγμα", encoded: "hxajbheg2az3al"),
        Case(label: "例え", encoded: "r8jz45g"),
        Case(label: "испытание", encoded: "80akhbyknj4f"),
        Case(label: "إختبار", encoded: "kgbechtv"),
        Case(label: "परीक्षा", encoded: "11b5bs3a9aj6g"),
        Case(label: "他们为什么不说中文", encoded: "ihqwcrb4cv8a8dqg056pqjye"),
        Case(label: "3年b組金八先生", encoded: "3b-ww4c5e180e575a65lsy2b"),
        Case(label: "パフィーdeルンバ", encoded: "de-jg4avhby1noc0d"),
        Case(label: "そのスピードで", encoded: "d9juau41awczczp"),
        Case(label: "abc", encoded: "abc-"),
    ]

    @Test(arguments: cases)
    func `is what the RFC and registries write`(_ item: Case) {
        #expect(Punycode.encoded(Array(item.label.unicodeScalars)) == item.encoded)
    }

    @Test func `is nothing for a label that no name has room for`() {
        #expect(Punycode.encoded(Array(repeating: "ü", count: 257)) == nil)
    }

    @Test func `is used for Unicode hosts, lower-cased first`() throws {
        let name = try HostName("BÜCHER.Example", allowsSingleLabels: false)
        #expect(name.name == "xn--bcher-kva.example")
        let wildcard = try HostName("*.日本語.example", allowsSingleLabels: false)
        #expect(wildcard.name == "xn--wgv71a119e.example")
        #expect(wildcard.isWildcard)
    }
}
