import TLS
import TestSupport
import Testing

struct `A set of identities` {
    struct Case: CustomTestStringConvertible {
        var name: String
        var found: [String]
        var testDescription: String { name.isEmpty ? "the empty name" : name }
    }

    static let cases = [
        Case(name: "shop.test", found: ["exact"]),
        Case(name: "Shop.TEST", found: ["exact"]),
        Case(name: "shop.test.", found: ["exact"]),
        Case(name: "a.shop.test", found: ["wild"]),
        Case(name: "A.shop.test.", found: ["wild"]),
        Case(name: "special.shop.test", found: ["exact"]),
        Case(name: "b.a.shop.test", found: []),
        Case(name: ".shop.test", found: []),
        Case(name: "*.shop.test", found: ["wild"]),
        Case(name: "test", found: []),
        Case(name: "", found: []),
        Case(name: ".", found: []),
        Case(name: "shop.test..", found: []),
        Case(name: "shop.tést", found: []),
    ]

    private static func identities() throws -> (TestCertificates, [TLSIdentity]) {
        let certificates = try TestCertificates()
        let exact = try certificates.leaf("exact", names: ["Special.Shop.test", "SHOP.test"])
        let wild = try certificates.leaf("wild", names: ["*.shop.test"])
        return (certificates, [try identity(exact, "exact"), try identity(wild, "wild")])
    }

    private static func identity(
        _ leaf: TestCertificates.Leaf, _ name: String
    ) throws -> TLSIdentity {
        try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: name, at: nil)
    }

    @Test func `finds the exact name before the wildcard of one label`() throws {
        let (_, list) = try Self.identities()
        for order in [list, list.reversed()] {
            let set = TLSIdentities(order)
            for example in Self.cases {
                #expect(
                    set.identities(for: example.name).map(\.name) == example.found,
                    "\(example.testDescription)")
            }
        }
    }

    @Test func `covers a configured wildcard only by the same wildcard`() throws {
        let (_, list) = try Self.identities()
        let set = TLSIdentities(list)
        #expect(set.covers("*.shop.test"))
        #expect(set.covers("*.Shop.test"))
        #expect(!set.covers("*.a.shop.test"))
        #expect(!set.covers("*.test"))
        #expect(set.covers("x.shop.test"))
        #expect(!set.covers("other.test"))
    }

    @Test func `keeps one identity of each kind of key, the one valid longer`() throws {
        let certificates = try TestCertificates()
        let short = try Self.identity(certificates.leaf("short", names: ["a.test"]), "short")
        let long = try Self.identity(
            certificates.leaf("long", names: ["a.test"], validity: .ninetyDays), "long")
        let rsa = try Self.identity(
            certificates.leaf("rsa", names: ["a.test"], key: .rsa(2048)), "rsa")
        for order in [[short, long, rsa], [long, short, rsa], [rsa, short, long]] {
            let found = TLSIdentities(order).identities(for: "a.test").map(\.name)
            #expect(Set(found) == ["long", "rsa"])
        }
    }

    @Test func `mints only what may be minted and is not covered`() throws {
        let (_, list) = try Self.identities()
        let authority = try MintingAuthority.ephemeral(nowSeconds: 1_900_000_000)
        let set = TLSIdentities(list, authority: authority) { $0.hasSuffix(".dev.test") }
        #expect(set.identities(for: "x.dev.test").map(\.name) == ["minted"])
        #expect(set.identities(for: "shop.test").map(\.name) == ["exact"])
        #expect(set.identities(for: "other.test").isEmpty)
        #expect(!set.covers("x.dev.test"))
    }
}
