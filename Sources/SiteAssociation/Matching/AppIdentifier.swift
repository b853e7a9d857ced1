/// The spelling of an app identifier by which the client tells apps apart.
package struct AppIdentifier: Sendable, Hashable {
    /// The identifier, its prefix in upper case.
    package let text: String

    /// Creates the spelling from an identifier as written.
    ///
    /// A prefix is recognised only when the first dot stands after ten characters; it is read
    /// in upper case. Everything else is compared whole and with case.
    package init(_ written: String) {
        let bytes = Array(written.utf8)
        guard bytes.firstIndex(of: UInt8(ascii: ".")) == 10 else {
            text = written
            return
        }
        let prefix = bytes[..<10].map { 0x61...0x7A ~= $0 ? $0 & 0xDF : $0 }
        text = String(decoding: prefix + bytes[10...], as: UTF8.self)
    }
}

/// A domain as an entitlement names it: a host, or `*.` and a host for all below it.
package struct AssociatedDomain: Sendable, Hashable {
    /// The name in lower case, with `*.` for a wildcard.
    package let text: String

    /// Creates a domain.
    package init(_ text: String) { self.text = text.lowercased() }

    /// Whether URLs of a host belong to the domain.
    ///
    /// A wildcard takes in hosts of any depth and the bare host itself.
    package func covers(host: String) -> Bool {
        let host = host.lowercased()
        guard text.hasPrefix("*.") else { return host == text }
        return host == text.dropFirst(2) || host.hasSuffix(text.dropFirst(1))
    }
}
