import Foundation
import TLS
import TestSupport
import Testing

struct `A chain that a server sent` {
    /// A certificate, and the faults that are found.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var names = ["shop.example.com"]
        var validity = TestCertificates.Validity.hour
        var key = TestCertificates.KeyKind.p256
        var digest = "sha256"
        var issuer = TestCertificates.Issuer.intermediate
        var issuersPlace: String?
        var usage: String? = "serverAuth"
        var isAlone = false
        let faults: [String]
    }

    static let cases = [
        Case(testDescription: "sound", faults: []),
        Case(testDescription: "wildcard", names: ["*.example.com"], faults: []),
        Case(testDescription: "other", names: ["example.com"], faults: ["otherName"]),
        Case(
            testDescription: "overAndOther", names: ["a.test"], validity: .expired,
            faults: ["expired", "otherName"]),
        Case(testDescription: "early", validity: .notYetValid, faults: ["notYetValid"]),
        Case(testDescription: "own", issuer: .itself, faults: ["selfSigned"]),
        Case(
            testDescription: "alone", issuersPlace: "http://ca.test/i.der", isAlone: true,
            faults: ["intermediateMissing(\"CN=Test Intermediate\")"]),
        Case(
            testDescription: "aloneOfPrivate", isAlone: true,
            faults: ["privateAuthority(\"CN=Test Intermediate\")"]),
        Case(
            testDescription: "small", key: .rsa(1024),
            faults: ["weak(\"an RSA key of 1024 bits\")"]),
        Case(
            testDescription: "sha1", digest: "sha1", faults: ["weak(\"a signature with SHA1\")"]),
        Case(
            testDescription: "edwards", key: .edwards("ed25519"),
            faults: ["keyKind(\"Ed25519\")"]),
        Case(
            testDescription: "p521", key: .curve("secp521r1"),
            faults: ["keyKind(\"EC P-521\")"]),
        Case(
            testDescription: "long", validity: .init(from: -60, to: 900 * 86_400),
            faults: ["longLived"]),
        Case(testDescription: "silent", usage: nil, faults: ["usageMissing"]),
        Case(
            testDescription: "forClients", usage: "clientAuth",
            faults: ["untrusted(\"unsuitable certificate purpose\")"]),
    ]

    @Test(arguments: cases)
    func `has each fault by itself`(row: Case) throws {
        let certificates = try TestCertificates()
        let leaf = try certificates.leaf(
            row.testDescription, names: row.names, key: row.key, validity: row.validity,
            issuer: row.issuer, digest: row.digest, issuersPlace: row.issuersPlace,
            usage: row.usage)
        let chain = try #require(try served(leaf, row.isAlone, certificates))
        let faults = chain.faults.map { fault in
            // Times are those of the run.
            "\(fault)".replacing(/\(\d+\)/, with: "")
        }
        #expect(faults == row.faults)
        #expect(chain.names == row.names)
    }

    func served(
        _ leaf: TestCertificates.Leaf, _ isAlone: Bool, _ certificates: TestCertificates
    ) throws -> ServedChain? {
        let file = isAlone ? leaf.certificate : leaf.chain
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let end = "-----END CERTIFICATE-----\n"
        let blocks = text.components(separatedBy: end).dropLast().map { $0 + end }
        return ServedChain(
            certificates: blocks, host: "shop.example.com",
            nowSeconds: Int64(Date().timeIntervalSince1970),
            authorities: try #require(TrustedAuthorities(file: certificates.root)))
    }

    @Test func `is none when its first certificate is none`() throws {
        let certificates = try TestCertificates()
        let authorities = try #require(TrustedAuthorities(file: certificates.root))
        for texts in [[], [""], ["-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n"]] {
            #expect(
                ServedChain(
                    certificates: texts, host: "a.test", nowSeconds: 0, authorities: authorities)
                    == nil)
        }
        #expect(TrustedAuthorities(file: certificates.directory.file("root.key")) == nil)
        #expect(TrustedAuthorities(file: "/nonexistent") == nil)
    }
}
