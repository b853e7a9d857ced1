/// The spelling of hosts that look-ups use, for names that come from URLs.
package enum HostSpelling {
    /// Returns the name that a URL's host is looked up by.
    ///
    /// - Parameter host: The host in lower case; Unicode names may be percent-encoded.
    /// - Returns: The name in ASCII without a dot at the end, or `nil` for what is no name.
    package static func name(ofURLHost host: String) -> String? {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        guard host.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) else {
            return host
        }
        guard let decoded = decoded(host) else { return nil }
        return try? HostName(decoded, allowsSingleLabels: true).name
    }

    private static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
