import Diagnostics
import Foundation
import TLS
import TestSupport
import Testing

struct `Hostile certificate files` {
    let certificates: TestCertificates
    let leaf: TestCertificates.Leaf
    let ids = [
        "certificate-missing", "certificate-malformed", "key-missing", "key-malformed",
        "key-mismatch", "key-encrypted", "certificate-chain-too-long",
    ]

    init() throws {
        certificates = try TestCertificates()
        leaf = try certificates.leaf("a", names: ["a.test"])
    }

    /// Returns the id of the finding that loading throws, or `nil` when it loads.
    func load(_ bytes: [UInt8], key: [UInt8]? = nil) throws -> String? {
        let file = try certificates.directory.write(bytes, to: "hostile.pem")
        let keyFile = try key.map { try certificates.directory.write($0, to: "hostile.key") }
        do {
            _ = try TLSIdentity(
                certificateFile: file, keyFile: keyFile, displayName: "a.pem", at: nil)
            return nil
        } catch {
            return error.id
        }
    }

    func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test func `never load when the key at their end is cut`() throws {
        let whole = try bytes(leaf.combined)
        let keyStart = try bytes(leaf.chain).count
        for end in stride(from: 0, to: whole.count - 1, by: 16) {
            let id = try load(Array(whole[..<end]))
            #expect(ids.contains(id ?? "loaded"), "cut at \(end) of \(whole.count)")
            if end <= keyStart { #expect(id != "key-malformed", "cut at \(end)") }
        }
        #expect(try load(whole) == nil)
    }

    @Test func `never load a chain that is cut inside a certificate`() throws {
        let whole = try bytes(leaf.chain)
        let key = try bytes(leaf.key)
        let first = try bytes(leaf.certificate).count
        let marker = "-----BEGIN CERTIFICATE-----".utf8.count
        for end in stride(from: 0, to: whole.count - 1, by: 16) {
            let id = try load(Array(whole[..<end]), key: key)
            // Exactly between the certificates, the rest is a whole file.
            let isWhole = end >= first - 1 && end < first + marker
            #expect((id == nil) == isWhole, "cut at \(end) of \(whole.count)")
        }
    }

    @Test func `are refused for every kind of junk`() throws {
        let begin = "-----BEGIN CERTIFICATE-----\n"
        let end = "-----END CERTIFICATE-----\n"
        let junk: [[UInt8]] = [
            [], [0], Array("\u{FEFF}".utf8), Array(repeating: 0, count: 100_000),
            Array(repeating: 0xFF, count: 100_000), Array("\n".utf8), Array(begin.utf8),
            Array(end.utf8), Array((begin + end).utf8), Array((begin + "AAAA\n" + end).utf8),
            Array((begin + "!!!!\n" + end).utf8),
            Array((begin + String(repeating: "A", count: 500_000) + "\n" + end).utf8),
            Array(String(repeating: begin, count: 10_000).utf8),
            Array("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".utf8),
            Array("-----BEGIN -----\nAAAA\n-----END -----\n".utf8),
            Array(0...255), Array("<html>404</html>".utf8),
        ]
        for (number, content) in junk.enumerated() {
            let id = try load(content)
            #expect(ids.contains(id ?? "loaded"), "junk \(number)")
        }
    }

    @Test func `are refused when bytes inside are changed`() throws {
        let whole = try bytes(leaf.combined)
        for position in stride(from: 0, to: whole.count, by: 23) {
            for byte: UInt8 in [0, 0x0A, 0x2D, 0x41, 0xFF] where byte != whole[position] {
                var changed = whole
                changed[position] = byte
                // A change may hit text that means nothing; it must never crash or misname.
                if let id = try load(changed) {
                    #expect(ids.contains(id), "byte \(byte) at \(position)")
                }
            }
        }
    }

    @Test func `are refused over one mebibyte`() throws {
        let id = try load(Array(repeating: 0x41, count: 1 << 20 + 1))
        #expect(id == "certificate-unreadable")
    }

    @Test func `do not make a certificate of a DER key or of a request`() throws {
        let request = try bytes(certificates.directory.file("a.csr"))
        #expect(try load(request) == "certificate-missing")
    }
}
