import Configuration
import Diagnostics
import POSIX
import TLS

/// The small files beside a certificate: passphrase and OCSP response.
struct CertificateFiles {
    /// The longest passphrase file that is read.
    static let passphraseLimitBytes = 4_096
    /// The largest OCSP response that is read.
    static let ocspLimitBytes = 64 * 1_024

    private let certificate: TLSConfiguration.Certificate

    init(_ certificate: TLSConfiguration.Certificate) {
        self.certificate = certificate
    }

    /// Reads the certificate, its key and the files beside them.
    ///
    /// - Parameter pool: The certificates of other files, which this one may share.
    /// - Returns: The certificate with its key.
    /// - Throws: The findings of ``TLSIdentity``, `passphrase-unreadable` and
    ///   `ocsp-response-unreadable`.
    func identity(_ pool: CertificatePool) throws(Diagnostic) -> TLSIdentity {
        try TLSIdentity(
            certificateFile: certificate.certificateFile, keyFile: certificate.keyFile,
            displayName: certificate.displayName, at: certificate.location,
            passphrase: passphrase(), ocspResponse: ocspResponse(), pool: pool)
    }

    /// Returns the first line of the passphrase file, or `nil` when none is configured.
    ///
    /// - Throws: `passphrase-unreadable`, with the reason of the system.
    func passphrase() throws(Diagnostic) -> [UInt8]? {
        guard let path = certificate.passphraseFile else { return nil }
        let bytes = try read(path, "passphrase", limitBytes: Self.passphraseLimitBytes)
        return Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    }

    /// Returns the OCSP response, or `nil` when none is configured.
    ///
    /// - Throws: `ocsp-response-unreadable`, with the reason of the system.
    func ocspResponse() throws(Diagnostic) -> [UInt8]? {
        guard let path = certificate.ocspFile else { return nil }
        return try read(path, "ocsp-response", limitBytes: Self.ocspLimitBytes)
    }

    private func read(
        _ path: String, _ what: String, limitBytes: Int
    ) throws(Diagnostic) -> [UInt8] {
        do {
            return try Files.read(path, limitBytes: limitBytes)
        } catch {
            let words = what == "passphrase" ? "passphrase file" : "OCSP response"
            throw Diagnostic(
                .error, "\(what)-unreadable",
                "cannot read \(words) \(Diagnostic.quotedPath(path)): \(error.reason)",
                at: certificate.location)
        }
    }
}
