import TestSupport
import Testing

struct `Test certificates` {
    @Test func `verify against their root through the intermediate`() throws {
        let certificates = try TestCertificates()
        let leaf = try certificates.leaf("a", names: ["a.test", "127.0.0.1"])
        let output = try CommandRunner.output(
            "openssl",
            [
                "verify", "-CAfile", certificates.root, "-untrusted", certificates.intermediate,
                leaf.certificate,
            ])
        #expect(output == "\(leaf.certificate): OK\n")
    }
}
