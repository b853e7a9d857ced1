/// What a PROXY header says (HAProxy, "The PROXY protocol", versions 1 and 2).
struct ProxyHeader: Equatable {
    /// The client's address without the port; `nil` when the proxy names none.
    ///
    /// That is so for a connection of the proxy itself (LOCAL, a health check), and for
    /// UNKNOWN, UNSPEC and Unix sockets. The socket's own peer counts then.
    var client: String?
    /// The length of the header in bytes.
    var length: Int
}

/// What the first bytes of a connection are.
enum ProxyProgress: Equatable {
    /// They may become a header.
    case incomplete
    /// A whole header stands at the beginning.
    case complete(ProxyHeader)
    /// They are no header.
    case absent
    /// They begin like a header and are malformed; the reason is for the log.
    ///
    /// Where the header ends, and what it would have said, is unknown then, so that the
    /// connection cannot go on: the protocol has it dropped.
    case malformed(String)
}

/// Reads PROXY headers of both versions.
enum ProxyHeaderReader {
    /// The largest header of version 2, type-length-values included.
    static let limitBytes = 4_096

    static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]

    /// Returns what the bytes at the beginning of a connection are.
    static func progress(of input: ArraySlice<UInt8>) -> ProxyProgress {
        let bytes = Array(input.prefix(limitBytes + 16))
        if bytes.isEmpty { return .incomplete }
        if begins(bytes, with: signature) {
            return bytes.count < 16 ? .incomplete : ProxyHeaderV2.progress(of: bytes)
        }
        if begins(bytes, with: Array("PROXY ".utf8)) { return ProxyHeaderV1.progress(of: bytes) }
        return .absent
    }

    /// Whether the bytes begin with a word, or may do so when more come.
    private static func begins(_ bytes: [UInt8], with word: [UInt8]) -> Bool {
        let length = min(bytes.count, word.count)
        return bytes[..<length].elementsEqual(word[..<length])
    }
}

/// Version 1: one line of text of at most 107 bytes.
enum ProxyHeaderV1 {
    private static let limitBytes = 107

    static func progress(of bytes: [UInt8]) -> ProxyProgress {
        guard let end = bytes.prefix(limitBytes).firstIndex(of: 0x0A) else {
            return bytes.count < limitBytes ? .incomplete : .malformed("line too long")
        }
        guard end > 0, bytes[end - 1] == 0x0D else { return .malformed("line not ended by CR LF") }
        let line = String(decoding: bytes[..<(end - 1)], as: UTF8.self)
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let length = end + 1
        guard words.count >= 2 else { return .malformed("no protocol") }
        switch words[1] {
        case "UNKNOWN":
            return .complete(ProxyHeader(client: nil, length: length))
        case "TCP4", "TCP6":
            guard words.count == 6 else { return .malformed("not six words") }
            let family: SocketAddress.Family = words[1] == "TCP4" ? .ipv4 : .ipv6
            guard let source = SocketAddress.canonical(words[2], family),
                SocketAddress.canonical(words[3], family) != nil
            else { return .malformed("invalid address") }
            guard isPort(words[4]), isPort(words[5]) else { return .malformed("invalid port") }
            return .complete(ProxyHeader(client: source, length: length))
        default:
            return .malformed("unknown protocol")
        }
    }

    private static func isPort(_ word: Substring) -> Bool {
        let isDecimal = !word.isEmpty && word.utf8.allSatisfy(ByteClass.isDigit)
        return isDecimal && word.utf8.count <= 5 && (word == "0" || word.first != "0")
            && UInt16(word) != nil
    }
}

/// Version 2: a binary header with addresses and type-length-values.
enum ProxyHeaderV2 {
    private static let headBytes = 16
    private static let checksumType: UInt8 = 0x03

    static func progress(of bytes: [UInt8]) -> ProxyProgress {
        guard bytes[12] >> 4 == 2 else { return .malformed("unknown version") }
        let command = bytes[12] & 0x0F
        guard command <= 1 else { return .malformed("unknown command") }
        let rest = Int(bytes[14]) << 8 | Int(bytes[15])
        guard rest <= ProxyHeaderReader.limitBytes else { return .malformed("header too long") }
        let length = headBytes + rest
        guard bytes.count >= length else { return .incomplete }
        let header = Array(bytes[..<length])
        // A connection of the proxy itself: whatever stands in the rest is to be ignored.
        if command == 0 { return .complete(ProxyHeader(client: nil, length: length)) }
        guard let addressBytes = addressLength(header[13] >> 4) else {
            return .malformed("unknown address family")
        }
        guard header[13] & 0x0F <= 2 else { return .malformed("unknown transport") }
        guard rest >= addressBytes else { return .malformed("addresses cut short") }
        if let fault = fault(inValuesOf: header, from: headBytes + addressBytes) {
            return .malformed(fault)
        }
        let source = header[headBytes...].prefix(addressBytes == 36 ? 16 : 4)
        let hasAddress = addressBytes == 12 || addressBytes == 36
        return .complete(
            ProxyHeader(
                client: hasAddress ? SocketAddress.text(Array(source)) : nil, length: length))
    }

    private static func addressLength(_ family: UInt8) -> Int? {
        switch family {
        case 0: 0
        case 1: 12
        case 2: 36
        case 3: 216
        default: nil
        }
    }

    /// Checks the type-length-values; those of unknown types are legal and skipped.
    private static func fault(inValuesOf header: [UInt8], from start: Int) -> String? {
        var position = start
        while position < header.count {
            guard position + 3 <= header.count else { return "value cut short" }
            let length = Int(header[position + 1]) << 8 | Int(header[position + 2])
            let value = position + 3
            guard value + length <= header.count else { return "value cut short" }
            if header[position] == checksumType {
                guard length == 4 else { return "checksum of the wrong length" }
                let sent = header[value..<(value + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                var zeroed = header
                for offset in value..<(value + 4) { zeroed[offset] = 0 }
                guard CRC32C.checksum(of: zeroed) == sent else { return "wrong checksum" }
            }
            position = value + length
        }
        return nil
    }
}

/// CRC-32C (Castagnoli, RFC 3720 §B.4), which version 2 uses for its checksum.
enum CRC32C {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1
        }
    }

    /// Returns the checksum of bytes.
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { value, byte in
            value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xFF)]
        }
    }
}
