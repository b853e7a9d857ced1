/// Why a text is no address to listen on.
struct ListenAddressFault: Error {
    /// The words after the quoted text.
    let message: String
    let hint: String?
}

/// Reads addresses to listen on: `[::]:443`, `:80`, `127.0.0.1:8080`, `unix:/run/a.sock`.
enum ListenAddress {
    /// The longest path of a Unix socket in bytes, one less than Linux has room for.
    static let socketPathLimitBytes = 107

    /// Returns an address; `:80` stands for every address of the machine.
    ///
    /// - Parameters:
    ///   - text: The address as configured.
    ///   - directory: Where a socket's relative path starts.
    /// - Returns: The address.
    /// - Throws: What is wrong with the text.
    static func address(
        _ text: String, in directory: String
    ) throws(ListenAddressFault) -> ListenerConfiguration.Address {
        if text.hasPrefix("unix:") { return try socket(text.dropFirst(5), directory) }
        guard let colon = text.lastIndex(of: ":") else {
            let isAddress = IPAddress.bytes(text) != nil
            let hint = isAddress ? "\(text):443" : "ADDRESS:PORT, such as \"[::]:443\""
            throw ListenAddressFault(message: "has no port", hint: "write it as \(hint)")
        }
        let host = try host(text[..<colon], of: text)
        let digits = text[text.index(after: colon)...]
        let isDecimal = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isDecimal, let port = UInt16(digits) else {
            throw ListenAddressFault(
                message: "has no port from 0 to 65535 after its last ':'", hint: nil)
        }
        return .internet(host: host, port: port)
    }

    private static func socket(
        _ path: Substring, _ directory: String
    ) throws(ListenAddressFault) -> ListenerConfiguration.Address {
        let path = Paths.resolve(String(path), in: directory)
        guard path.utf8.last != UInt8(ascii: "/"), !path.isEmpty else {
            throw ListenAddressFault(
                message: "names no socket", hint: "write it as unix:/run/aasa-origin/admin.sock")
        }
        guard !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw ListenAddressFault(message: "holds a control character", hint: nil)
        }
        guard path.utf8.count <= socketPathLimitBytes else {
            throw ListenAddressFault(
                message: "is longer than \(socketPathLimitBytes) bytes", hint: nil)
        }
        return .unix(path: path)
    }

    private static func host(
        _ text: Substring, of whole: String
    ) throws(ListenAddressFault) -> String {
        if text.isEmpty { return "::" }
        if text.first == "[", text.last == "]" {
            let inside = String(text.dropFirst().dropLast())
            if inside.contains(":"), IPAddress.bytes(inside) != nil { return inside }
            throw ListenAddressFault(message: "has no IPv6 address in its brackets", hint: nil)
        }
        if text.contains(":") {
            let isAddress = IPAddress.bytes(text) != nil
            let port = whole.dropFirst(text.count)
            throw ListenAddressFault(
                message: "has no brackets around its IPv6 address",
                hint: isAddress ? "write it as \"[\(text)]\(port)\"" : nil)
        }
        if IPAddress.bytes(text) != nil { return String(text) }
        throw ListenAddressFault(
            message: "does not begin with an IP address",
            hint: text == "localhost"
                ? "write it as 127.0.0.1 or [::1], each a listener of its own"
                : "names are not looked up; write the address")
    }
}
