import Diagnostics
import YAML

extension FileDecoding {
    enum MinimumVersion: String, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// Decodes the `tls` section; certificates of all files add up, the rest stands once.
    func tls(_ field: Field?, _ draft: inout Draft) {
        guard let field, let fields = decoder.fields(field.value, of: .tls, named: "'tls'") else {
            return
        }
        certificates(fields["certificates"], &draft)
        if isFirst("default_certificate", fields, &draft) {
            draft.tls.fallback = path(fields["default_certificate"])
        }
        if isFirst("min_version", fields, &draft) {
            let version: Located<MinimumVersion>? = decoder.choice(fields["min_version"])
            if let version { draft.tls.minimumVersion = version.value.rawValue }
        }
        if isFirst("self_signed", fields, &draft) {
            let choice: Located<TLSConfiguration.SelfSigned>? = decoder.choice(
                fields["self_signed"])
            if let choice { draft.tls.selfSigned = choice.value }
        }
        if isFirst("authority", fields, &draft) {
            draft.tls.authority = path(fields["authority"])
        }
    }

    private func isFirst(_ name: String, _ fields: Fields, _ draft: inout Draft) -> Bool {
        guard let field = fields[name] else { return false }
        return decoder.isFirst("tls.\(name)", field, &draft)
    }

    private func certificates(_ field: Field?, _ draft: inout Draft) {
        guard let field, let items = decoder.list(field) else { return }
        for item in items {
            guard let certificate = certificate(item) else { continue }
            draft.tls.certificates.append(certificate)
        }
    }

    private func certificate(_ node: Node) -> TLSDraft.Certificate? {
        if case .scalar = node.content {
            let text = decoder.text(node, named: "an item of 'certificates'", takes: "a file")
            return path(text).map { TLSDraft.Certificate(certificate: $0) }
        }
        guard
            let fields = decoder.fields(node, of: .certificate, named: "an item of 'certificates'")
        else { return nil }
        let certificate = path(decoder.required("cert", in: fields, of: "a certificate"))
        let key = path(decoder.required("key", in: fields, of: "a certificate"))
        let passphrase = path(fields["passphrase_file"])
        let ocsp = path(fields["ocsp_file"])
        guard let certificate, let key else { return nil }
        for file in [certificate, key] where Paths.isGlob(file.value) {
            decoder.error(
                "glob-in-pair",
                "\(Diagnostic.quotedPath(file.value)) is a glob, but a pair names two files",
                at: file.location, hint: "list files that hold both as '- tls/*.pem'")
        }
        return TLSDraft.Certificate(
            certificate: certificate, key: key, passphrase: passphrase, ocsp: ocsp)
    }
}
