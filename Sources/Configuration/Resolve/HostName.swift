/// Why a text is no host name.
struct HostNameFault: Error {
    let id: String
    /// The words after the quoted text.
    let message: String
    let hint: String?
}

/// A host name in lower-case ASCII, exact or a wildcard.
struct HostName {
    /// The longest name in bytes (RFC 1035, section 2.3.4, without the root's dot).
    static let limitBytes = 253

    /// The name; a wildcard's without its `*.`.
    let name: String
    let isWildcard: Bool

    /// Reads a name as an operator writes it, Unicode names included.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - allowsSingleLabels: Whether names without a dot are allowed, as `localhost`.
    /// - Throws: What is wrong with it.
    init(_ text: String, allowsSingleLabels: Bool) throws(HostNameFault) {
        isWildcard = text.hasPrefix("*.")
        let given = isWildcard ? String(text.dropFirst(2)) : text
        let isPlain = !given.isEmpty && given.utf8.allSatisfy(Self.isPlainByte)
        if !isPlain { try Self.checkIsNoURL(given) }
        var name = ""
        var last = ""
        for label in given.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        {
            if label.isEmpty { throw Self.dotsFault(given) }
            if !last.isEmpty { name += "." }
            last = try HostLabel.ascii(Substring(label))
            name += last
        }
        if last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { throw Self.addressFault }
        guard name.utf8.count <= Self.limitBytes else {
            throw HostNameFault(
                id: "host-too-long", message: "is longer than \(Self.limitBytes) bytes", hint: nil)
        }
        if name.utf8.count == last.utf8.count, !allowsSingleLabels {
            throw HostNameFault(
                id: "host-single-label", message: "has no dot",
                hint: "names such as localhost need an environment with mode: developer")
        }
        self.name = name
    }

    private static let addressFault = HostNameFault(
        id: "host-address", message: "is an IP address", hint: "Apple asks hosts by name")

    private static func checkIsNoURL(_ text: String) throws(HostNameFault) {
        guard !text.isEmpty else {
            throw HostNameFault(id: "host-empty", message: "is empty", hint: nil)
        }
        if text.utf8.contains(UInt8(ascii: "/")), let scheme = text.firstRange(of: "://") {
            let host = text[scheme.upperBound...].prefix { !"/?#".contains($0) }
            throw HostNameFault(
                id: "host-scheme", message: "has a scheme", hint: "write it as \(shown(host))")
        }
        if let slash = text.firstIndex(where: { "/?#".contains($0) }) {
            throw HostNameFault(
                id: "host-path", message: "has a path",
                hint: "write it as \(shown(text[..<slash])); paths are matched by rules")
        }
        if text.hasPrefix("[") || IPAddress.bytes(text) != nil { throw addressFault }
        if let colon = text.lastIndex(of: ":") {
            throw HostNameFault(
                id: "host-port", message: "has a port",
                hint: "write it as \(shown(text[..<colon])); ports are set under 'listen'")
        }
        if text.contains("*") {
            throw HostNameFault(
                id: "host-wildcard", message: "has a '*' that is not its first label",
                hint: "a wildcard is written *.example.com")
        }
    }

    /// Whether a byte needs none of the checks for what is no host name at all, which are slow.
    private static func isPlainByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// What is wrong with the dots of a name that has an empty label.
    private static func dotsFault(_ text: String) -> HostNameFault {
        let trimmed = shown(String(text.drop { $0 == "." }))
        if text.hasPrefix(".") {
            return HostNameFault(
                id: "host-dots", message: "begins with a dot",
                hint: "write it as \(trimmed), or as *.\(trimmed)")
        }
        guard text.hasSuffix("."), !text.hasSuffix("..") else {
            return HostNameFault(
                id: "host-dots", message: "has two dots in a row", hint: nil)
        }
        return HostNameFault(
            id: "host-dots", message: "ends with a dot",
            hint: "write it as \(shown(text.dropLast()))")
    }

    private static func shown(_ text: some StringProtocol) -> String {
        let word = quoted(text)
        return text.isEmpty ? "a name" : String(word.dropFirst().dropLast())
    }
}
