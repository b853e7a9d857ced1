import COpenSSL

/// Names as clients send them and certificates carry them.
enum ServerName {
    /// Returns a name in lower case without a dot at its end.
    static func normalized(_ name: some StringProtocol) -> String {
        var bytes = name.utf8.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
        if bytes.count > 1, bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns what stands behind the first dot, if both sides of it are not empty.
    static func parent(of name: String) -> String? {
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), dot != name.startIndex
        else { return nil }
        let rest = name[name.utf8.index(after: dot)...]
        return rest.isEmpty ? nil : String(rest)
    }

    /// Returns the name that a client sent in its ClientHello, normalized.
    static func requested(on session: OpaquePointer) -> String? {
        guard let name = unsafe SSL_get_servername(session, TLSEXT_NAMETYPE_host_name) else {
            return nil
        }
        return normalized(unsafe String(cString: name))
    }
}
