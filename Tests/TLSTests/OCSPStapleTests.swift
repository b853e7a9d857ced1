import Diagnostics
import Foundation
import POSIX
import TestSupport
import Testing

@testable import TLS

struct `An OCSP staple` {
    let certificates: TestCertificates
    let leaf: TestCertificates.Leaf

    init() throws {
        certificates = try TestCertificates()
        leaf = try certificates.leaf("a", names: ["a.test"])
    }

    func identity(staple: [UInt8]?) throws -> TLSIdentity {
        try TLSIdentity(
            certificateFile: leaf.chain, keyFile: leaf.key, displayName: "a.pem", at: nil,
            ocspResponse: staple)
    }

    func report(staple: [UInt8]?, _ arguments: [String]) throws -> ClientReport {
        let other = try certificates.leaf("b", names: ["a.test"], key: .rsa(2048))
        let identities = [
            try identity(staple: staple),
            try TLSIdentity(
                certificateFile: other.chain, keyFile: other.key, displayName: "b.pem", at: nil),
        ]
        let server = try LoopbackServer(TLSIdentities(identities))
        let report = try ClientReport(server, ["-servername", "a.test"] + arguments)
        #expect(report.isAnswered)
        return report
    }

    /// Returns what the authority says of a certificate.
    func response(
        of leaf: TestCertificates.Leaf, _ more: [String] = ["-ndays", "1"]
    ) throws -> [UInt8] {
        let directory = certificates.directory
        try CommandRunner.output(
            "openssl",
            [
                "ocsp", "-index", "index.txt", "-CA", "intermediate.pem", "-rsigner",
                "intermediate.pem", "-rkey", "intermediate.key", "-issuer", "intermediate.pem",
                "-cert", leaf.certificate, "-respout", "a.ocsp",
            ] + more, directory: directory.path)
        return try directory.bytes(of: "a.ocsp")
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `is shown to a client that asks for it`(_ version: String) throws {
        let report = try report(staple: try response(of: leaf), ["-status", version])
        #expect(report.text.contains("OCSP Response Status: successful (0x0)"))
        #expect(report.text.contains("Cert Status: good"))
    }

    @Test func `is not shown with another certificate of the same name`() throws {
        let report = try report(
            staple: try response(of: leaf), ["-status", "-sigalgs", "rsa_pss_rsae_sha256"])
        #expect(report.text.contains("OCSP response: no response sent"))
    }

    @Test func `is not needed`() throws {
        let report = try report(staple: nil, ["-status"])
        #expect(report.text.contains("OCSP response: no response sent"))
    }

    @Test func `has no finding while it is good`() throws {
        let identity = try identity(staple: try response(of: leaf))
        let now = Clock.nowMilliseconds() / 1_000
        #expect(identity.findings(nowSeconds: now, at: nil) == [])
    }

    @Test func `is warned of and not shown when it is over`() throws {
        let staple = try response(of: leaf, ["-nmin", "1"])
        let identity = try identity(staple: staple)
        let now = Clock.nowMilliseconds() / 1_000
        #expect(identity.staple?.isUsable(at: now) == true)
        #expect(identity.staple?.isUsable(at: now + 120) == false)
        let finding = try #require(identity.findings(nowSeconds: now + 120, at: nil).first)
        #expect(finding.id == "ocsp-response-unusable")
        #expect(
            finding.message.hasPrefix(
                "the OCSP response of certificate 'a.pem' was good until 20"))
    }

    @Test func `is warned of and not shown when it speaks of another certificate`() throws {
        let other = try certificates.leaf("other", names: ["a.test"])
        let staple = try response(of: other)
        try expect(
            staple, "the OCSP response of certificate 'a.pem' is for another certificate")
    }

    @Test func `is warned of and not shown when it does not call the certificate good`() throws {
        // The authority of the index knows nothing of it.
        try certificates.directory.write("", to: "index.txt")
        try expect(
            try response(of: leaf),
            "the OCSP response of certificate 'a.pem' does not say that it is good")
    }

    @Test func `is warned of and not shown when the authority had none`() throws {
        // An OCSPResponse with nothing but the status tryLater (RFC 6960 §4.2.1).
        try expect(
            [0x30, 0x03, 0x0A, 0x01, 0x03],
            "the OCSP response of certificate 'a.pem' says that the authority had none")
    }

    private func expect(_ staple: [UInt8], _ message: String) throws {
        let findings = try identity(staple: staple).findings(
            nowSeconds: Clock.nowMilliseconds() / 1_000, at: nil)
        #expect(findings.map(\.message) == [message])
        #expect(findings.map(\.id) == ["ocsp-response-unusable"])
        #expect(findings.map(\.severity) == [.warning])
        let report = try report(staple: staple, ["-status"])
        #expect(report.text.contains("OCSP response: no response sent"))
    }

    @Test func `is refused when it is no OCSP response, or only a part of one`() throws {
        let whole = try response(of: leaf)
        let lengths = [0, 1, 2, whole.count / 2, whole.count - 1]
        for staple in [Array("<html>".utf8)] + lengths.map({ Array(whole[..<$0]) }) {
            #expect {
                _ = try identity(staple: staple)
            } throws: { error in
                (error as? Diagnostic)?.id == "ocsp-response-malformed"
            }
        }
    }
}
