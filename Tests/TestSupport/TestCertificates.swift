import Foundation

/// Certificates for tests, made on the spot by the `openssl` program.
///
/// A root authority signs an intermediate one, which signs the leaves. Everything lives for an
/// hour unless a test asks for other times, and the files go when the object goes.
package final class TestCertificates: Sendable {
    /// The kind of a key.
    package enum KeyKind: Sendable {
        case p256
        case p384
        case curve(String)
        case rsa(Int)
        case rsaForPSSOnly
        /// `ed25519` or `ed448`.
        case edwards(String)
    }

    /// The time of validity, in seconds from now.
    package struct Validity: Sendable {
        var from: Int
        var to: Int

        /// Creates a validity from two offsets, which may be negative.
        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }

        /// From a minute ago for an hour.
        package static let hour = Validity(from: -60, to: 3600)
        /// Over since an hour ago.
        package static let expired = Validity(from: -7200, to: -3600)
        /// Only from an hour on.
        package static let notYetValid = Validity(from: 3600, to: 7200)
        /// For the next ninety days.
        package static let ninetyDays = Validity(from: -60, to: 90 * 86400)
    }

    /// The files of one leaf.
    package struct Leaf: Sendable {
        /// The leaf alone.
        package let certificate: String
        /// Its private key.
        package let key: String
        /// The leaf followed by the intermediate authority.
        package let chain: String
        /// Chain and key in one file.
        package let combined: String
    }

    /// Who signs a leaf.
    package enum Issuer: Sendable {
        case root
        case intermediate
        case itself
        /// An authority of ``TestCertificates/authority(_:validity:)``, which stands in the chain.
        case other(String)
    }

    /// Where all files are.
    package let directory: TemporaryDirectory
    /// Tests that run side by side share one list of what was signed.
    private let signing = NSLock()
    /// The certificate of the root authority.
    package var root: String { directory.file("root.pem") }
    /// The certificate of the intermediate authority.
    package var intermediate: String { directory.file("intermediate.pem") }

    /// Takes the two authorities, which are made once for all tests of a run.
    package init() throws {
        directory = try TemporaryDirectory()
        let source = try Self.authorities.get()
        for name in ["root.pem", "root.key", "intermediate.pem", "intermediate.key"] {
            try directory.write(try source.text(of: name), to: name)
        }
        try prepare()
    }

    private init(authoritiesIn directory: TemporaryDirectory) throws {
        self.directory = directory
        try prepare()
        try request("root", .p256, commonName: "Test Root")
        try sign("root", by: nil, extensions: Self.authorityExtensions, validity: .ninetyDays)
        try request("intermediate", .p256, commonName: "Test Intermediate")
        try sign(
            "intermediate", by: "root", extensions: Self.authorityExtensions, validity: .ninetyDays)
    }

    private static let authorityExtensions = """
        basicConstraints=critical,CA:true
        keyUsage=critical,keyCertSign,cRLSign
        subjectKeyIdentifier=hash
        authorityKeyIdentifier=keyid
        """

    private func prepare() throws {
        try directory.write(Self.configuration, to: "ca.cnf")
        try directory.write("", to: "index.txt")
    }

    private static let authorities: Result<TemporaryDirectory, any Error> = Result {
        let directory = try TemporaryDirectory()
        _ = try TestCertificates(authoritiesIn: directory)
        return directory
    }

    /// Makes a leaf.
    ///
    /// - Parameters:
    ///   - stem: The beginning of the names of its files, unique within this object.
    ///   - names: DNS names and IP addresses for the subject alternative names, in this order;
    ///     without any, the certificate has none.
    ///   - key: The kind of its key.
    ///   - validity: When it is valid.
    ///   - issuer: Who signs it.
    ///   - digest: The digest of the signature.
    ///   - commonName: The subject's common name; the first of `names` when `nil`.
    ///   - issuersPlace: The URL of the issuer's certificate, which public authorities state.
    ///   - usage: What the key may be used for; without it, the certificate does not say.
    /// - Returns: Its files.
    /// - Throws: ``CommandFailure`` of the `openssl` program.
    package func leaf(
        _ stem: String, names: [String], key: KeyKind = .p256, validity: Validity = .hour,
        issuer: Issuer = .intermediate, digest: String = "sha256", commonName: String? = nil,
        issuersPlace: String? = nil, usage: String? = "serverAuth"
    ) throws -> Leaf {
        try request(stem, key, commonName: commonName ?? names.first ?? "unnamed")
        var extensions = """
            basicConstraints=critical,CA:false
            keyUsage=critical,digitalSignature
            """
        if let usage { extensions += "\nextendedKeyUsage=\(usage)" }
        if !names.isEmpty {
            let all = names.map { (isAddress($0) ? "IP:" : "DNS:") + $0 }
            extensions += "\nsubjectAltName=" + all.joined(separator: ",")
        }
        if let issuersPlace {
            extensions += "\nauthorityInfoAccess=caIssuers;URI:\(issuersPlace)"
        }
        let signer = Self.stem(of: issuer)
        try sign(stem, by: signer, extensions: extensions, validity: validity, digest: digest)
        let certificate = try directory.text(of: "\(stem).pem")
        var chain = certificate
        if let signer, signer != "root" { chain += try directory.text(of: "\(signer).pem") }
        let keyText = try directory.text(of: "\(stem).key")
        return Leaf(
            certificate: directory.file("\(stem).pem"), key: directory.file("\(stem).key"),
            chain: try directory.write(chain, to: "\(stem).chain.pem"),
            combined: try directory.write(chain + keyText, to: "\(stem).combined.pem"))
    }

    private static func stem(of issuer: Issuer) -> String? {
        switch issuer {
        case .root: "root"
        case .intermediate: "intermediate"
        case .other(let stem): stem
        case .itself: nil
        }
    }

    /// Makes another intermediate authority, which the root signs.
    ///
    /// - Parameters:
    ///   - stem: The name of its files and itself.
    ///   - validity: When it is valid.
    ///   - key: The kind of its key.
    /// - Throws: ``CommandFailure`` of the `openssl` program.
    package func authority(
        _ stem: String, validity: Validity = .hour, key: KeyKind = .p256
    ) throws {
        try request(stem, key, commonName: stem)
        try sign(stem, by: "root", extensions: Self.authorityExtensions, validity: validity)
    }

    /// Encrypts a leaf's key with a passphrase, and returns the file of the result.
    package func encryptedKey(of leaf: Leaf, passphrase: String) throws -> String {
        let file = leaf.key + ".encrypted"
        try openssl([
            "pkey", "-in", leaf.key, "-aes256", "-passout", "pass:\(passphrase)",
            "-out", file,
        ])
        return file
    }

    private func isAddress(_ name: String) -> Bool {
        name.contains(":") || name.allSatisfy { $0 == "." || $0.isNumber }
    }

    /// Makes a key and a request that is signed with it.
    private func request(_ stem: String, _ kind: KeyKind, commonName: String) throws {
        let key =
            switch kind {
            case .p256: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .p384: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"]
            case .curve(let name): ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:\(name)"]
            case .rsa(let bits): ["-newkey", "rsa:\(bits)"]
            case .rsaForPSSOnly: ["-newkey", "rsa-pss", "-pkeyopt", "rsa_keygen_bits:2048"]
            case .edwards(let name): ["-newkey", name]
            }
        try openssl(
            ["req", "-new", "-config", "ca.cnf", "-nodes"] + key + [
                "-keyout", "\(stem).key", "-subj", "/CN=\(commonName.prefix(64))",
                "-out", "\(stem).csr",
            ])
    }

    private func sign(
        _ stem: String, by issuer: String?, extensions: String, validity: Validity,
        digest: String = "sha256"
    ) throws {
        signing.lock()
        defer { signing.unlock() }
        try directory.write(extensions + "\n", to: "\(stem).ext")
        let key = issuer ?? stem
        var arguments = [
            "ca", "-batch", "-notext", "-config", "ca.cnf", "-md", digest,
            "-in", "\(stem).csr", "-out", "\(stem).pem", "-extfile", "\(stem).ext",
            "-keyfile", "\(key).key",
            "-startdate", Self.timestamp(validity.from), "-enddate", Self.timestamp(validity.to),
        ]
        arguments += issuer.map { ["-cert", "\($0).pem"] } ?? ["-selfsign"]
        try openssl(arguments)
    }

    private func openssl(_ arguments: [String]) throws {
        try CommandRunner.output("openssl", arguments, directory: directory.path)
    }

    private static func timestamp(_ offsetSeconds: Int) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "yyyyMMddHHmmss'Z'"
        return format.string(from: Date(timeIntervalSinceNow: Double(offsetSeconds)))
    }

    private static let configuration = """
        [req]
        distinguished_name = name
        prompt = no
        [name]
        [ca]
        default_ca = test
        [test]
        database = index.txt
        new_certs_dir = .
        rand_serial = yes
        unique_subject = no
        policy = any
        [any]
        commonName = optional
        """
}
