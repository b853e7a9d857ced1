import Diagnostics
import Foundation
import TLS
import TestSupport
import Testing

struct `The findings on a certificate` {
    let certificates: TestCertificates
    let now = Int64(Date().timeIntervalSince1970)

    init() throws { certificates = try TestCertificates() }

    func findings(
        _ leaf: TestCertificates.Leaf, file: String? = nil, at seconds: Int64? = nil
    ) throws -> String {
        let identity = try TLSIdentity(
            certificateFile: file ?? leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil)
        return DiagnosticText().text(for: identity.findings(nowSeconds: seconds ?? now, at: nil))
    }

    /// Returns a day as `2027-01-31` by the system's calendar.
    func day(_ seconds: Int64) throws -> String {
        try CommandRunner.output("date", ["-u", "-d", "@\(seconds)", "+%F"])
            .trimmingCharacters(in: .newlines)
    }

    @Test func `are none for a good one`() throws {
        let leaf = try certificates.leaf("a", names: ["a.test"], validity: .ninetyDays)
        #expect(try findings(leaf) == "")
    }

    @Test func `tell an expired one from one that is not yet valid`() throws {
        let old = try certificates.leaf("old", names: ["a.test"], validity: .expired)
        #expect(
            try findings(old) == """
                error: certificate 'a.pem' expired on \(day(now - 3600)) [certificate-expired]
                  hint: renew it

                """)
        let early = try certificates.leaf("early", names: ["a.test"], validity: .notYetValid)
        #expect(
            try findings(early) == """
                error: certificate 'a.pem' is valid only from \(day(now + 3600)) \
                [certificate-not-yet-valid]
                  hint: check the clock of this machine

                """)
    }

    @Test(arguments: [(13, "13 days"), (1, "1 day"), (0, "0 days")])
    func `warn within a fortnight of the end`(_ days: Int, _ words: String) throws {
        let leaf = try certificates.leaf("a", names: ["a.test"], validity: .ninetyDays)
        let identity = try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil)
        let time = identity.notAfter - Int64(days) * 86_400 - 60
        #expect(
            try findings(leaf, at: time).hasPrefix(
                """
                warning: certificate 'a.pem' expires on \(day(identity.notAfter)), in \(words) \
                [certificate-expiring]
                  hint: renew it

                """))
        #expect(try findings(leaf, at: identity.notAfter - 14 * 86_400) == "")
    }

    @Test func `refuse an RSA key below 2048 bits`() throws {
        let leaf = try certificates.leaf("a", names: ["a.test"], key: .rsa(1024))
        #expect(
            try findings(leaf) == """
                error: the key of certificate 'a.pem' has 1024 bits, RSA needs 2048 [key-weak]
                  hint: request a certificate for a P-256 key

                """)
    }

    @Test(arguments: ["secp256k1", "secp224r1"])
    func `refuse a key on a curve that TLS does not sign with`(_ curve: String) throws {
        let leaf = try certificates.leaf("a", names: ["a.test"], key: .curve(curve))
        #expect(
            try findings(leaf) == """
                error: the key of certificate 'a.pem' is on the curve '\(curve)', which no client \
                accepts [key-unsupported]
                  hint: request a certificate for a P-256 key

                """)
    }

    /// A kind of key, and how it is called.
    struct ForeignKey: Sendable, CustomTestStringConvertible {
        let key: TestCertificates.KeyKind
        let testDescription: String
    }

    @Test(arguments: [
        ForeignKey(key: .edwards("ed25519"), testDescription: "Ed25519"),
        ForeignKey(key: .edwards("ed448"), testDescription: "Ed448"),
        ForeignKey(key: .curve("secp521r1"), testDescription: "EC P-521"),
        ForeignKey(key: .rsaForPSSOnly, testDescription: "RSA-PSS 2048"),
    ])
    func `warn about a kind of key that clients of Apple do not take`(row: ForeignKey) throws {
        let leaf = try certificates.leaf("a", names: ["a.test"], key: row.key)
        #expect(
            try findings(leaf) == """
                warning: the key of certificate 'a.pem' is \(row.testDescription), which Apple's \
                clients do not accept [key-not-for-apple]
                  hint: request a certificate for a P-256 key

                """)
    }

    @Test func `are none for P-384 and for an RSA key of 2048 bits`() throws {
        for (stem, key) in [("p384", TestCertificates.KeyKind.p384), ("rsa", .rsa(2048))] {
            #expect(try findings(certificates.leaf(stem, names: ["a.test"], key: key)) == "")
        }
    }

    @Test func `refuse an authority with an RSA key below 2048 bits`() throws {
        try certificates.authority("weak", key: .rsa(1024))
        let leaf = try certificates.leaf("a", names: ["a.test"], issuer: .other("weak"))
        #expect(
            try findings(leaf) == """
                error: an authority in the chain of 'a.pem' has a key of 1024 bits, RSA needs \
                2048 [key-weak]
                  hint: request a certificate from another authority

                """)
    }

    @Test func `warn about more than 825 days from the first to the last`() throws {
        let day = 86_400
        let good = try certificates.leaf(
            "good", names: ["a.test"], validity: .init(from: -60, to: 825 * day - 60))
        #expect(try findings(good) == "")
        let long = try certificates.leaf(
            "long", names: ["a.test"], validity: .init(from: -60, to: 825 * day))
        #expect(
            try findings(long) == """
                warning: certificate 'a.pem' is valid for 826 days, Apple's systems accept at most \
                825 [certificate-lifetime-too-long]
                  hint: request it for at most a year

                """)
        // The rule is about certificates that were issued after 1 July 2019.
        let start = 1_561_939_200 - Int(now)
        let old = try certificates.leaf(
            "old", names: ["a.test"], validity: .init(from: start - day, to: 900 * day))
        #expect(try findings(old) == "")
    }

    @Test func `warn about a certificate that is not for servers or does not say so`() throws {
        let forClients = try certificates.leaf(
            "client", names: ["a.test"], usage: "clientAuth")
        #expect(
            try findings(forClients) == """
                warning: the extensions of certificate 'a.pem' do not allow its use by a server \
                [certificate-not-for-servers]
                  hint: request it with the extended key usage serverAuth

                """)
        let silent = try certificates.leaf("silent", names: ["a.test"], usage: nil)
        #expect(
            try findings(silent) == """
                warning: certificate 'a.pem' has no extended key usage, which Apple's systems ask \
                for [certificate-not-for-servers]
                  hint: request it with the extended key usage serverAuth

                """)
    }

    @Test func `refuse a signature with SHA-1`() throws {
        let leaf = try certificates.leaf("a", names: ["a.test"], digest: "sha1")
        #expect(
            try findings(leaf) == """
                error: certificate 'a.pem' is signed with SHA1, which no client accepts \
                [certificate-signature-weak]
                  hint: renew it; every authority signs with SHA-256 or better

                """)
    }

    @Test func `warn about a leaf without its intermediate`() throws {
        let leaf = try certificates.leaf("a", names: ["a.test"])
        #expect(
            try findings(leaf, file: leaf.certificate) == """
                warning: certificate 'a.pem' comes without that of its issuer \
                'CN=Test Intermediate' [certificate-chain-incomplete]
                  hint: append the intermediate certificate; many call the file fullchain.pem

                """)
    }

    @Test func `warn about a certificate that signs itself`() throws {
        let leaf = try certificates.leaf("a", names: ["a.test"], issuer: .itself)
        #expect(
            try findings(leaf) == """
                warning: certificate 'a.pem' is signed by itself, so Apple's servers refuse it \
                [certificate-self-signed]
                  hint: use a certificate of a public authority

                """)
    }

    @Test func `warn about a name that stands in the subject only`() throws {
        let leaf = try certificates.leaf("a", names: [], commonName: "a.test")
        #expect(
            try findings(leaf) == """
                warning: certificate 'a.pem' has its name in the subject only, where no client \
                looks [certificate-without-alternative-names]
                  hint: request it with the host names as subject alternative names

                """)
        let identity = try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil)
        #expect(identity.dnsNames == ["a.test"])
    }

    @Test func `ignore the subject when there are alternative names`() throws {
        let leaf = try certificates.leaf("a", names: ["127.0.0.1"], commonName: "a.test")
        let identity = try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil)
        #expect(identity.dnsNames == [])
        #expect(
            try findings(leaf) == """
                warning: certificate 'a.pem' is for no host name [certificate-without-names]
                  hint: request it with the host names as subject alternative names

                """)
    }

    @Test func `warn about certificates that do not belong to the chain`() throws {
        let leaf = try certificates.leaf("a", names: ["a.test"])
        let other = try certificates.leaf("b", names: ["b.test"])
        let file = try certificates.directory.write(
            try String(contentsOfFile: leaf.chain, encoding: .utf8)
                + String(contentsOfFile: other.certificate, encoding: .utf8), to: "mixed.pem")
        #expect(
            try findings(leaf, file: file) == """
                warning: 'a.pem' holds 1 certificate that does not belong to the chain \
                [certificate-chain-unrelated]
                  hint: they are not sent; remove them

                """)
    }
}
