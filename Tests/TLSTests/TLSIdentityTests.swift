import Diagnostics
import Foundation
import TLS
import TestSupport
import Testing

struct `Loading an identity` {
    let certificates: TestCertificates
    let leaf: TestCertificates.Leaf

    init() throws {
        certificates = try TestCertificates()
        leaf = try certificates.leaf("a", names: ["a.test", "*.b.test"])
    }

    /// Returns the finding that loading throws, as text.
    func finding(
        _ certificate: String, key: String? = nil, passphrase: String? = nil
    ) -> String {
        do {
            _ = try TLSIdentity(
                certificateFile: certificate, keyFile: key, displayName: "a.pem", at: nil,
                passphrase: passphrase.map { Array($0.utf8) })
            return "loaded"
        } catch {
            return DiagnosticText().text(for: error)
        }
    }

    func write(_ text: String) throws -> String {
        try certificates.directory.write(text, to: "\(UUID().uuidString).pem")
    }

    func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func `tells what the certificate says`() throws {
        let identity = try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil)
        #expect(identity.name == "a.pem")
        #expect(identity.dnsNames == ["a.test", "*.b.test"])
        #expect(identity.issuer == "CN=Test Intermediate")
        #expect(identity.keyKind == "EC P-256")
        #expect(identity.notAfter - identity.notBefore == 3660)
        let asOpenSSLSays = try CommandRunner.output(
            "openssl",
            ["x509", "-in", leaf.certificate, "-noout", "-serial", "-fingerprint", "-sha256"]
        ).lowercased().replacing(":", with: "")
        #expect(
            asOpenSSLSays
                == "serial=\(identity.serial)\nsha256 fingerprint=\(identity.fingerprint)\n")
    }

    @Test func `reads chain and key from one file in any order`() throws {
        let combined = try text(leaf.combined)
        let keyFirst = try write(try text(leaf.key) + text(leaf.chain))
        let issuerFirst = try write(
            try text(certificates.intermediate) + text(leaf.certificate) + text(leaf.key))
        let withText = try write("Bag Attributes\n  x: y\n\n" + combined + "\ntrailing words\n")
        let windows = try write(combined.replacing("\n", with: "\r\n"))
        for file in [leaf.combined, keyFirst, issuerFirst, withText, windows] {
            #expect(finding(file) == "loaded")
        }
    }

    @Test func `reads RSA keys and older key formats`() throws {
        let rsa = try certificates.leaf("rsa", names: ["a.test"], key: .rsa(2048))
        let traditional = rsa.key + ".old"
        try CommandRunner.output(
            "openssl", ["pkey", "-in", rsa.key, "-traditional", "-out", traditional])
        #expect(try text(traditional).hasPrefix("-----BEGIN RSA PRIVATE KEY-----"))
        #expect(finding(rsa.chain, key: traditional) == "loaded")
        let curve = leaf.key + ".old"
        try CommandRunner.output("openssl", ["ec", "-in", leaf.key, "-out", curve])
        let parameters = try CommandRunner.output(
            "openssl", ["ecparam", "-name", "prime256v1"])
        #expect(finding(leaf.chain, key: try write(parameters + text(curve))) == "loaded")
    }

    @Test func `names the file that cannot be read and the system's reason`() {
        #expect(
            finding("/nowhere/a.pem") == """
                error: cannot read certificate 'a.pem': no such file or directory \
                [certificate-unreadable]

                """)
        #expect(
            finding(leaf.chain, key: "/nowhere/a.key") == """
                error: cannot read key '/nowhere/a.key': no such file or directory \
                [key-unreadable]

                """)
        #expect(
            finding("/") == """
                error: cannot read certificate 'a.pem': is a directory [certificate-unreadable]

                """)
    }

    @Test func `tells a missing certificate from a missing key`() {
        #expect(
            finding(leaf.key) == "error: no certificate in 'a.pem' [certificate-missing]\n")
        #expect(
            finding(leaf.chain) == """
                error: no private key in 'a.pem' [key-missing]
                  hint: name its file with 'key', or append it to the certificate's file

                """)
    }

    @Test func `offers the command that turns DER into PEM`() throws {
        let der = leaf.certificate + ".der"
        try CommandRunner.output(
            "openssl", ["x509", "-in", leaf.certificate, "-outform", "DER", "-out", der])
        #expect(
            finding(der) == """
                error: no certificate in 'a.pem' [certificate-missing]
                  hint: the file is DER; make it PEM: openssl x509 -inform DER -in FILE -out NEW

                """)
    }

    @Test func `offers the commands that turn PKCS 12 and PKCS 7 into PEM`() throws {
        let bag = leaf.certificate + ".p12"
        try CommandRunner.output(
            "openssl",
            [
                "pkcs12", "-export", "-in", leaf.chain, "-inkey", leaf.key, "-passout", "pass:a",
                "-out", bag,
            ])
        #expect(
            finding(bag) == """
                error: no certificate in 'a.pem' [certificate-missing]
                  hint: the file is PKCS #12; make it PEM: openssl pkcs12 -nodes -in FILE -out NEW

                """)
        #expect(
            finding(leaf.chain, key: bag) == """
                error: no private key in \(Diagnostic.quotedPath(bag)) [key-missing]
                  hint: the file is PKCS #12; make it PEM: openssl pkcs12 -nodes -in FILE -out NEW

                """)
        for form in ["DER", "PEM"] {
            let bundle = leaf.certificate + ".\(form).p7b"
            try CommandRunner.output(
                "openssl",
                [
                    "crl2pkcs7", "-nocrl", "-certfile", leaf.chain, "-outform", form, "-out",
                    bundle,
                ])
            #expect(
                finding(bundle) == """
                    error: no certificate in 'a.pem' [certificate-missing]
                      hint: the file is PKCS #7; make it PEM: openssl pkcs7 -inform \(form) \
                    -print_certs -in FILE -out NEW

                    """)
        }
    }

    @Test func `asks for a passphrase in words and never at the terminal`() throws {
        let encrypted = try certificates.encryptedKey(of: leaf, passphrase: "correct horse")
        let name = Diagnostic.quotedPath(encrypted)
        #expect(
            finding(leaf.chain, key: encrypted) == """
                error: private key in \(name) is encrypted [key-encrypted]
                  hint: give its passphrase, or decrypt it: openssl pkey -in FILE -out NEW

                """)
        #expect(
            finding(leaf.chain, key: encrypted, passphrase: "wrong") == """
                error: private key in \(name) cannot be decrypted with its passphrase \
                [key-passphrase-wrong]
                  hint: the first line of the passphrase file counts, spaces included

                """)
        #expect(finding(leaf.chain, key: encrypted, passphrase: "") != "loaded")
        #expect(
            finding(leaf.chain, key: encrypted, passphrase: String(repeating: "x", count: 5000))
                != "loaded")
        #expect(finding(leaf.chain, key: encrypted, passphrase: "correct horse") == "loaded")
    }

    @Test func `tells the older kind of encryption too`() throws {
        let encrypted = leaf.key + ".old"
        try CommandRunner.output(
            "openssl",
            ["ec", "-in", leaf.key, "-aes256", "-passout", "pass:secret", "-out", encrypted])
        #expect(try text(encrypted).contains("Proc-Type: 4,ENCRYPTED"))
        #expect(finding(leaf.chain, key: encrypted).contains("[key-encrypted]"))
        #expect(finding(leaf.chain, key: encrypted, passphrase: "secret") == "loaded")
    }

    @Test func `refuses a key that belongs to another certificate`() throws {
        let other = try certificates.leaf("other", names: ["a.test"])
        #expect(
            finding(leaf.chain, key: other.key) == """
                error: private key \(Diagnostic.quotedPath(other.key)) does not belong to \
                certificate 'a.pem' [key-mismatch]
                  hint: name the key that the certificate was requested with

                """)
    }

    @Test func `refuses a bundle of authorities as a chain`() throws {
        let one = try text(certificates.root)
        let bundle = try write(String(repeating: one, count: 11))
        #expect(
            finding(bundle, key: leaf.key) == """
                error: 'a.pem' holds 11 certificates, at most 10 make a chain \
                [certificate-chain-too-long]
                  hint: keep the server's certificate and the intermediate ones

                """)
    }

    @Test func `points at the place in the configuration`() throws {
        let source = SourceFile(name: "aasa.yaml", bytes: Array("tls: x.pem\n".utf8))
        let place = Location(source, line: 1, column: 6)
        let thrown = #expect(throws: Diagnostic.self) {
            try TLSIdentity(
                certificateFile: "/nowhere", keyFile: nil, displayName: "x.pem", at: place)
        }
        #expect(thrown?.location == place)
    }
}
