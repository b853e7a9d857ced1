import Diagnostics

/// Expands the globs and directories of `tls.certificates` and finds the default certificate.
struct CertificateResolution {
    let draft: TLSDraft
    let files: any ConfigurationFiles
    let decoder: NodeDecoder

    /// Returns the certificates in the order of the file, and the index of the default one.
    func certificates() -> (list: [TLSConfiguration.Certificate], fallback: Int?) {
        var list: [TLSConfiguration.Certificate] = []
        for entry in draft.certificates {
            list += certificates(entry)
            guard list.count <= ResolutionLimits.certificates else {
                decoder.error(
                    "certificates-too-many",
                    "there are more than \(ResolutionLimits.certificates) certificates",
                    at: entry.certificate.location)
                break
            }
        }
        return (list, fallback(list))
    }

    private func certificates(_ entry: TLSDraft.Certificate) -> [TLSConfiguration.Certificate] {
        let file = entry.certificate
        if entry.key != nil { return [certificate(file.value, entry.key?.value, entry)] }
        guard Paths.isGlob(file.value) else { return certificates(at: file.value, entry) }
        let paths = files.paths(matching: file.value)
        if paths.isEmpty, !reportsListing(of: file.value, file.location) {
            decoder.warning(
                "certificates-without-match",
                "no certificate matches \(Diagnostic.quotedPath(file.value))",
                at: file.location)
        }
        return withoutOddFiles(paths).flatMap { certificates(at: $0, entry) }
    }

    /// Leaves out files beside directories that are not called as certificates are: certbot has
    /// a README beside the directories of its certificates.
    private func withoutOddFiles(_ paths: [String]) -> [String] {
        guard paths.contains(where: files.isDirectory) else { return paths }
        return paths.filter { path in
            CertificateDirectory.certificateEndings.contains(where: path.hasSuffix)
                || files.isDirectory(path)
        }
    }

    /// Returns the certificate in a file, or those in a directory.
    private func certificates(
        at path: String, _ entry: TLSDraft.Certificate
    ) -> [TLSConfiguration.Certificate] {
        guard files.isDirectory(path) else { return [certificate(path, nil, entry)] }
        let pattern = Paths.globEscaped(path) + (path.hasSuffix("/") ? "*" : "/*")
        let directory = CertificateDirectory(files.paths(matching: pattern))
        let location = entry.certificate.location
        for key in directory.lonelyKeys {
            decoder.warning(
                "key-without-certificate", "no certificate lies beside the key \(quoted(key))",
                at: location, hint: "a certificate has the name of its key, and .crt or .pem")
        }
        if directory.entries.isEmpty, !reportsListing(of: pattern, location) {
            decoder.warning(
                "certificates-without-match",
                "no certificate is in directory \(Diagnostic.quotedPath(path))",
                at: location,
                hint: "it takes NAME.pem with chain and key, NAME.crt with NAME.key, "
                    + "and fullchain.pem with privkey.pem")
        }
        return directory.entries.map { certificate($0.certificate, $0.key, entry) }
    }

    private func reportsListing(of pattern: String, _ location: Location) -> Bool {
        let finding = files.listingFinding(of: pattern, "certificate-unreadable", at: location)
        finding.map(decoder.report)
        return finding != nil
    }

    private func certificate(
        _ path: String, _ key: String?, _ entry: TLSDraft.Certificate
    ) -> TLSConfiguration.Certificate {
        TLSConfiguration.Certificate(
            displayName: path, certificateFile: path, keyFile: key,
            passphraseFile: entry.passphrase?.value, ocspFile: entry.ocsp?.value,
            location: entry.certificate.location)
    }

    private func fallback(_ certificates: [TLSConfiguration.Certificate]) -> Int? {
        guard let wanted = draft.fallback else { return nil }
        let identity = files.identity(of: wanted.value)
        if let index = certificates.firstIndex(where: {
            files.identity(of: $0.certificateFile) == identity
        }) {
            return index
        }
        decoder.error(
            "unknown-certificate", "\(quoted(wanted.value)) is not under 'certificates'",
            at: wanted.location,
            hint: decoder.didYouMean(wanted.value, among: certificates.map(\.certificateFile)))
        return nil
    }
}
