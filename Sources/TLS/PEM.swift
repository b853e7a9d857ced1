import COpenSSL

/// The text format of certificates and keys (RFC 7468).
enum PEM {
    /// What stands between one pair of BEGIN and END lines.
    enum Block {
        case certificate(Certificate)
        case key(PrivateKey)
        /// A key that cannot be read without its passphrase.
        case encryptedKey
    }

    /// Why a file is not understood.
    enum Failure: Error {
        /// The frame of the block is broken, with OpenSSL's words.
        case frame(String)
        /// The content of a certificate is no certificate.
        case certificate(String)
        /// The content of a key is no key.
        case key(String)
    }

    /// Returns the certificates and keys in a file, in its order.
    ///
    /// Text between blocks, and blocks of other kinds such as parameters, are skipped.
    ///
    /// - Parameters:
    ///   - bytes: The file's content, of any kind and size below 2 GiB.
    ///   - pool: Where certificates behind the first block are shared with other files.
    /// - Returns: The blocks; empty when there is none.
    /// - Throws: At the first block that is broken.
    static func blocks(
        in bytes: [UInt8], pool: CertificatePool? = nil
    ) throws(Failure) -> [Block] {
        let source = MemorySource(bytes)
        var blocks: [Block] = []
        while let frame = try source.next() {
            // The first certificate is most often the leaf, which stands in one file only.
            let shared = blocks.isEmpty ? nil : pool
            if let block = try frame.block(shared) { blocks.append(block) }
        }
        return blocks
    }

    /// Returns the first key of a file, decrypted with a passphrase.
    ///
    /// - Throws: ``Failure/key(_:)``, also when the passphrase is wrong.
    static func key(in bytes: [UInt8], passphrase: [UInt8]) throws(Failure) -> PrivateKey {
        let source = MemorySource(bytes)
        return try source.key(passphrase: passphrase)
    }
}

/// A block as it stands in the file, decoded from base64.
private struct Frame: ~Copyable {
    let name: String
    let isEncrypted: Bool
    let content: [UInt8]

    func block(_ pool: CertificatePool?) throws(PEM.Failure) -> PEM.Block? {
        switch name {
        case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE":
            let certificate =
                if let pool { pool.certificate(der: content) } else { Certificate(der: content) }
            guard let certificate else {
                throw .certificate(OpenSSLErrors.reason())
            }
            return .certificate(certificate)
        case "ENCRYPTED PRIVATE KEY":
            return .encryptedKey
        case _ where name.hasSuffix("PRIVATE KEY"):
            if isEncrypted { return .encryptedKey }
            guard let key = PrivateKey(der: content, label: name) else {
                throw .key(OpenSSLErrors.reason())
            }
            return .key(key)
        default:
            return nil
        }
    }
}

/// A copy of a file that OpenSSL reads block by block.
///
/// - Ownership: Owns the copy and one `BIO` over it.
/// - Secrets: The copy is wiped before it is freed.
@safe private final class MemorySource {
    private let memory: UnsafeMutableRawBufferPointer
    private let raw: OpaquePointer?

    init(_ bytes: [UInt8]) {
        // One byte more, so that even an empty file has an address.
        unsafe memory = .allocate(byteCount: bytes.count + 1, alignment: 1)
        unsafe memory.copyBytes(from: bytes)
        unsafe raw = unsafe BIO_new_mem_buf(memory.baseAddress, Int32(clamping: bytes.count))
    }

    deinit {
        unsafe BIO_free(raw)
        unsafe OPENSSL_cleanse(memory.baseAddress, memory.count)
        unsafe memory.deallocate()
    }

    /// Returns the next block, or `nil` at the end.
    func next() throws(PEM.Failure) -> Frame? {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var data: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard unsafe PEM_read_bio(raw, &name, &header, &data, &length) == 1 else {
            let errors = OpenSSLErrors.drain()
            if errors.last?.reason == PEM_R_NO_START_LINE { return nil }
            throw .frame(errors.first?.words ?? "no reason given")
        }
        defer {
            unsafe CRYPTO_free(name, nil, 0)
            unsafe CRYPTO_free(header, nil, 0)
            unsafe CRYPTO_clear_free(data, length, nil, 0)
        }
        return Frame(
            name: unsafe name.map { unsafe String(cString: $0) } ?? "",
            isEncrypted: (unsafe header.map { unsafe String(cString: $0) } ?? "")
                .contains("ENCRYPTED"),
            content: unsafe Array(unsafe UnsafeBufferPointer(start: data, count: length)))
    }

    /// Returns the first key.
    func key(passphrase: [UInt8]) throws(PEM.Failure) -> PrivateKey {
        let answer = Passphrase(passphrase)
        let argument = unsafe Unmanaged.passUnretained(answer).toOpaque()
        let key = unsafe withExtendedLifetime(answer) {
            unsafe PEM_read_bio_PrivateKey(raw, nil, givePassphrase, argument)
        }
        guard let key = unsafe key else { throw .key(OpenSSLErrors.reason()) }
        return unsafe PrivateKey(adopting: key)
    }
}

/// What OpenSSL is answered when it asks for a passphrase.
private final class Passphrase {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Copies the passphrase; a buffer that is too small is a failure.
    func copy(to buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        guard bytes.count <= buffer.count else { return -1 }
        unsafe buffer.copyBytes(from: bytes)
        return Int32(bytes.count)
    }
}

/// Answers OpenSSL, which would otherwise ask at the terminal.
private let givePassphrase:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 =
        { buffer, size, _, argument in
            guard let buffer = unsafe buffer, let argument = unsafe argument else { return -1 }
            let answer = unsafe Unmanaged<Passphrase>.fromOpaque(argument).takeUnretainedValue()
            let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(size))
            return unsafe answer.copy(to: room)
        }
