import Diagnostics
import POSIX

/// The one or two files of an identity, and the findings that reading them can have.
struct IdentityFiles {
    /// The largest file that is read.
    static let fileLimitBytes = 1 << 20
    /// The most certificates in a file: a chain, not a bundle of authorities.
    static let chainLimit = 10

    var certificateFile: String
    var keyFile: String?
    var displayName: String
    var location: Location?
    var pool: CertificatePool?

    /// What an identity is made of.
    struct Parts {
        var leaf: Certificate
        var others: [Certificate]
        var key: PrivateKey
    }

    /// Reads and parses the files.
    func read(passphrase: [UInt8]?) throws(Diagnostic) -> Parts {
        let bytes = try content(of: certificateFile, named: displayName, "certificate")
        let blocks = try self.blocks(in: bytes, named: displayName)
        let certificates = try self.certificates(in: blocks, bytes)
        let key = try self.key(certificateBlocks: blocks, bytes, passphrase)
        guard let leaf = certificates.first(where: { $0.matches(key) }) else {
            throw error(
                "key-mismatch",
                "private key \(quotedKey) does not belong to certificate \(quotedName)",
                hint: "name the key that the certificate was requested with")
        }
        return Parts(leaf: leaf, others: certificates, key: key)
    }

    private var quotedName: String { Diagnostic.quotedPath(displayName) }
    private var quotedKey: String { Diagnostic.quotedPath(keyFile ?? displayName) }

    private func certificates(
        in blocks: [PEM.Block], _ bytes: [UInt8]
    ) throws(Diagnostic) -> [Certificate] {
        let certificates = blocks.compactMap { block in
            if case .certificate(let certificate) = block { certificate } else { nil }
        }
        guard !certificates.isEmpty else {
            throw error(
                "certificate-missing", "no certificate in \(quotedName)",
                hint: Self.hint(forBytes: bytes, "x509"))
        }
        guard certificates.count <= Self.chainLimit else {
            throw error(
                "certificate-chain-too-long",
                "\(quotedName) holds \(certificates.count) certificates, at most "
                    + "\(Self.chainLimit) make a chain",
                hint: "keep the server's certificate and the intermediate ones")
        }
        return certificates
    }

    private func key(
        certificateBlocks: [PEM.Block], _ certificateBytes: [UInt8], _ passphrase: [UInt8]?
    ) throws(Diagnostic) -> PrivateKey {
        var bytes = certificateBytes
        var blocks = certificateBlocks
        if let keyFile {
            bytes = try content(of: keyFile, named: keyFile, "key")
            blocks = try self.blocks(in: bytes, named: keyFile)
        }
        for block in blocks {
            switch block {
            case .certificate: continue
            case .key(let key): return key
            case .encryptedKey: return try decrypted(bytes, passphrase)
            }
        }
        throw error(
            "key-missing", "no private key in \(quotedKey)",
            hint: Self.hint(forBytes: bytes, "pkey")
                ?? "name its file with 'key', or append it to the certificate's file")
    }

    private func decrypted(
        _ bytes: [UInt8], _ passphrase: [UInt8]?
    ) throws(Diagnostic) -> PrivateKey {
        guard let passphrase else {
            throw error(
                "key-encrypted", "private key in \(quotedKey) is encrypted",
                hint: "give its passphrase, or decrypt it: openssl pkey -in FILE -out NEW")
        }
        do {
            return try PEM.key(in: bytes, passphrase: passphrase)
        } catch {
            throw self.error(
                "key-passphrase-wrong",
                "private key in \(quotedKey) cannot be decrypted with its passphrase",
                hint: "the first line of the passphrase file counts, spaces included")
        }
    }

    private func content(
        of file: String, named name: String, _ what: String
    ) throws(Diagnostic) -> [UInt8] {
        do {
            return try Files.read(file, limitBytes: Self.fileLimitBytes)
        } catch {
            throw self.error(
                "\(what)-unreadable",
                "cannot read \(what) \(Diagnostic.quotedPath(name)): \(error.reason)", hint: nil)
        }
    }

    private func blocks(
        in bytes: [UInt8], named name: String
    ) throws(Diagnostic) -> [PEM.Block] {
        do {
            return try PEM.blocks(in: bytes, pool: pool)
        } catch {
            let (id, what, words) =
                switch error {
                case .frame(let words): ("certificate-malformed", "a broken PEM block", words)
                case .certificate(let words):
                    ("certificate-malformed", "a malformed certificate", words)
                case .key(let words): ("key-malformed", "a malformed private key", words)
                }
            let isKeyFile = name == keyFile
            throw self.error(
                isKeyFile ? "key-malformed" : id,
                "\(Diagnostic.quotedPath(name)) holds \(what) (\(words))",
                hint: "copy the whole file again; every BEGIN line needs its END line")
        }
    }

    private func error(_ id: String, _ message: String, hint: String?) -> Diagnostic {
        Diagnostic(.error, id, message, at: location, hint: hint)
    }

    /// A file in another format than PEM gets the command that turns it into PEM.
    private static func hint(forBytes bytes: [UInt8], _ command: String) -> String? {
        let makeIt = "make it PEM: openssl"
        switch OtherFormat(bytes) {
        case .der: return "the file is DER; \(makeIt) \(command) -inform DER -in FILE -out NEW"
        case .pkcs12: return "the file is PKCS #12; \(makeIt) pkcs12 -nodes -in FILE -out NEW"
        case .pkcs7(let form):
            return "the file is PKCS #7; \(makeIt) pkcs7 -inform \(form) -print_certs -in FILE "
                + "-out NEW"
        case nil: return nil
        }
    }
}
