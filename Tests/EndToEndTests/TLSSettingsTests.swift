import Foundation
import TestSupport
import Testing

/// What the configuration says about versions, ciphers and the files beside a certificate.
struct `TLS settings` {
    private func configuration(listen: String, certificate: String) throws -> String {
        try Site.configuration(listen: listen).replacing(
            try Regex("certificates: .*"), with: "certificates: [\(certificate)]")
    }

    @Test func `of one listener do not touch another`() throws {
        let listen = """
            listen:
              - address: "127.0.0.1:0"
                min_version: "1.3"
              - address: "127.0.0.2:0"
                ciphers: [ECDHE-ECDSA-AES256-GCM-SHA384]

            """
        let leaf = try Site.leaf.get()
        let server = try RunningServer(
            configuration(listen: listen, certificate: leaf.combined))
        func shake(_ address: String, _ index: Int, _ version: String) throws -> String {
            let result = try CommandRunner.run(
                "openssl",
                [
                    "s_client", "-connect", "\(address):\(try server.port(index))", "-servername",
                    "shop.example.com", version,
                ])
            return result.outputText.firstMatch(of: /New, (.*)/).map { String($0.1) } ?? ""
        }
        #expect(try shake("127.0.0.1", 0, "-tls1_2") == "(NONE), Cipher is (NONE)")
        #expect(
            try shake("127.0.0.1", 0, "-tls1_3") == "TLSv1.3, Cipher is TLS_AES_128_GCM_SHA256")
        #expect(
            try shake("127.0.0.2", 1, "-tls1_2")
                == "TLSv1.2, Cipher is ECDHE-ECDSA-AES256-GCM-SHA384")
        #expect(try shake("127.0.0.2", 1, "-tls1_3") == "(NONE), Cipher is (NONE)")
    }

    @Test func `name the cipher that was probably meant`() throws {
        let listen = """
            listen:
              - address: "127.0.0.1:0"
                ciphers: [TLS_AES_128_GCM_SHA265]

            """
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            configuration(listen: listen, certificate: Site.leaf.get().combined), to: "a.yaml")
        let result = try CommandRunner.run(
            RunningServer.program, ["check", "--config", file], directory: directory.path)
        #expect(result.exitCode == 1)
        #expect(
            result.errorText.contains(
                "error: no secure cipher has the name 'TLS_AES_128_GCM_SHA265' [cipher-unknown]"))
        #expect(result.errorText.contains("  hint: did you mean 'TLS_AES_128_GCM_SHA256'?\n"))
    }

    @Test func `decrypt a key with the first line of a file, also when both are renewed`() throws {
        let certificates = try Site.certificates.get()
        let first = try certificates.leaf("passphrase-1", names: Site.names)
        let second = try certificates.leaf("passphrase-2", names: Site.names)
        let directory = try TemporaryDirectory()
        func publish(_ leaf: TestCertificates.Leaf, _ passphrase: String) throws {
            let key = try certificates.encryptedKey(of: leaf, passphrase: passphrase)
            try directory.write(Fixtures.text(of: leaf.chain), to: "chain.pem")
            try directory.write(Fixtures.text(of: key), to: "key.pem")
            try directory.write(passphrase + "\n", to: "passphrase")
        }
        try publish(first, "correct horse")
        let server = try RunningServer(
            configuration(
                listen: Site.tlsListener,
                certificate: "{cert: chain.pem, key: key.pem, passphrase_file: passphrase}"),
            in: directory)
        let client = try Site.openssl(server)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: first.certificate))
        try directory.write("wrong\n", to: "passphrase")
        try server.reload(expecting: "refused", count: 1)
        try publish(second, "battery staple")
        try server.reload(expecting: "reloaded", count: 1)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: second.certificate))
        #expect(!server.errors.text.contains("battery"))
        #expect(!server.errors.text.contains("horse"))
    }
}
