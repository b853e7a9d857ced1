import TLS
import TestSupport
import Testing

/// Certificates shared by the tests of this file.
private struct Hosts {
    let certificates: TestCertificates
    let shop: TLSIdentity
    let wild: TLSIdentity
    let many: TLSIdentity

    init() throws {
        certificates = try TestCertificates()
        shop = try Self.identity(certificates.leaf("shop", names: ["shop.test"]))
        wild = try Self.identity(certificates.leaf("wild", names: ["*.wild.test"]))
        many = try Self.identity(
            certificates.leaf("many", names: ["c.test", "b.test", "a.test"], commonName: "many"))
    }

    static func identity(_ leaf: TestCertificates.Leaf) throws -> TLSIdentity {
        try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "cert.pem", at: nil)
    }

    var all: TLSIdentities { TLSIdentities([shop, wild, many]) }
}

struct `A TLS handshake` {
    struct Case: CustomTestStringConvertible {
        var version: String
        var name: String
        var subject: String

        var testDescription: String { "\(name) under \(version)" }
    }

    static let cases = ["1_2", "1_3"].flatMap { version in
        [
            Case(version: version, name: "shop.test", subject: "shop.test"),
            Case(version: version, name: "SHOP.test", subject: "shop.test"),
            Case(version: version, name: "x.wild.test", subject: "*.wild.test"),
            Case(version: version, name: "b.test", subject: "many"),
        ]
    }

    @Test(arguments: cases)
    func `shows the certificate of the server name with its chain`(_ example: Case) throws {
        let hosts = try Hosts()
        let server = try LoopbackServer(hosts.all)
        let report = try ClientReport(
            server,
            [
                "-servername", example.name, "-tls\(example.version)", "-CAfile",
                hosts.certificates.root, "-verify_hostname", example.name, "-alpn", "http/1.1",
            ])
        #expect(report.subject == example.subject)
        #expect(report.certificateCount == 2)
        #expect(report.isVerified)
        #expect(report.isAnswered)
        #expect(report.applicationProtocol == "http/1.1")
        let outcome = try #require(try server.allOutcomes().first)
        #expect(outcome.failure == nil)
        #expect(outcome.serverName == example.name.lowercased())
        #expect(outcome.version == "TLSv1.\(example.version.suffix(1))")
        #expect(outcome.received == "hello\n")
    }

    enum Alert: Int {
        case handshakeFailure = 40
        case protocolVersion = 70
        case unrecognizedName = 112
        case noApplicationProtocol = 120
    }

    struct Refusal: CustomTestStringConvertible {
        var arguments: [String]
        var alert: Alert
        var kind: TLSFailure.Kind
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let refusals = [
        Refusal(
            arguments: ["-servername", "other.test"], alert: .unrecognizedName,
            kind: .unknownServerName),
        Refusal(
            arguments: ["-servername", "y.x.wild.test", "-tls1_2"],
            alert: .unrecognizedName, kind: .unknownServerName),
        Refusal(
            arguments: ["-servername", "wild.test"], alert: .unrecognizedName,
            kind: .unknownServerName),
        Refusal(
            arguments: ["-noservername"], alert: .unrecognizedName,
            kind: .unknownServerName),
        Refusal(
            arguments: ["-servername", "shop.test", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
            alert: .protocolVersion, kind: .noSharedProtocol),
        Refusal(
            arguments: ["-servername", "shop.test", "-tls1", "-cipher", "ALL:@SECLEVEL=0"],
            alert: .protocolVersion, kind: .noSharedProtocol),
        Refusal(
            arguments: ["-servername", "shop.test", "-alpn", "h2,spdy/1"],
            alert: .noApplicationProtocol, kind: .noSharedProtocol),
        Refusal(
            arguments: ["-servername", "shop.test", "-tls1_2", "-cipher", "AES128-SHA"],
            alert: .handshakeFailure, kind: .noSharedProtocol),
        Refusal(
            arguments: [
                "-servername", "shop.test", "-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256",
            ],
            alert: .handshakeFailure, kind: .noSharedProtocol),
    ]

    @Test(arguments: refusals)
    func `refuses a client with the alert that says why`(_ refusal: Refusal) throws {
        let server = try LoopbackServer(try Hosts().all)
        let report = try ClientReport(server, refusal.arguments)
        #expect(report.alert == refusal.alert.rawValue)
        #expect(try server.allOutcomes().map(\.failure) == [refusal.kind])
    }

    @Test func `names the cause when no certificate covers the server name`() throws {
        let server = try LoopbackServer(try Hosts().all)
        _ = try ClientReport(server, ["-servername", "other.test"])
        #expect(try server.allOutcomes().map(\.reason) == ["no certificate for the server name"])
    }

    /// A kind of key, and whether the clients of Apple that were seen could use it.
    struct KeyCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: TestCertificates.KeyKind
        let isUsable: Bool
    }

    static let keys = [
        KeyCase(testDescription: "P-256", key: .p256, isUsable: true),
        KeyCase(testDescription: "P-384", key: .p384, isUsable: true),
        KeyCase(testDescription: "RSA", key: .rsa(2048), isUsable: true),
        KeyCase(testDescription: "P-521", key: .curve("secp521r1"), isUsable: false),
        KeyCase(testDescription: "RSA-PSS", key: .rsaForPSSOnly, isUsable: false),
        KeyCase(testDescription: "Ed25519", key: .edwards("ed25519"), isUsable: false),
    ]

