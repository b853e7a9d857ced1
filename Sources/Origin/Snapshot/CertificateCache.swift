import Configuration
import POSIX
import Synchronization
import TLS

/// Certificates of the last load, which the next one takes where their files are the same.
///
/// A reload that changes one host then parses no certificate. Files are the same when the
/// system says so without reading them: a file that changed within ``settleSeconds`` before it
/// was read is read again, since a further change could go unseen.
///
/// - Threads: Any; loads are serialised by the ``Reloader``.
package final class CertificateCache: Sendable {
    /// How long a file must have been at rest when it was read.
    static let settleSeconds: Int64 = 2

    /// The files of a certificate, and what each of them was like.
    struct Key: Hashable {
        private let name: String
        private let files: [String]
        private let signatures: [FileSignature?]
        /// Whether a later change of the files cannot go unseen.
        let isSettled: Bool

        init(_ certificate: TLSConfiguration.Certificate, nowMilliseconds: Int64) {
            name = certificate.displayName
            files = [
                certificate.certificateFile, certificate.keyFile ?? "",
                certificate.passphraseFile ?? "", certificate.ocspFile ?? "",
            ]
            signatures = files.map { $0.isEmpty ? nil : FileSignature(path: $0) }
            let limit = nowMilliseconds / 1000 - CertificateCache.settleSeconds
            isSettled = zip(files, signatures).allSatisfy { file, signature in
                file.isEmpty || signature.map { $0.changedSeconds < limit } ?? false
            }
        }

        static func == (left: Key, right: Key) -> Bool {
            left.name == right.name && left.files == right.files
                && left.signatures == right.signatures
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(files)
        }
    }

    private let identities = Mutex<[Key: TLSIdentity]>([:])

    /// Creates an empty cache.
    package init() {}

    /// Returns the identity of files that are as they were, or `nil`.
    func identity(_ key: Key) -> TLSIdentity? { identities.withLock { $0[key] } }

    /// Takes the identities of a load in place of those before.
    func keep(_ read: [(key: Key, identity: TLSIdentity)]) {
        let settled = read.filter(\.key.isSettled).map { ($0.key, $0.identity) }
        let new = Dictionary(settled, uniquingKeysWith: { $1 })
        identities.withLock { $0 = new }
    }
}
