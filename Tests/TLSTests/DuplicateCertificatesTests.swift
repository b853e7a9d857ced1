import Diagnostics
import TLS
import TestSupport
import Testing

struct `Certificates for the same name` {
    let certificates: TestCertificates
    let source = SourceFile(name: "aasa.yaml", bytes: Array("- a.pem\n- b.pem\n- c.pem\n".utf8))

    init() throws { certificates = try TestCertificates() }

    func identity(_ leaf: TestCertificates.Leaf, _ name: String) throws -> TLSIdentity {
        try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: name, at: nil)
    }

    func findings(_ identities: [TLSIdentity]) -> String {
        let placed = identities.enumerated().map {
            ($1, Optional(Location(source, line: $0 + 1, column: 3)))
        }
        return DiagnosticText().text(for: TLSIdentities.duplicates(among: placed))
    }

    @Test func `are warned about once, at the later one`() throws {
        let first = try identity(
            certificates.leaf("a", names: ["x.test", "y.test", "z.test"]), "a.pem")
        let second = try identity(certificates.leaf("b", names: ["y.test", "x.test"]), "b.pem")
        #expect(
            findings([first, second]) == """
                aasa.yaml:2:3: warning: certificates 'b.pem' and 'a.pem' are both for 'y.test' \
                [certificate-duplicate]
                  2 | - b.pem
                    |   ^
                  hint: the one that is valid longer is used
                aasa.yaml:1:3: note: first named here

                """)
    }

    @Test func `are told from one that is listed twice`() throws {
        let leaf = try certificates.leaf("a", names: ["x.test"])
        #expect(
            findings([try identity(leaf, "a.pem"), try identity(leaf, "b.pem")]) == """
                aasa.yaml:2:3: warning: 'b.pem' is the same certificate as 'a.pem' \
                [certificate-duplicate]
                  2 | - b.pem
                    |   ^
                  hint: remove one of them
                aasa.yaml:1:3: note: first named here

                """)
    }

    @Test func `are right when their keys are of two kinds or their names differ`() throws {
        let curve = try identity(certificates.leaf("a", names: ["x.test", "x.test"]), "a.pem")
        let rsa = try identity(
            certificates.leaf("b", names: ["x.test"], key: .rsa(2048)), "b.pem")
        let wild = try identity(certificates.leaf("c", names: ["*.test"]), "c.pem")
        #expect(findings([curve, rsa, wild]) == "")
    }
}
