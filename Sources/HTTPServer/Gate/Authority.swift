/// The host of a request's authority, checked and brought into one spelling.
enum Authority {
    /// Returns the host of a Host field or of an absolute target's authority.
    ///
    /// The port is dropped, letters are lowered and one trailing dot is removed. An IPv6
    /// literal keeps its brackets. Nothing is decoded.
    ///
    /// - Parameter bytes: `uri-host [ ":" port ]` (RFC 9110 §7.2).
    /// - Returns: The host, or `nil` when the bytes are no valid, non-empty authority.
    static func host(of bytes: ArraySlice<UInt8>) -> String? {
        let split = hostLength(bytes)
        guard split > 0 else { return nil }
        var host = bytes.prefix(split)
        let rest = bytes.dropFirst(split)
        if let colon = rest.first {
            guard colon == UInt8(ascii: ":"), rest.count <= 6,
                rest.dropFirst().allSatisfy(ByteClass.isDigit)
            else { return nil }
        }
        if host.last == UInt8(ascii: "."), host.count > 1 { host = host.dropLast() }
        return String(decoding: host.map(lowered), as: UTF8.self)
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// Returns the length of the host part, or 0 when it is not valid.
    private static func hostLength(_ bytes: ArraySlice<UInt8>) -> Int {
        guard bytes.first == UInt8(ascii: "[") else {
            let name = bytes.prefix { ByteClass.isName($0) }
            return hasValidEscapes(name) ? name.count : 0
        }
        guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return 0 }
        let literal = bytes[(bytes.startIndex + 1)..<end]
        let isValid =
            literal.count >= 2 && literal.count <= 45
            && literal.allSatisfy {
                ByteClass.isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
            }
        return isValid ? end - bytes.startIndex + 1 : 0
    }

    private static func hasValidEscapes(_ name: ArraySlice<UInt8>) -> Bool {
        var rest = name
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            let digits = rest[(percent + 1)...].prefix(2)
            guard digits.count == 2, digits.allSatisfy(ByteClass.isHexDigit) else { return false }
            rest = rest[(percent + 3)...]
        }
        return true
    }
}
