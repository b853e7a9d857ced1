import CLinux
import Glibc

/// The address of a socket's end as text.
struct SocketAddress: Hashable {
    /// The numeric address without the port; `unix` for a Unix socket.
    var host: String
    /// The port, or 0.
    var port: UInt16

    /// The address as `host:port`, IPv6 in brackets.
    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Creates an address from its parts.
    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads an address of the system.
    init(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_INET:
            let address = unsafe withUnsafeBytes(of: &storage) {
                unsafe $0.load(as: sockaddr_in.self)
            }
            host = Self.text(withBytes(of: address.sin_addr))
            port = UInt16(bigEndian: address.sin_port)
        case AF_INET6:
            let address = unsafe withUnsafeBytes(of: &storage) {
                unsafe $0.load(as: sockaddr_in6.self)
            }
            host = Self.text(withBytes(of: address.sin6_addr))
            port = UInt16(bigEndian: address.sin6_port)
        default:
            host = "unix"
            port = 0
        }
    }

    /// The family of a numeric address.
    enum Family {
        case ipv4
        case ipv6
    }

    /// Returns a numeric address in the system's own spelling, or `nil` when it is none.
    static func canonical(_ text: Substring, _ family: Family) -> String? {
        // The system's reader stops at a NUL, and would take what stands before it.
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: family == .ipv4 ? 4 : 16)
        let status = unsafe bytes.withUnsafeMutableBytes {
            unsafe inet_pton(family == .ipv4 ? AF_INET : AF_INET6, String(text), $0.baseAddress)
        }
        return status == 1 ? Self.text(bytes) : nil
    }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// Returns the text of an address of 4 or 16 bytes in network order.
    ///
    /// IPv4 mapped into IPv6 is shown as IPv4, so that a client has one address on all kinds of
    /// sockets, and behind all proxies.
    static func text(_ bytes: [UInt8]) -> String {
        let isMapped = bytes.count == 16 && bytes.starts(with: mappedPrefix)
        let address = isMapped ? Array(bytes.suffix(4)) : bytes
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.count == 4 ? AF_INET : AF_INET6
        let result = unsafe address.withUnsafeBytes { bytes in
            unsafe inet_ntop(family, bytes.baseAddress, &buffer, socklen_t(buffer.count))
        }
        guard unsafe result != nil else { return "unknown" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

private func withBytes<Value>(of value: Value) -> [UInt8] {
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
}
