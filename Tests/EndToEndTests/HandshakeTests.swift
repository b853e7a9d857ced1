import TestSupport
import Testing

/// A server name, and the certificate that a client must be shown for it.
struct ServerNameCase: CustomTestStringConvertible, Sendable {
    let name: String
    let leaf: String
    let chainLength: Int
    let version: String

    var testDescription: String { "\(name) under \(version)" }

    static let all = ["-tls1_2", "-tls1_3"].flatMap { version in
        [
            ServerNameCase(name: "one.example.com", leaf: "one", chainLength: 2, version: version),
            ServerNameCase(name: "two.example.com", leaf: "two", chainLength: 2, version: version),
            ServerNameCase(name: "TWO.example.com", leaf: "two", chainLength: 2, version: version),
            ServerNameCase(
                name: "a.wild.example.com", leaf: "wild", chainLength: 3, version: version),
        ]
    }
}

struct `The TLS handshake` {
    /// A server with three certificates; the last one has a chain of three.
    private static let server = Result {
        let certificates = try Site.certificates.get()
        let one = try certificates.leaf("handshake-one", names: ["one.example.com"])
        let two = try certificates.leaf(
            "handshake-two", names: ["x.example.com", "two.example.com"], key: .rsa(2048))
        let wild = try certificates.leaf("handshake-wild", names: ["*.wild.example.com"])
        let files = try TemporaryDirectory()
        let three = try files.write(
            [wild.chain, certificates.root, wild.key].map(Fixtures.text(of:)).joined(),
            to: "three.pem")
        return try RunningServer(
            """
            listen: [{address: "127.0.0.1:0"}]
            tls:
              certificates: ["\(one.combined)", "\(two.combined)", "\(three)"]
              self_signed: never
            apps:
              shop:
                id: ABCDE12345.com.example.shop
                rules: [/products/*]
            environments:
              production:
                apps: [shop]
                hosts: [one.example.com, two.example.com, a.wild.example.com]

            """, in: files)
    }

    @Test(arguments: ServerNameCase.all)
    func `shows the certificate of the name that was asked for, with its whole chain`(
        _ testCase: ServerNameCase
    ) throws {
        let client = try Site.openssl(Self.server.get())
        let result = try client.handshake(
            testCase.name, [testCase.version, "-verify_return_error"])
        #expect(result.exitCode == 0, "\(result.errorText)")
        let count = result.outputText.matches(of: /-----BEGIN CERTIFICATE-----/).count
        #expect(count == testCase.chainLength)
        let subject = try #require(result.outputText.firstMatch(of: /subject=CN = (\S+)/))
        let subjects = [
            "one": "one.example.com", "two": "x.example.com", "wild": "*.wild.example.com",
        ]
        #expect(String(subject.1) == subjects[testCase.leaf])
    }

    @Test(arguments: ["-tls1", "-tls1_1"])
    func `refuses versions below TLS 1.2 with an alert that says so`(version: String) throws {
        let client = try Site.openssl(Self.server.get())
        let result = try client.handshake(
            "one.example.com", [version, "-cipher", "DEFAULT:@SECLEVEL=0"])
        #expect(result.exitCode != 0)
        #expect(result.errorText.contains("alert protocol version"), "\(result.errorText)")
    }

    @Test func `refuses TLS 1.2 as well when the configuration asks for 1.3`() throws {
        let configuration = try Site.configuration().replacing(
            "self_signed: never", with: "min_version: \"1.3\"\n  self_signed: never")
        let client = try Site.openssl(RunningServer(configuration))
        let old = try client.handshake("shop.example.com", ["-tls1_2"])
        #expect(old.errorText.contains("alert protocol version"), "\(old.errorText)")
        let new = try client.handshake("shop.example.com", ["-tls1_3", "-verify_return_error"])
        #expect(new.exitCode == 0, "\(new.errorText)")
    }

    @Test func `refuses a name that no certificate covers with an alert that says so`() throws {
        let client = try Site.openssl(Self.server.get())
        let result = try client.handshake("unknown.example.com")
        #expect(result.exitCode != 0)
        #expect(result.errorText.contains("unrecognized name"), "\(result.errorText)")
    }

    @Test func `refuses a client without a name while there is no default certificate`() throws {
        let client = try Site.openssl(Self.server.get())
        let result = try client.handshake(nil)
        #expect(result.exitCode != 0)
        #expect(result.errorText.contains("unrecognized name"), "\(result.errorText)")
    }

    @Test func `shows the default certificate to a client without a name`() throws {
        let leaf = try Site.leaf.get()
        let configuration = try Site.configuration().replacing(
            "self_signed: never",
            with: "default_certificate: \"\(leaf.combined)\"\n  self_signed: never")
        let client = try Site.openssl(RunningServer(configuration))
        let result = try client.handshake(nil, ["-verify_return_error"])
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect(result.outputText.contains("subject=CN = shop.example.com"))
    }

    @Test func `agrees on http/1.1 and refuses a client that offers only others`() throws {
        let client = try Site.openssl(Self.server.get())
        let both = try client.handshake("one.example.com", ["-alpn", "h2,http/1.1"])
        #expect(both.outputText.contains("ALPN protocol: http/1.1"))
        let other = try client.handshake("one.example.com", ["-alpn", "h2"])
        #expect(other.errorText.contains("no application protocol"), "\(other.errorText)")
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `is resumed on every loop, also after a reload with another certificate`(
        _ version: String
    ) throws {
        let certificates = try Site.certificates.get()
        let leaves = try (1...2).map {
            try certificates.leaf("resume\(version)-\($0)", names: Site.names)
        }
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: leaves[0].combined), to: "pair.pem")
        let server = try RunningServer(
            Site.configuration(certificates: ["pair.pem"])
                .replacing("limits:\n", with: "limits:\n  loops: 3\n"), in: directory)
        let client = try Site.openssl(server)
        let session = directory.file("session")
        func exchange(_ arguments: [String]) throws -> String {
            let result = try CommandRunner.run(
                "openssl",
                try client.command("shop.example.com") + ["-ign_eof", version] + arguments,
                input: Array(
                    "GET / HTTP/1.1\r\nHost: shop.example.com\r\nConnection: close\r\n\r\n".utf8))
            return result.outputText
        }
        #expect(try exchange(["-sess_out", session]).contains("New, TLSv1."))
        // More often than there are loops, whoever takes a connection.
        for _ in 1...9 { #expect(try exchange(["-sess_in", session]).contains("Reused, TLSv1.")) }
        try directory.write(Fixtures.text(of: leaves[1].combined), to: "pair.pem")
        try server.reload(expecting: "reloaded", count: 1)
        for _ in 1...9 { #expect(try exchange(["-sess_in", session]).contains("Reused, TLSv1.")) }
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: leaves[1].certificate))
    }
}
