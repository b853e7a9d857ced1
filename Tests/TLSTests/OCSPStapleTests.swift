import Foundation
import TLS
import TestSupport
import Testing

struct `An OCSP staple` {
    let certificates: TestCertificates
    let leaf: TestCertificates.Leaf

    init() throws {
        certificates = try TestCertificates()
        leaf = try certificates.leaf("a", names: ["a.test"])
    }

    func report(staple: [UInt8]?, _ arguments: [String]) throws -> ClientReport {
        let other = try certificates.leaf("b", names: ["a.test"], key: .rsa(2048))
        let identities = [
            try TLSIdentity(
                certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil,
                ocspResponse: staple),
            try TLSIdentity(
                certificateFile: other.chain, keyFile: other.key, displayName: "b.pem", at: nil),
        ]
        let server = try LoopbackServer(TLSIdentities(identities))
        let report = try ClientReport(server, ["-servername", "a.test"] + arguments)
        #expect(report.isAnswered)
        return report
    }

    func response() throws -> [UInt8] {
        let directory = certificates.directory
        try CommandRunner.output(
            "openssl",
            [
                "ocsp", "-index", "index.txt", "-CA", "intermediate.pem", "-rsigner",
                "intermediate.pem", "-rkey", "intermediate.key", "-issuer", "intermediate.pem",
                "-cert", leaf.certificate, "-ndays", "1", "-respout", "a.ocsp",
            ], directory: directory.path)
        return try directory.bytes(of: "a.ocsp")
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `is shown to a client that asks for it`(_ version: String) throws {
        let report = try report(staple: try response(), ["-status", version])
        #expect(report.text.contains("OCSP Response Status: successful (0x0)"))
        #expect(report.text.contains("Cert Status: good"))
    }

    @Test func `is not shown with another certificate of the same name`() throws {
        let report = try report(
            staple: try response(), ["-status", "-sigalgs", "rsa_pss_rsae_sha256"])
        #expect(report.text.contains("OCSP response: no response sent"))
    }

    @Test func `is not needed`() throws {
        let report = try report(staple: nil, ["-status"])
        #expect(report.text.contains("OCSP response: no response sent"))
    }
}
