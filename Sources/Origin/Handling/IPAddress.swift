package import Configuration

/// An IP address from text, kept in the 16 bytes of IPv6; IPv4 is mapped (RFC 4291 §2.5.5.2).
///
/// Mapping makes `192.0.2.1` and `::ffff:192.0.2.1`, which are one peer on two kinds of
/// socket, one address.
package struct IPAddress: Sendable, Hashable {
    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    private let bytes: [UInt8]

    /// Reads an address without port, brackets or zone; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 45 else { return nil }
        if let address = Self.version4(text) {
            bytes = Self.mappedPrefix + address
        } else if let address = Self.version6(text) {
            bytes = address
        } else {
            return nil
        }
    }

    /// Whether the address belongs to a network.
    ///
    /// - Parameter network: A network of either version; a host part that is not zero is ignored.
    /// - Returns: `false` for a network whose bytes make no sense.
    package func isIn(_ network: IPNetwork) -> Bool {
        let isVersion4 = network.address.count == 4
        guard isVersion4 || network.address.count == 16 else { return false }
        let base = isVersion4 ? Self.mappedPrefix + network.address : network.address
        let length = network.prefixLength + (isVersion4 ? 96 : 0)
        guard network.prefixLength >= 0, length <= 128 else { return false }
        let whole = length / 8
        guard bytes[..<whole] == base[..<whole] else { return false }
        guard length % 8 != 0 else { return true }
        let mask = ~(UInt8(0xFF) >> (length % 8))
        return bytes[whole] & mask == base[whole] & mask
    }

    private static func version4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), part.utf8.count <= 3,
                part == "0" || part.utf8.first != UInt8(ascii: "0"), let byte = UInt8(part)
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func version6(_ text: some StringProtocol) -> [UInt8]? {
        let halves = splitAtDoubleColon(text)
        guard let halves, let head = groups(halves.head, mayEndInVersion4: halves.tail == nil)
        else { return nil }
        guard let tailText = halves.tail else { return head.count == 16 ? head : nil }
        guard let tail = groups(tailText, mayEndInVersion4: true), head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func splitAtDoubleColon(
        _ text: some StringProtocol
    ) -> (head: String, tail: String?)? {
        let parts = text.split(separator: "::", omittingEmptySubsequences: false)
        guard parts.count <= 2, let head = parts.first else { return nil }
        return (String(head), parts.count == 2 ? parts.last.map { String($0) } : nil)
    }

    private static func groups(_ text: String, mayEndInVersion4: Bool) -> [UInt8]? {
        if text.isEmpty { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, mayEndInVersion4, part.contains("."),
                let address = version4(part)
            {
                bytes += address
            } else if (1...4).contains(part.utf8.count), let group = UInt16(part, radix: 16),
                part.utf8.first != UInt8(ascii: "+"), part.utf8.first != UInt8(ascii: "-")
            {
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            } else {
                return nil
            }
        }
        return bytes
    }
}
