import Foundation
import TLS
import TestSupport
import Testing

struct `What the doctor says of certificates` {
    /// A certificate, and what is said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var names = [Doctor.host]
        var validity = TestCertificates.Validity.hour
        var issuer = TestCertificates.Issuer.intermediate
        var key = TestCertificates.KeyKind.p256
        var usage: String? = "serverAuth"
        var issuersPlace: String?
        var isAlone = false
        var isTrusted = true
        let finding: String
        var exitCode: Int32 = 1
    }

    static let cases = [
        Case(
            testDescription: "expired", validity: .expired,
            finding: "error: the certificate is over since D [certificate-expired]"),
        Case(
            testDescription: "notYetValid", validity: .notYetValid,
            finding: "error: the certificate is valid only from D on [certificate-not-yet-valid]"),
        Case(
            testDescription: "selfSigned", issuer: .itself,
            finding: "error: the certificate is signed with its own key [certificate-self-signed]"),
        Case(
            testDescription: "withoutIntermediate", issuersPlace: "http://ca.example.com/i.der",
            isAlone: true,
            finding: "error: the certificate of 'CN=Test Intermediate' is not sent "
                + "[certificate-intermediate-missing]"),
        Case(
            testDescription: "privateAuthority", isTrusted: false,
            finding: "error: 'CN=Test Root' is not a public authority "
                + "[certificate-private-authority]"),
        Case(
            testDescription: "expiring",
            validity: .init(from: -30 * 86_400, to: 5 * 86_400 - 600),
            finding: "warning: the certificate is over on D, in 4 d 23 h [certificate-expiring]",
            exitCode: 0),
        Case(
            testDescription: "forClients", usage: "clientAuth",
            finding: "error: the chain is refused: unsuitable certificate purpose "
                + "[certificate-untrusted]"),
        Case(
            testDescription: "forAnything", usage: nil,
            finding: "error: the certificate has no extended key usage [certificate-usage]"),
        Case(
            testDescription: "forYears", validity: .init(from: -60, to: 1000 * 86_400 - 60),
            finding: "error: the certificate is valid for 1000 days [certificate-lifetime]"),
        Case(
            testDescription: "edwards", key: .edwards("ed25519"),
            finding: "error: the key is Ed25519 [certificate-key-kind]"),
    ]

    @Test(arguments: cases)
    func `names each fault by itself`(row: Case) throws {
        let certificates = try Site.certificates.get()
        let leaf = try certificates.leaf(
            "doctor-\(row.testDescription)", names: row.names, key: row.key,
            validity: row.validity, issuer: row.issuer,
            issuersPlace: row.issuersPlace, usage: row.usage)
        let server = try FaultServer(
            Doctor.identity(leaf, isAlone: row.isAlone), respond: Doctor.sound)
        // Any other authority than that of the tests is a stranger.
        let stranger = try certificates.leaf(
            "stranger-\(row.testDescription)", names: ["stranger"], issuer: .itself)
        let result = try Doctor.run(
            server.port, authority: row.isTrusted ? nil : stranger.certificate)
        let text = result.outputText.replacing(/\d{4}-\d\d-\d\d/, with: "D")
        let lines = Doctor.findings(text).filter { $0.contains("certificate") }
        #expect(lines == ["  " + row.finding])
        #expect(result.exitCode == row.exitCode)
    }

    @Test func `names an intermediate certificate that is over`() throws {
        let certificates = try TestCertificates()
        try certificates.authority("old", validity: .expired)
        let leaf = try certificates.leaf("leaf", names: [Doctor.host], issuer: .other("old"))
        let server = try FaultServer(Doctor.identity(leaf), respond: Doctor.sound)
        let result = try Doctor.run(server.port, authority: certificates.root)
        let text = result.outputText.replacing(/\d{4}-\d\d-\d\d/, with: "D")
        #expect(
            Doctor.findings(text).filter { $0.contains("certificate") } == [
                "  error: an intermediate certificate is over since D "
                    + "[certificate-intermediate-expired]"
            ])
        #expect(result.exitCode == 1)
    }

    /// What is too weak, its key and its digest.
    static let weak: [(String, TestCertificates.KeyKind, String)] = [
        ("an RSA key of 1024 bits", .rsa(1024), "sha256"),
        ("a signature with SHA1", .p256, "sha1"),
    ]

    @Test(.enabled(if: WebServer.isThere(.nginx)), arguments: weak)
    func `names what is too weak`(
        what: String, key: TestCertificates.KeyKind, digest: String
    ) throws {
        let leaf = try Site.certificates.get().leaf(
            "doctor-weak-\(digest)", names: [Doctor.host], key: key, digest: digest)
        // No library shows such a certificate unless it is told to.
        let server = try WebServer(
            .nginx,
            "ssl_ciphers DEFAULT@SECLEVEL=0; default_type application/json; "
                + "location = /.well-known/apple-app-site-association { "
                + "return 200 '\(Doctor.document)'; } location / { return 404; }",
            leaf: leaf)
        let result = try Doctor.run(server.port)
        #expect(
            Doctor.findings(result.outputText).filter { $0.contains("error: ") } == [
                "  error: \(what) is too weak [certificate-weak]"
            ])
        #expect(result.exitCode == 1)
    }

    @Test func `says that TLS 1.2 is refused`() throws {
        let server = try FaultServer(
            Doctor.identity(Doctor.leaf.get()), settings: TLSSettings(minimumVersion: .tls13),
            respond: Doctor.sound)
        let result = try Doctor.run(server.port)
        #expect(
            result.outputText.contains(
                "\n  warning: no answer with TLS 1.2 alone [tls-1.2-refused]\n"))
        #expect(result.exitCode == 0)
    }

    @Test func `says that TLS 1.3 is not offered`() throws {
        let server = try FaultServer(
            Doctor.identity(Doctor.leaf.get()), settings: TLSSettings(ciphers: TLSSettings.ciphers),
            respond: Doctor.sound)
        let result = try Doctor.run(server.port)
        #expect(
            result.outputText.contains(
                "\n  note: no answer with TLS 1.3 alone [tls-1.3-missing]\n"))
        #expect(result.exitCode == 0)
    }
}

