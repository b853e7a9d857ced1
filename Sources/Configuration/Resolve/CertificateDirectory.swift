/// Finds the certificates in a directory by the names of its files.
///
/// The names are those that ACME clients, `kubectl create secret tls`, cert-manager and mkcert
/// give; nothing is opened here.
struct CertificateDirectory {
    /// A certificate and the file of its key, `nil` when one file holds both.
    struct Entry: Equatable {
        var certificate: String
        var key: String?
    }

    /// The certificates, in the order of their paths.
    private(set) var entries: [Entry] = []
    /// Keys without a certificate of the same name.
    private(set) var lonelyKeys: [String] = []

    /// How the files of a pair are called besides `NAME.key`: the key's ending, the
    /// certificate's.
    private static let pairs = [
        ("privkey.pem", ["fullchain.pem", "cert.pem"]), ("-key.pem", [".pem"]),
        (".key", certificateEndings),
    ]
    /// How files of certificates are called.
    static let certificateEndings = [".crt", ".cer", ".cert", ".pem"]
    /// What an ACME client puts beside a full chain: parts of it.
    private static let parts = ["cert.pem", "chain.pem"]

    /// Sorts the files of one directory.
    ///
    /// - Parameter paths: Its files, sorted.
    init(_ paths: [String]) {
        let known = Set(paths)
        var used: Set<String> = []
        for path in paths {
            guard let (stem, endings) = Self.certificateNames(ofKey: path) else { continue }
            used.insert(path)
            let candidates = endings.map { stem + $0 }
            guard let certificate = candidates.first(where: known.contains) else {
                lonelyKeys.append(path)
                continue
            }
            used.insert(certificate)
            entries.append(Entry(certificate: certificate, key: path))
            if certificate == stem + "fullchain.pem" {
                used.formUnion(Self.parts.map { stem + $0 })
            }
        }
        for path in paths where path.hasSuffix(".pem") && !used.contains(path) {
            entries.append(Entry(certificate: path, key: nil))
        }
        entries.sort { $0.certificate.utf8.lexicographicallyPrecedes($1.certificate.utf8) }
    }

    private static func certificateNames(ofKey path: String) -> (String, [String])? {
        for (ending, certificates) in pairs where path.hasSuffix(ending) {
            let stem = String(path.dropLast(ending.count))
            if ending != "privkey.pem" || stem.hasSuffix("/") { return (stem, certificates) }
        }
        return nil
    }
}
