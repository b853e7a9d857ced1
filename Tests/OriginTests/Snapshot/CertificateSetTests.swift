import Diagnostics
import POSIX
import TestSupport
import Testing

@testable import Configuration
@testable import Origin

struct `Certificate set` {
    let certificates: TestCertificates

    init() throws { certificates = try TestCertificates() }

    @Test func `covers hosts by the names in the certificates`() throws {
        let build = try build(
            ["shop.example.com", "*.shops.example.com"],
            hosts: [
                "shop.example.com", "a.shops.example.com", "*.shops.example.com",
            ])
        #expect(build.findings == [])
        #expect(
            build.snapshot?.certificates.map(\.dnsNames) == [
                ["shop.example.com", "*.shops.example.com"]
            ])
    }

    @Test func `names each host that no certificate covers`() throws {
        let build = try build(
            ["*.example.com"],
            hosts: [
                "a.example.com", "b.a.example.com", "example.com",
            ])
        #expect(build.snapshot == nil)
        #expect(build.fault == .configuration)
        #expect(
            build.findings.map(\.message) == [
                "no certificate covers 'b.a.example.com'", "no certificate covers 'example.com'",
            ])
    }

    @Test func `counts what is left after twenty hosts without a certificate`() throws {
        let build = try build(
            ["shop.example.com"], hosts: (1...25).map { "h\($0).example.com" })
        #expect(build.findings.count == 21)
        #expect(
            build.findings.last?.message == "no certificate covers 'h21.example.com' and 4 more")
    }

    @Test func `says in one finding that no certificate is configured`() {
        var sample = SampleConfiguration.table()
        sample.value.tls.selfSigned = .never
        let build = Building.build(sample.value)
        #expect(
            build.findings.map(\.message) == [
                "no certificate is configured for 'shop.example.com' and 5 more"
            ])
    }

    @Test func `leaves hosts of developer environments to minting`() {
        var sample = SampleConfiguration()
        sample.value.tls.selfSigned = .developer
        sample.add("dev", mode: .developer, hosts: ["dev.example.com"])
        #expect(Building.build(sample.value).findings == [])
        sample.add("managed", mode: .managed, hosts: ["managed.example.com"])
        #expect(
            Building.build(sample.value).findings.map(\.message) == [
                "no certificate is configured for 'managed.example.com'"
            ])
    }

    @Test func `only warns for a host that is not served`() {
        var sample = SampleConfiguration()
        sample.value.tls.selfSigned = .never
        sample.add("off", isEnabled: false, hosts: ["off.example.com"])
        let build = Building.build(sample.value)
        #expect(build.findings.map(\.severity) == [.warning])
        #expect(build.snapshot != nil)
    }

    @Test func `asks for no certificate where a proxy ends TLS`() {
        var sample = SampleConfiguration.table()
        sample.value.tls.selfSigned = .never
        sample.value.listeners = [SampleConfiguration.listener("p", .proxied(trusted: []))]
        #expect(Building.build(sample.value).findings == [])
    }

    @Test func `finds a certificate fault apart from faults of the configuration`() throws {
        var sample = SampleConfiguration.table()
        sample.value.tls.certificates = [
            Self.certificate("/nowhere/cert.pem", key: nil)
        ]
        let build = Building.build(sample.value)
        #expect(build.snapshot == nil)
        #expect(build.fault == .certificate)
        #expect(build.findings.count == 1)
    }

    @Test func `changes the digest when only a certificate is renewed`() throws {
        let hosts = ["shop.example.com"]
        let first = try build(hosts, hosts: hosts, stem: "first").snapshot
        let second = try build(hosts, hosts: hosts, stem: "second").snapshot
        #expect(first != nil)
        #expect(first?.digest != second?.digest)
    }

    @Test func `changes the digest when only the chain is repaired`() throws {
        let leaf = try certificates.leaf("leaf", names: ["shop.example.com"], validity: .ninetyDays)
        var sample = SampleConfiguration()
        sample.add("production", hosts: ["shop.example.com"])
        let digests = [leaf.certificate, leaf.chain].map { file in
            sample.value.tls.certificates = [Self.certificate(file, key: leaf.key)]
            return build(sample).snapshot?.digest
        }
        #expect(digests[0] != nil)
        #expect(digests[0] != digests[1])
    }

    private func build(
        _ names: [String], hosts: [String], stem: String = "leaf"
    ) throws -> SnapshotBuild {
        let leaf = try certificates.leaf(stem, names: names, validity: .ninetyDays)
        var sample = SampleConfiguration()
        sample.value.tls.selfSigned = .never
        sample.value.tls.certificates = [Self.certificate(leaf.chain, key: leaf.key)]
        sample.add("production", hosts: hosts)
        return build(sample)
    }

    private func build(_ sample: SampleConfiguration) -> SnapshotBuild {
        SnapshotBuilder(certificates: .readOnly, nowMilliseconds: Clock.nowMilliseconds)
            .build(LoadedConfiguration(sample.value, findings: []))
    }

    private static func certificate(
        _ file: String, key: String?
    ) -> TLSConfiguration.Certificate {
        TLSConfiguration.Certificate(
            displayName: file, certificateFile: file, keyFile: key,
            location: SampleConfiguration.place(1))
    }
}