    @Test(arguments: keys)
    func `fails with the algorithms of Apple's clients for the keys that are warned of`(
        _ example: KeyCase
    ) throws {
        let certificates = try TestCertificates()
        let identity = try Hosts.identity(
            certificates.leaf("a", names: ["a.test"], key: example.key))
        let server = try LoopbackServer(TLSIdentities([identity]))
        // What Safari and iOS send, in their order.
        let algorithms = [
            "ecdsa_secp256r1_sha256", "rsa_pss_rsae_sha256", "rsa_pkcs1_sha256",
            "ecdsa_secp384r1_sha384", "rsa_pss_rsae_sha384", "rsa_pkcs1_sha384",
            "rsa_pss_rsae_sha512", "rsa_pkcs1_sha512",
        ]
        let report = try ClientReport(
            server, ["-servername", "a.test", "-sigalgs", algorithms.joined(separator: ":")])
        #expect(report.isAnswered == example.isUsable)
        #expect(report.alert == (example.isUsable ? nil : Alert.handshakeFailure.rawValue))
        let warnings = identity.findings(nowSeconds: identity.notBefore, at: nil)
        #expect(warnings.map(\.id) == (example.isUsable ? [] : ["key-not-for-apple"]))
    }

    @Test func `shows the fallback to a client without a server name`() throws {
        let hosts = try Hosts()
        let server = try LoopbackServer(TLSIdentities([hosts.shop], fallback: hosts.many))
        let report = try ClientReport(
            server, ["-noservername", "-CAfile", hosts.certificates.root])
        #expect(report.subject == "many")
        #expect(report.certificateCount == 2)
        #expect(report.isAnswered)
        #expect(try server.allOutcomes().map(\.serverName) == [nil])
    }

    @Test(arguments: ["1_2", "1_3"])
    func `resumes in another context that has the same ticket keys`(_ version: String) throws {
        let hosts = try Hosts()
        let server = try LoopbackServer(hosts.all, clients: 2)
        let ticket = hosts.certificates.directory.file("session")
        let arguments = ["-servername", "shop.test", "-tls\(version)"]
        _ = try ClientReport(server, arguments + ["-sess_out", ticket])
        let report = try ClientReport(server, arguments + ["-sess_in", ticket])
        #expect(report.isAnswered)
        #expect(try server.allOutcomes().map(\.isResumed) == [false, true])
    }

    @Test func `gives a resumed session of TLS 1_3 a ticket for the next one`() throws {
        let hosts = try Hosts()
        let server = try LoopbackServer(hosts.all, clients: 3)
        let arguments = ["-servername", "shop.test", "-tls1_3"]
        let tickets = ["first", "second"].map(hosts.certificates.directory.file)
        _ = try ClientReport(server, arguments + ["-sess_out", tickets[0]])
        _ = try ClientReport(
            server, arguments + ["-sess_in", tickets[0], "-sess_out", tickets[1]])
        let report = try ClientReport(server, arguments + ["-sess_in", tickets[1]])
        #expect(report.text.contains("Post-Handshake New Session Ticket arrived"))
        #expect(try server.allOutcomes().map(\.isResumed) == [false, true, true])
    }

    @Test func `does not resume with other ticket keys`() throws {
        let hosts = try Hosts()
        let ticket = hosts.certificates.directory.file("session")
        let first = try LoopbackServer(hosts.all)
        _ = try ClientReport(first, ["-servername", "shop.test", "-sess_out", ticket])
        let second = try LoopbackServer(hosts.all)
        let report = try ClientReport(second, ["-servername", "shop.test", "-sess_in", ticket])
        #expect(report.isAnswered)
        #expect(try second.allOutcomes().map(\.isResumed) == [false])
    }

    @Test(arguments: ["1_2", "1_3"])
    func `opens a ticket with the last two keys and no older one`(_ version: String) throws {
        let hosts = try Hosts()
        let clock = Locked<Int64>(0)
        let tickets = try TicketKeys(seconds: { clock.withValue { $0 } })
        let server = try LoopbackServer(hosts.all, tickets: tickets, clients: 5)
        let ticket = hosts.certificates.directory.file("session")
        let arguments = ["-servername", "shop.test", "-tls\(version)"]
        _ = try ClientReport(server, arguments + ["-sess_out", ticket])
        let hour: Int64 = 3600
        for time in [2 * hour - 1, 2 * hour, 4 * hour - 1, 4 * hour] {
            clock.withValue { $0 = time }
            _ = try ClientReport(server, arguments + ["-sess_in", ticket])
        }
        #expect(
            try server.allOutcomes().map(\.isResumed) == [false, true, true, true, false])
    }

    @Test func `prefers the cheapest suite whatever the client prefers`() throws {
        let server = try LoopbackServer(try Hosts().all)
        _ = try ClientReport(
            server,
            [
                "-servername", "shop.test", "-ciphersuites",
                "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256",
            ])
        #expect(try server.allOutcomes().map(\.cipher) == ["TLS_AES_128_GCM_SHA256"])
    }

    @Test func `refuses TLS 1_2 where 1_3 is the minimum`() throws {
        let server = try LoopbackServer(
            try Hosts().all, settings: TLSSettings(minimumVersion: .tls13))
        let report = try ClientReport(server, ["-servername", "shop.test", "-tls1_2"])
        #expect(report.alert == Alert.protocolVersion.rawValue)
        #expect(try server.allOutcomes().map(\.failure) == [.noSharedProtocol])
    }
}