struct `What the doctor says of bodies` {
    /// Returns bytes in gzip, as often as asked.
    static func packed(_ text: String, times: Int) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        var bytes = Array(text.utf8)
        for index in 0..<times {
            try directory.write(bytes, to: "\(index)")
            try CommandRunner.output("gzip", ["-n", directory.file("\(index)")])
            bytes = try directory.bytes(of: "\(index).gz")
        }
        return bytes
    }

    func lines(_ encoding: String?, _ body: [UInt8]) throws -> [String] {
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get())) { request in
            var reply = Doctor.sound(request)
            guard reply.status == 200 else { return reply }
            reply.body = body
            if let encoding { reply.fields.append("Content-Encoding: \(encoding)") }
            return reply
        }
        let result = try Doctor.run(server.port)
        #expect(result.exitCode == (result.outputText.contains("  error: ") ? 1 : 0))
        return Doctor.findings(result.outputText).filter { !$0.hasPrefix("  file: ") }
            .filter { !$0.contains("Android's file") }
    }

    @Test func `sees that gzip was applied twice`() throws {
        #expect(
            try lines("gzip", Self.packed(Doctor.document, times: 2)) == [
                "shop.example.com: broken: 1 error",
                "  error: after decoding gzip the body is still gzip [encoding-twice]",
            ])
    }

    @Test func `sees that gzip is not declared`() throws {
        #expect(
            try lines(nil, Self.packed(Doctor.document, times: 1)) == [
                "shop.example.com: broken: 1 error",
                "  error: the body is gzip, and there is no Content-Encoding "
                    + "[encoding-undeclared]",
            ])
    }

    @Test func `sees that gzip comes unasked, and reads it`() throws {
        #expect(
            try lines("gzip", Self.packed(Doctor.document, times: 1)) == [
                "shop.example.com: fine: 1 warning",
                "  warning: without Accept-Encoding the body comes as 'gzip' [encoding-unasked]",
            ])
    }

    @Test func `sees an encoding that was not offered and one that is a lie`() throws {
        #expect(
            try lines("br", [1, 2, 3]) == [
                "shop.example.com: broken: 1 error",
                "  error: the encoding is 'br', offered was gzip [encoding-unknown]",
            ])
        #expect(
            try lines("gzip", Array("{}".utf8)) == [
                "shop.example.com: broken: 1 error",
                "  error: the body is not gzip [encoding-broken]",
                "    it is no valid gzip data (incorrect header check)",
            ])
    }
}

