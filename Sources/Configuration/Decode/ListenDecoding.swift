import Diagnostics
import YAML

extension FileDecoding {
    enum Plain: String, CaseIterable {
        case refuse
        case proxied
    }

    enum Header: String, CaseIterable {
        case off
        case optional
        case required
    }

    /// Decodes the listeners, each an address or a mapping.
    func listen(_ field: Field?, _ draft: inout Draft) {
        guard let field, let items = decoder.list(field) else { return }
        for item in items {
            guard draft.listeners.count < ResolutionLimits.listeners else {
                return decoder.error(
                    "listeners-too-many",
                    "there are more than \(ResolutionLimits.listeners) listeners",
                    at: item.location)
            }
            guard let listener = listener(item) else { continue }
            if let first = draft.listeners.first(where: { $0.address == listener.address }),
                !Self.takesAnyPort(listener.address)
            {
                decoder.error(
                    "duplicate-listener", "two listeners have the address \(quoted(listener.name))",
                    at: listener.location, hint: "keep one of the two",
                    notes: [Diagnostic.Note("the first is here", at: first.location)])
                continue
            }
            draft.listeners.append(listener)
        }
    }

    private static func takesAnyPort(_ address: ListenerConfiguration.Address) -> Bool {
        if case .internet(_, port: 0) = address { true } else { false }
    }

    private func listener(_ node: Node) -> ListenerConfiguration? {
        if case .scalar = node.content {
            guard let text = decoder.text(node, named: "'listen'", takes: "a list of addresses"),
                let address = address(text)
            else { return nil }
            return ListenerConfiguration(
                name: text.value, address: address, kind: .tls, location: text.location)
        }
        guard let fields = decoder.fields(node, of: .listen, named: "an item of 'listen'") else {
            return nil
        }
        let plain: Located<Plain>? = decoder.choice(fields["plain"])
        let header: Located<Header>? = decoder.choice(fields["proxy_protocol"])
        let trusted = trusted(fields, plain, header)
        guard let text = decoder.required("address", in: fields, of: "a listener"),
            let address = address(text), fields["plain"] == nil || plain != nil
        else { return nil }
        var listener = ListenerConfiguration(
            name: text.value, address: address, kind: .tls, location: text.location)
        switch plain?.value {
        case .refuse: listener.kind = .refuse
        case .proxied: listener.kind = .proxied(trusted: trusted)
        case nil: break
        }
        switch header?.value {
        case .optional: listener.proxyProtocol = .optional(trusted: trusted)
        case .required: listener.proxyProtocol = .required(trusted: trusted)
        case .off, nil: break
        }
        listener.assumesHTTPS = assumesHTTPS(fields, plain, header)
        listener.acmeWebroot = acmeWebroot(fields, plain)
        handshake(fields, plain, &listener)
        return listener
    }

    /// Challenges come over plain HTTP (RFC 8555 §8.3), at a listener that serves nothing else.
    private func acmeWebroot(_ fields: Fields, _ plain: Located<Plain>?) -> String? {
        guard let field = fields["acme_webroot"], let path = path(field) else { return nil }
        if plain?.value == .refuse { return path.value }
        decoder.error(
            "webroot-without-refuse", "'acme_webroot' belongs to 'plain: refuse'",
            at: field.location,
            hint: "challenges come over plain HTTP: name it at the listener of port 80")
        return nil
    }

    /// Versions and ciphers make sense only where TLS ends.
    private func handshake(
        _ fields: Fields, _ plain: Located<Plain>?, _ listener: inout ListenerConfiguration
    ) {
        for name in ["min_version", "ciphers"] {
            guard plain != nil, let field = fields[name] else { continue }
            decoder.error(
                "tls-key-on-plain", "\(quoted(name)) belongs to a TLS listener",
                at: field.location, hint: "remove it, or remove 'plain'")
        }
        let version: Located<MinimumVersion>? = decoder.choice(fields["min_version"])
        listener.minimumVersion = version?.value.rawValue
        guard let field = fields["ciphers"], let names = decoder.texts(field) else { return }
        if names.isEmpty {
            decoder.error(
                "ciphers-empty", "a listener without ciphers could shake no hand",
                at: field.location, hint: "remove the key to allow all that are secure")
        }
        listener.ciphers = names.map { CipherName(name: $0.value, location: $0.location) }
    }

    /// A proxy that ends TLS without HTTP says by its PROXY header alone that it was there.
    private func assumesHTTPS(
        _ fields: Fields, _ plain: Located<Plain>?, _ header: Located<Header>?
    ) -> Bool {
        guard let field = fields["assume_https"], decoder.boolean(field) == true else {
            return false
        }
        if plain?.value == .proxied, header?.value == .required { return true }
        decoder.error(
            "assume-https-unsafe",
            "'assume_https' needs 'plain: proxied' and 'proxy_protocol: required'",
            at: field.location, hint: "without a PROXY header anybody could be the client")
        return false
    }

    /// The proxies that are believed: named if and only if something depends on them.
    private func trusted(
        _ fields: Fields, _ plain: Located<Plain>?, _ header: Located<Header>?
    ) -> [IPNetwork] {
        let field = fields["trusted_proxies"]
        let items = decoder.texts(field)
        let reasons = [
            plain?.value == .proxied ? plain?.location : nil,
            header.map(\.value) ?? .off != .off ? header?.location : nil,
        ]
        let reason = reasons.compactMap(\.self).first
        if let field, reason == nil {
            decoder.error(
                "proxies-without-proxied",
                "'trusted_proxies' belongs to 'plain: proxied' or to 'proxy_protocol'",
                at: field.location, hint: "add one of them or remove it")
        }
        if let reason, field == nil || items?.isEmpty == true {
            decoder.error(
                "proxied-without-proxies", "a listener behind a proxy trusts no proxy",
                at: field?.location ?? reason,
                hint: "name the proxy's network, such as trusted_proxies: [127.0.0.0/8]")
        }
        return (items ?? []).compactMap(network)
    }

    private func network(_ text: Located<String>) -> IPNetwork? {
        guard let network = IPNetwork(text.value) else {
            decoder.error(
                "bad-network", "\(quoted(text.value)) is not a network in CIDR form",
                at: text.location, hint: "write it as 10.0.0.0/8 or fd00::/8")
            return nil
        }
        if network.hasHostBits {
            decoder.error(
                "bad-network",
                "\(quoted(text.value)) has bits after its first \(network.prefixLength)",
                at: text.location, hint: "write the network's first address")
        }
        return network
    }
}
