package import Configuration

/// The address of a peer or client, kept in the 16 bytes of IPv6; IPv4 is mapped.
///
/// Mapping (RFC 4291 §2.5.5.2) makes `192.0.2.1` and `::ffff:192.0.2.1`, which are one peer on two kinds of
/// socket, one address.
package struct PeerAddress: Sendable, Hashable {
    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    private let bytes: [UInt8]

    /// Reads an address without port, brackets or zone; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        guard let address = IPAddress.bytes(text) else { return nil }
        bytes = address.count == 4 ? Self.mappedPrefix + address : address
    }

    /// A text that is the same for all addresses of one customer: IPv4 whole, IPv6 its first
    /// 64 bits.
    package var network: String {
        let isVersion4 = bytes.starts(with: Self.mappedPrefix)
        return (isVersion4 ? bytes[12...] : bytes[..<8]).map { String($0, radix: 16) }
            .joined(separator: isVersion4 ? "." : ":")
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
}