struct `What the doctor says without an answer` {
    func lines(
        _ port: Int, from start: Int = 0, _ count: Int = 2
    ) throws -> [String] {
        let result = try Doctor.run(port, arguments: ["--offline", "--timeout", "1"])
        #expect(result.exitCode == 1)
        return Array(Doctor.findings(result.outputText).dropFirst(start).prefix(count))
    }

    func server(_ change: @escaping @Sendable (inout FaultServer.Reply) -> Void) throws
        -> FaultServer
    {
        try FaultServer(Doctor.identity(Doctor.leaf.get())) { request in
            var reply = Doctor.sound(request)
            change(&reply)
            return reply
        }
    }

    @Test func `names a slow drip`() throws {
        let server = try server { $0.drips = true }
        #expect(
            try lines(server.port, from: 3) == [
                "  error: 200, and after T only 1 byte of the body [body-incomplete]",
                "    operation timed out after T with 1 out of \(Doctor.document.utf8.count) "
                    + "bytes received",
            ])
    }

    @Test func `names silence`() throws {
        let server = try server { $0.isSilent = true }
        #expect(
            try lines(server.port) == [
                "shop.example.com: broken: 1 error", "  error: no answer after T [timeout]",
            ])
    }

    @Test func `names what is no HTTP`() throws {
        let server = try server { $0.raw = Array("SSH-2.0-OpenSSH_9.2\r\n".utf8) }
        #expect(
            try lines(server.port) == [
                "shop.example.com: broken: 1 error",
                "  error: what comes back at 127.0.0.1 is no HTTP answer [no-answer]",
            ])
    }

    @Test func `names plain HTTP on the port`() throws {
        let server = try FaultServer(nil, respond: Doctor.sound)
        #expect(
            try lines(server.port) == [
                "shop.example.com: broken: 1 error",
                "  error: no TLS handshake at 127.0.0.1 [tls-failed]",
            ])
    }

    @Test func `names a port where nobody listens, and one version of IP that fails`() throws {
        var server: FaultServer? = try server { _ in }
        let port = try #require(server?.port)
        let both = try CommandRunner.run(
            RunningServer.program,
            [
                "doctor", Doctor.host, "--offline", "--ca", try Site.authority(), "--connect-to",
                "::127.0.0.1:\(port),::[::1]:\(port)",
            ])
        #expect(
            both.outputText.contains(
                "\n  warning: IPv6 answers otherwise than IPv4 [ipv6-fails]\n    IPv4: 200\n"
                    + "    IPv6: "))
        #expect(both.exitCode == 0)
        server = nil
        #expect(
            try lines(port) == [
                "shop.example.com: broken: 1 error",
                "  error: nobody answers at 127.0.0.1 [host-unreachable]",
            ])
    }

    @Test func `names a private address, and leaves it alone in bulk`() throws {
        let server = try server { _ in }
        let host = "localhost:\(server.port)"
        let one = try CommandRunner.run(
            RunningServer.program,
            ["doctor", host, "--offline", "--ca", try Site.authority()])
        #expect(one.outputText.contains("\n  error: localhost leads to "))
        #expect(one.outputText.contains("[address-private]\n"))
        #expect(one.exitCode == 1)
        let many = [host, "localhost:1"]
        let refused = try CommandRunner.run(
            RunningServer.program,
            ["doctor", "--offline", "--ca", try Site.authority()] + many)
        #expect(refused.outputText.contains("which is left alone without --allow-private\n"))
        #expect(refused.outputText.hasSuffix("\n2 hosts: 2 unknown\n"))
        #expect(refused.exitCode == 3)
        let allowed = try CommandRunner.run(
            RunningServer.program,
            ["doctor", "--offline", "--allow-private", "--ca", try Site.authority()] + many)
        #expect(allowed.outputText.contains("\n2 hosts: 2 broken\n"))
        #expect(allowed.exitCode == 1)
    }
}
