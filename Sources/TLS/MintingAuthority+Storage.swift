import COpenSSL
package import Diagnostics
import POSIX

extension MintingAuthority {
    /// The file of the certificate, to be installed by users.
    package static let certificateFile = "authority.pem"
    /// The file of the key, readable by its owner only.
    static let keyFile = "authority-key.pem"
    /// An authority that ends sooner than this is replaced.
    static let renewalDays: Int64 = 7

    /// Loads the authority kept in a directory, or creates it there.
    ///
    /// One that has expired or will within ``renewalDays`` is replaced, and has to be trusted
    /// anew.
    ///
    /// - Parameters:
    ///   - directory: Created with mode 0700 when it does not exist.
    ///   - nowSeconds: The time, in seconds since 1970 in UTC.
    ///   - location: The place in the configuration that names the directory.
    /// - Returns: The authority.
    /// - Throws: `authority-unreadable`, `authority-malformed`, `authority-unwritable` or
    ///   `certificate-mint-failed`.
    package static func stored(
        in directory: String, nowSeconds: Int64, at location: Location?
    ) throws(Diagnostic) -> MintingAuthority {
        let store = AuthorityStore(directory: directory, location: location)
        if let known = try store.load(),
            known.certificate.notAfter - renewalDays * 86_400 > nowSeconds
        {
            return known
        }
        let fresh = try ephemeral(nowSeconds: nowSeconds)
        try store.save(fresh)
        return fresh
    }
}

/// The directory that an authority is kept in.
private struct AuthorityStore {
    var directory: String
    var location: Location?

    private var certificatePath: String { "\(directory)/\(MintingAuthority.certificateFile)" }
    private var keyPath: String { "\(directory)/\(MintingAuthority.keyFile)" }

    /// Returns the authority, or `nil` when one of the files is missing.
    func load() throws(Diagnostic) -> MintingAuthority? {
        guard let certificateBytes = try content(certificatePath),
            let keyBytes = try content(keyPath)
        else { return nil }
        guard
            case .certificate(let certificate)? = try? PEM.blocks(in: certificateBytes).first,
            case .key(let key)? = try? PEM.blocks(in: keyBytes).first,
            certificate.matches(key)
        else {
            throw Diagnostic(
                .error, "authority-malformed",
                "the development authority in \(Diagnostic.quotedPath(directory)) is damaged",
                at: location,
                hint: "remove \(MintingAuthority.certificateFile) and "
                    + "\(MintingAuthority.keyFile) there; a new authority is made at the next start"
            )
        }
        return MintingAuthority(certificate: certificate, key: key)
    }

    func save(_ authority: MintingAuthority) throws(Diagnostic) {
        do {
            try Files.createDirectory(directory, mode: 0o700)
            // ORDER: the key first, so that a certificate never stands there without its key.
            try Files.write(Array(authority.key.pem.utf8), to: keyPath, mode: 0o600)
            try Files.write(Array(authority.certificatePEM.utf8), to: certificatePath)
        } catch {
            throw Diagnostic(
                .error, "authority-unwritable",
                "cannot keep the development authority in \(Diagnostic.quotedPath(directory)): "
                    + error.reason,
                at: location,
                hint: "name a directory that the server may write to")
        }
    }

    private func content(_ path: String) throws(Diagnostic) -> [UInt8]? {
        do {
            return try Files.read(path, limitBytes: IdentityFiles.fileLimitBytes)
        } catch {
            if error == .notFound { return nil }
            throw Diagnostic(
                .error, "authority-unreadable",
                "cannot read \(Diagnostic.quotedPath(path)): \(error.reason)", at: location)
        }
    }
}
