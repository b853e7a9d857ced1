/// IP addresses as text and as bytes.
package enum IPAddress {
    /// Returns the 4 bytes of an IPv4 or the 16 of an IPv6 address, or `nil` for other text.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        text.contains(":") ? version6(text) : version4(text)
    }

    /// Whether only the machine itself can reach the address.
    static func isLoopback(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    private static func version4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            let isDecimal = part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            // A leading zero would be octal to some readers, so it is no address here.
            guard isDecimal, part.count == 1 || part.first != "0", let byte = UInt8(part) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }

    private static func version6(_ text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.count <= 45 else { return nil }
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2,
            let head = groups(halves[0], mayEndInVersion4: halves.count == 1)
        else { return nil }
        guard halves.count == 2 else { return head.count == 16 ? head : nil }
        guard let tail = groups(halves[1], mayEndInVersion4: true),
            head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(
        _ text: some StringProtocol, mayEndInVersion4: Bool
    ) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if mayEndInVersion4, index == parts.count - 1, part.contains("."),
                let last = version4(part)
            {
                bytes += last
                continue
            }
            guard (1...4).contains(part.utf8.count), part.first != "+", part.first != "-",
                let group = UInt16(part, radix: 16)
            else { return nil }
            bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
        }
        return bytes
    }
}

extension IPNetwork {
    /// Reads a network in CIDR form such as `10.0.0.0/8`; an address alone is a network of one.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress.bytes(parts[0]) else { return nil }
        guard parts.count == 2 else {
            self.init(address: address, prefixLength: address.count * 8)
            return
        }
        let isDecimal = parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isDecimal, let length = Int(parts[1]), length <= address.count * 8 else {
            return nil
        }
        self.init(address: address, prefixLength: length)
    }

    /// Whether bits after the prefix are set, so that it is an address in a network.
    var hasHostBits: Bool {
        for (index, byte) in address.enumerated() {
            let kept = min(8, max(0, prefixLength - index * 8))
            if byte & (kept == 8 ? 0 : 0xFF >> UInt8(kept)) != 0 { return true }
        }
        return false
    }
}
