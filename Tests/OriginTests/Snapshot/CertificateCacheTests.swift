import Diagnostics
import Foundation
import POSIX
import TLS
import TestSupport
import Testing

@testable import Configuration
@testable import Origin

struct `Certificates of the last load` {
    private let certificates: TestCertificates
    private let cache = CertificateCache()

    init() throws { certificates = try TestCertificates() }

    private func set(_ leaf: TestCertificates.Leaf, afterSeconds: Int64) -> CertificateSet {
        var sample = SampleConfiguration()
        sample.value.tls.certificates = [
            TLSConfiguration.Certificate(
                displayName: "shop.pem", certificateFile: leaf.chain, keyFile: leaf.key,
                location: SampleConfiguration.place(1))
        ]
        sample.add("production", hosts: ["shop.example.com"])
        return CertificateSet(
            sample.value, reading: .readOnly, cache: cache,
            nowSeconds: Clock.nowMilliseconds() / 1000 + afterSeconds)
    }

    @Test func `are taken where the files have been at rest and are the same`() throws {
        let leaf = try certificates.leaf("shop", names: ["shop.example.com"])
        let first = set(leaf, afterSeconds: 10)
        let second = set(leaf, afterSeconds: 20)
        let identity = try #require(first.identities.identities(for: "shop.example.com").first)
        #expect(second.identities.identities(for: "shop.example.com").first === identity)
        #expect(second.summaries == first.summaries)
    }

    @Test func `are read again when a file has just changed`() throws {
        let leaf = try certificates.leaf("shop", names: ["shop.example.com"])
        let first = set(leaf, afterSeconds: 0)
        let second = set(leaf, afterSeconds: 0)
        let identity = try #require(first.identities.identities(for: "shop.example.com").first)
        #expect(second.identities.identities(for: "shop.example.com").first !== identity)
    }

    @Test func `are read again when a file is another one`() throws {
        let leaf = try certificates.leaf("shop", names: ["shop.example.com"])
        let first = set(leaf, afterSeconds: 10)
        let renewed = try certificates.leaf("renewed", names: ["shop.example.com"])
        for (old, new) in [(leaf.chain, renewed.chain), (leaf.key, renewed.key)] {
            try FileManager.default.removeItem(atPath: old)
            try FileManager.default.copyItem(atPath: new, toPath: old)
        }
        let second = set(leaf, afterSeconds: 20)
        #expect(second.summaries.map(\.serial) != first.summaries.map(\.serial))
        #expect(second.summaries.count == 1)
    }

    @Test func `are judged anew by every load`() throws {
        let leaf = try certificates.leaf("shop", names: ["shop.example.com"])
        #expect(set(leaf, afterSeconds: 10).certificateFindings == [])
        let late = set(leaf, afterSeconds: 1_000_000)
        #expect(late.certificateFindings.map(\.id).contains("certificate-expired"))
    }
}
