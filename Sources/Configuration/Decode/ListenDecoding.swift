import Diagnostics
import YAML

extension FileDecoding {
    enum Plain: String, CaseIterable {
        case refuse
        case proxied
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
        let kind = kind(fields)
        checkProxyProtocol(fields["proxy_protocol"])
        guard let text = decoder.required("address", in: fields, of: "a listener"),
            let address = address(text), let kind
        else { return nil }
        return ListenerConfiguration(
            name: text.value, address: address, kind: kind, location: text.location)
    }

    private func kind(_ fields: Fields) -> ListenerConfiguration.Kind? {
        let plain: Located<Plain>? = decoder.choice(fields["plain"])
        let trusted = decoder.texts(fields["trusted_proxies"])?.compactMap(network)
        if fields["plain"] != nil, plain == nil { return nil }
        if let field = fields["trusted_proxies"], plain?.value != .proxied {
            decoder.error(
                "proxies-without-proxied", "'trusted_proxies' belongs to 'plain: proxied'",
                at: field.location, hint: "add 'plain: proxied' or remove it")
        }
        guard let plain else { return .tls }
        guard plain.value == .proxied else { return .refuse }
        guard let trusted, !trusted.isEmpty else {
            if fields["trusted_proxies"] == nil || trusted?.isEmpty == true {
                decoder.error(
                    "proxied-without-proxies", "a proxied listener trusts no proxy",
                    at: fields["trusted_proxies"]?.location ?? plain.location,
                    hint: "name the proxy's network, such as trusted_proxies: [127.0.0.0/8]")
            }
            return nil
        }
        return .proxied(trusted: trusted)
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

    private func checkProxyProtocol(_ field: Field?) {
        guard let field, let text = decoder.text(field), text.value != "off" else { return }
        guard ["optional", "required"].contains(text.value) else {
            return decoder.badValue(field, text)
        }
        decoder.error(
            "proxy-protocol-unsupported", "the PROXY protocol is not supported yet",
            at: text.location,
            hint: "let the proxy end TLS and send X-Forwarded-Proto to a 'plain: proxied' listener")
    }
}
