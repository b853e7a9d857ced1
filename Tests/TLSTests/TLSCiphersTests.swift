import Diagnostics
import TLS
import TestSupport
import Testing

struct `The choice of ciphers and keys` {
    private static func identity(_ leaf: TestCertificates.Leaf) throws -> TLSIdentity {
        try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "cert.pem", at: nil)
    }

    struct Pick: CustomTestStringConvertible {
        var arguments: [String]
        var signature: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let picks = [
        Pick(arguments: ["-tls1_3"], signature: "ECDSA"),
        Pick(arguments: ["-tls1_3", "-sigalgs", "rsa_pss_rsae_sha256"], signature: "RSA-PSS"),
        Pick(
            arguments: ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"], signature: "RSA-PSS"),
        Pick(
            arguments: ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"], signature: "ECDSA"),
    ]

    @Test(arguments: picks)
    func `chooses between two keys of one host by what the client offers`(_ pick: Pick) throws {
        let certificates = try TestCertificates()
        let both = TLSIdentities([
            try Self.identity(certificates.leaf("rsa", names: ["a.test"], key: .rsa(2048))),
            try Self.identity(certificates.leaf("ec", names: ["a.test"])),
        ])
        let server = try LoopbackServer(both)
        let report = try ClientReport(
            server, ["-servername", "a.test", "-CAfile", certificates.root] + pick.arguments)
        #expect(report.peerSignature == pick.signature)
        #expect(report.isVerified)
        #expect(try server.allOutcomes().map(\.failure) == [nil])
    }

    struct Offer: CustomTestStringConvertible {
        var version: String
        var signature: String
        var failure: TLSFailure.Kind?
        var testDescription: String { "\(signature) \(version)" }
    }

    static let offers = [
        Offer(version: "-tls1_3", signature: "ecdsa_secp256r1_sha256"),
        Offer(version: "-tls1_3", signature: "rsa_pss_rsae_sha256"),
        Offer(version: "-tls1_3", signature: "rsa_pss_rsae_sha384"),
        Offer(version: "-tls1_3", signature: "rsa_pss_rsae_sha512"),
        Offer(version: "-tls1_2", signature: "RSA+SHA256"),
        Offer(version: "-tls1_2", signature: "RSA+SHA384"),
        Offer(version: "-tls1_2", signature: "RSA+SHA512"),
        Offer(version: "-tls1_2", signature: "ECDSA+SHA512"),
        Offer(version: "-tls1_2", signature: "RSA+SHA224", failure: .noSharedProtocol),
        Offer(version: "-tls1_2", signature: "ECDSA+SHA224", failure: .noSharedProtocol),
        Offer(version: "-tls1_2", signature: "RSA+SHA1", failure: .noSharedProtocol),
        Offer(version: "-tls1_2", signature: "ECDSA+SHA1", failure: .noSharedProtocol),
    ]

    @Test(arguments: offers)
    func `signs with SHA-256 or better`(_ offer: Offer) throws {
        let certificates = try TestCertificates()
        let server = try LoopbackServer(
            TLSIdentities([
                try Self.identity(certificates.leaf("rsa", names: ["a.test"], key: .rsa(2048))),
                try Self.identity(certificates.leaf("ec", names: ["a.test"])),
            ]))
        let report = try ClientReport(
            server,
            [
                "-servername", "a.test", offer.version, "-sigalgs", offer.signature,
                "-cipher", "DEFAULT:@SECLEVEL=0",
            ])
        #expect(report.isAnswered == (offer.failure == nil))
        #expect(try server.allOutcomes().map(\.failure) == [offer.failure])
    }

    struct Limit: CustomTestStringConvertible {
        var ciphers: [String]
        var arguments: [String]
        var used: String?
        var testDescription: String { "\(ciphers) for \(arguments)" }
    }

    static let chacha = ["TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256"]
    static let limits = [
        Limit(ciphers: chacha, arguments: ["-tls1_3"], used: "TLS_CHACHA20_POLY1305_SHA256"),
        Limit(ciphers: chacha, arguments: ["-tls1_2"], used: nil),
        Limit(
            ciphers: ["ECDHE-ECDSA-AES256-GCM-SHA384"], arguments: [],
            used: "ECDHE-ECDSA-AES256-GCM-SHA384"),
        Limit(ciphers: ["ECDHE-ECDSA-AES256-GCM-SHA384"], arguments: ["-tls1_3"], used: nil),
        Limit(ciphers: ["ECDHE-RSA-AES256-GCM-SHA384"], arguments: ["-tls1_2"], used: nil),
    ]

    @Test(arguments: limits)
    func `follows the ciphers of the listener and their order`(_ limit: Limit) throws {
        let certificates = try TestCertificates()
        let identity = try Self.identity(certificates.leaf("ec", names: ["a.test"]))
        let server = try LoopbackServer(
            TLSIdentities([identity]), settings: TLSSettings(ciphers: limit.ciphers))
        _ = try ClientReport(server, ["-servername", "a.test"] + limit.arguments)
        let outcome = try #require(try server.allOutcomes().first)
        #expect(outcome.cipher == limit.used ?? "")
        #expect(outcome.failure == (limit.used == nil ? .noSharedProtocol : nil))
    }

    @Test(arguments: [
        (
            ["TLS_AES_128_GCM_SHA265"],
            "cipher 'TLS_AES_128_GCM_SHA265' is not offered [tls-cipher-unknown]\n"
                + "  hint: did you mean 'TLS_AES_128_GCM_SHA256'?\n"
        ),
        ([], "cannot set TLS ciphers: none is left (no reason given) [tls-setup-failed]\n"),
    ])
    func `refuses ciphers that are not offered`(_ ciphers: [String], _ text: String) throws {
        let tickets = try TicketKeys()
        let thrown = #expect(throws: Diagnostic.self) {
            try TLSContext(
                settings: TLSSettings(ciphers: ciphers), tickets: tickets,
                identities: TLSIdentities([]))
        }
        #expect(thrown.map(DiagnosticText().text(for:)) == "error: " + text)
    }
}
