/// IP addresses as text and as bytes.
package enum IPAddress {
    /// Returns the 4 bytes of an IPv4 or the 16 of an IPv6 address, or `nil` for other text.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        // A concrete type first: this stands in the way of requests behind a proxy.
        let text = String(text)
        return text.utf8.contains(UInt8(ascii: ":")) ? version6(text) : version4(text.utf8)
    }

    /// Whether only the machine itself can reach the address.
    static func isLoopback(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    private static func version4(_ text: String.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4)
        var part: Int?
        for byte in text {
            if byte == UInt8(ascii: "."), bytes.count < 3, let complete = part {
                bytes.append(UInt8(complete))
                part = nil
                continue
            }
            // A leading zero would be octal to some readers, so it is no address here.
            guard (0x30...0x39).contains(byte), part != 0 else { return nil }
            let next = (part ?? 0) * 10 + Int(byte - 0x30)
            guard next <= 255 else { return nil }
            part = next
        }
        guard bytes.count == 3, let last = part else { return nil }
        return bytes + [UInt8(last)]
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
                let last = version4(String(part).utf8)
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
