import HTTP

/// The fields that decide about framing, host and connection, collected while scanning.
struct SpecialFields {
    private(set) var hosts: [ArraySlice<UInt8>] = []
    private var lengths: [ArraySlice<UInt8>] = []
    private var hasTransferEncoding = false
    private var hasExpectation = false
    private var hasUnknownExpectation = false
    private var closes = false
    private var asksToKeepAlive = false

    /// Takes note of a field if it is one of them.
    mutating func note(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        switch name.count {
        case 4 where Self.equals(name, "host"): hosts.append(value)
        case 6 where Self.equals(name, "expect"):
            hasExpectation = true
            hasUnknownExpectation = hasUnknownExpectation || !Self.equals(value, "100-continue")
        case 10 where Self.equals(name, "connection"): noteConnection(value)
        case 14 where Self.equals(name, "content-length"): lengths.append(value)
        case 17 where Self.equals(name, "transfer-encoding"): hasTransferEncoding = true
        default: break
        }
    }

    private mutating func noteConnection(_ value: ArraySlice<UInt8>) {
        for option in value.split(separator: UInt8(ascii: ",")) {
            let trimmed = option.drop { $0 == 0x20 || $0 == 0x09 }
            let word = trimmed.prefix { $0 != 0x20 && $0 != 0x09 }
            if Self.equals(word, "close") { closes = true }
            if Self.equals(word, "keep-alive") { asksToKeepAlive = true }
        }
    }

    /// Returns the length of the body, and refuses what may have a body of another length.
    ///
    /// RFC 9112 §6 knows several ways to announce a body; only one plain length is taken, up
    /// to a limit that is 0 on all listeners but that of the administrator. Nobody is told to
    /// go on (`100 Continue`): a body that waits for it is refused.
    func bodyBytes(_ version: HTTPVersion, limit: Int) throws(Refusal) -> Int {
        if hasTransferEncoding {
            throw lengths.isEmpty && version == .http11 ? .transferEncoding : .framing
        }
        var count = 0
        if let length = lengths.first {
            guard lengths.count == 1, !length.isEmpty, length.allSatisfy(ByteClass.isDigit) else {
                throw .framing
            }
            for digit in length {
                count = count * 10 + Int(digit - UInt8(ascii: "0"))
                guard count <= limit else { throw limit == 0 ? .body : .bodyTooLarge }
            }
        }
        if hasUnknownExpectation || (hasExpectation && count > 0) { throw .expectation }
        return count
    }

    /// Whether the connection stays open (RFC 9112 §9.3).
    func keepsAlive(_ version: HTTPVersion) -> Bool {
        !closes && (version == .http11 || asksToKeepAlive)
    }

    private static func equals(_ bytes: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount else { return false }
        return zip(bytes, word.description.utf8).allSatisfy { byte, letter in
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            return (isUpper ? byte | 0x20 : byte) == letter
        }
    }
}
