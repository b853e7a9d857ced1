import Glibc

/// Finds the addresses of host names, as every program of the system does.
package enum HostLookup {
    /// What came of a look-up.
    package enum Outcome: Sendable, Hashable {
        /// The addresses as text, each once, in the system's order.
        case addresses([String])
        /// The name does not exist, or has no address.
        case noAddress
        /// No answer came from the resolver, with its words.
        case failed(String)
    }

    /// How many addresses of one name are looked at.
    package static let addressLimit = 64

    /// Names below these have no address, and no server is to be asked for one (RFC 6761,
    /// section 6.4, and RFC 7686).
    private static let domainsWithoutAddress = ["invalid", "onion"]

    /// Looks a name up, which may take as long as the resolver's time limits.
    package static func addresses(of name: String) -> Outcome {
        let last = name.lowercased().split(separator: ".").last.map(String.init)
        if let last, domainsWithoutAddress.contains(last) { return .noAddress }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(name, nil, &hints, &list)
        defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
        switch status {
        case 0: break
        case EAI_NONAME, Self.noData: return .noAddress
        default:
            let words = unsafe gai_strerror(status).map { unsafe String(cString: $0) }
            return .failed((words ?? "error \(status)").lowercased())
        }
        var texts: [String] = []
        var item = unsafe list
        while let entry = unsafe item, texts.count < addressLimit {
            if let text = unsafe Self.text(entry), !texts.contains(text) { texts.append(text) }
            unsafe item = unsafe entry.pointee.ai_next
        }
        return texts.isEmpty ? .noAddress : .addresses(texts)
    }

    /// `EAI_NODATA`, an extension of GNU that is not imported.
    private static let noData: Int32 = -5

    private static func text(_ entry: UnsafeMutablePointer<addrinfo>) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = unsafe getnameinfo(
            entry.pointee.ai_addr, entry.pointee.ai_addrlen, &buffer, socklen_t(buffer.count),
            nil, 0, NI_NUMERICHOST)
        guard status == 0 else { return nil }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
