import TestSupport
import Testing

@testable import TLS

struct `Certificates of many files` {
    @Test func `share what stands above the leaf, and not the leaf`() throws {
        let certificates = try TestCertificates()
        let leaf = try certificates.leaf("a", names: ["a.test"])
        func load(_ pool: CertificatePool?) throws -> TLSIdentity {
            try TLSIdentity(
                certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil,
                pool: pool)
        }
        let pool = CertificatePool()
        let identities = (try load(pool), try load(pool), try load(nil))
        #expect(!identities.0.chain.certificates.isEmpty)
        #expect(
            zip(identities.0.chain.certificates, identities.1.chain.certificates)
                .allSatisfy { $0 === $1 })
        #expect(identities.0.leaf !== identities.1.leaf)
        #expect(identities.2.chain.certificates[0] !== identities.0.chain.certificates[0])
        #expect(identities.2.chainFingerprints == identities.0.chainFingerprints)
    }
}
