import Diagnostics
import Foundation
import TLS
import TestSupport
import Testing

struct `A minting authority` {
    let now = Int64(Date().timeIntervalSince1970)
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [
        "localhost", "a.dev.test", String(repeating: "long-label.", count: 20) + "test",
    ])
    func `mints certificates that a client which trusts it accepts`(_ host: String) throws {
        let authority = try MintingAuthority.ephemeral(nowSeconds: now)
        let root = try directory.write(authority.certificatePEM, to: "root.pem")
        let server = try LoopbackServer(
            TLSIdentities([], authority: authority, mayMint: { $0 == host }))
        let report = try ClientReport(
            server,
            [
                "-servername", host, "-CAfile", root, "-verify_hostname", host,
                "-verify_return_error", "-x509_strict", "-purpose", "sslserver",
            ])
        #expect(report.isVerified)
        #expect(report.certificateCount == 1)
        #expect(try server.allOutcomes().map(\.failure) == [nil])
    }

    @Test func `makes localhost valid for the loopback addresses`() throws {
        let authority = try MintingAuthority.ephemeral(nowSeconds: now)
        let root = try directory.write(authority.certificatePEM, to: "root.pem")
        let minted = try authority.identity(for: "localhost")
        for address in ["127.0.0.1", "::1"] {
            let server = try LoopbackServer(TLSIdentities([], fallback: minted))
            let report = try ClientReport(
                server, ["-noservername", "-CAfile", root, "-verify_ip", address])
            #expect(report.isVerified, "\(address)")
        }
    }

    @Test func `keeps to the rules of Apple's systems`() throws {
        let minted = try MintingAuthority.ephemeral(nowSeconds: now).identity(for: "a.dev.test")
        #expect(minted.notBefore <= now)
        #expect(minted.notAfter - minted.notBefore <= 825 * 86_400)
        #expect(minted.dnsNames == ["a.dev.test"])
        #expect(minted.keyKind == "EC P-256")
        #expect(minted.issuer == "CN=AASA Origin development authority")
        #expect(minted.name == "minted")
    }

    @Test func `mints each host once`() throws {
        let authority = try MintingAuthority.ephemeral(nowSeconds: now)
        let first = try authority.identity(for: "a.test")
        #expect(try authority.identity(for: "a.test") === first)
        #expect(try authority.identity(for: "b.test").serial != first.serial)
    }

    @Test func `mints from many threads at once`() async throws {
        let authority = try MintingAuthority.ephemeral(nowSeconds: now)
        let serials = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<64 {
                group.addTask { try authority.identity(for: "h\(number % 4).test").serial }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(serials.count == 4)
    }

    @Test(arguments: [
        "", "a,IP:1.2.3.4", "ä.test", "a b", "a\nb", String(repeating: "a", count: 254),
    ])
    func `refuses what is no host name`(_ host: String) throws {
        let authority = try MintingAuthority.ephemeral(nowSeconds: now)
        let thrown = #expect(throws: Diagnostic.self) { try authority.identity(for: host) }
        #expect(thrown?.id == "certificate-mint-failed")
    }

    @Test func `is kept in a directory that only its owner can read`() throws {
        let path = directory.file("a/state")
        let first = try MintingAuthority.stored(in: path, nowSeconds: now, at: nil)
        let again = try MintingAuthority.stored(in: path, nowSeconds: now + 86_400, at: nil)
        #expect(again.fingerprint == first.fingerprint)
        #expect(again.certificatePEM == first.certificatePEM)
        #expect(try directory.text(of: "a/state/authority.pem") == first.certificatePEM)
        let modes = try CommandRunner.output(
            "stat", ["-c", "%a", path, "\(path)/authority.pem", "\(path)/authority-key.pem"])
        #expect(modes == "700\n644\n600\n")
        // What it mints after a restart is still trusted.
        let root = try directory.write(first.certificatePEM, to: "root.pem")
        let server = try LoopbackServer(
            TLSIdentities([], authority: again, mayMint: { _ in true }))
        let report = try ClientReport(server, ["-servername", "a.test", "-CAfile", root])
        #expect(report.isVerified)
    }

    @Test func `is replaced within a week of its end`() throws {
        let path = directory.file("state")
        let first = try MintingAuthority.stored(in: path, nowSeconds: now, at: nil)
        let day: Int64 = 86_400
        let before = try MintingAuthority.stored(
            in: path, nowSeconds: now + 792 * day, at: nil)
        #expect(before.fingerprint == first.fingerprint)
        let after = try MintingAuthority.stored(in: path, nowSeconds: now + 793 * day, at: nil)
        #expect(after.fingerprint != first.fingerprint)
        #expect(try directory.text(of: "state/authority.pem") == after.certificatePEM)
    }

    @Test func `says that its directory cannot be written`() throws {
        try directory.write("a file", to: "taken")
        let path = directory.file("taken/state")
        let thrown = #expect(throws: Diagnostic.self) {
            try MintingAuthority.stored(in: path, nowSeconds: now, at: nil)
        }
        #expect(thrown?.id == "authority-unreadable")
        #expect(thrown?.message.hasSuffix(": not a directory") == true)
        let other = #expect(throws: Diagnostic.self) {
            try MintingAuthority.stored(in: "/proc/none", nowSeconds: now, at: nil)
        }
        #expect(
            other?.message
                == "cannot keep the development authority in '/proc/none': "
                + "no such file or directory")
        #expect(other?.id == "authority-unwritable")
    }

    @Test func `says that its files are damaged and leaves them`() throws {
        let path = directory.file("state")
        _ = try MintingAuthority.stored(in: path, nowSeconds: now, at: nil)
        try directory.write("not a key", to: "state/authority-key.pem")
        let thrown = #expect(throws: Diagnostic.self) {
            try MintingAuthority.stored(in: path, nowSeconds: now, at: nil)
        }
        #expect(thrown?.id == "authority-malformed")
        #expect(try directory.text(of: "state/authority-key.pem") == "not a key")
    }
}
