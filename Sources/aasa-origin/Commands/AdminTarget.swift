import Configuration

/// Where the admin listener of a running server is.
struct AdminTarget {
    /// The address as the user knows it.
    let name: String
    /// The base of its URLs, without a slash at the end.
    let url: String
    /// The socket to connect to in place of the URL's host.
    let unixSocket: String?
    /// The token of the configuration.
    var token: [UInt8]?

    /// Reads `HOST:PORT`, an http URL, `unix:PATH` or an absolute path.
    init(_ address: String) {
        name = address
        if address.hasPrefix("unix:") || address.hasPrefix("/") {
            unixSocket = String(
                address.hasPrefix("/") ? address[...] : address.dropFirst("unix:".count))
            url = "http://localhost"
        } else {
            unixSocket = nil
            let base = address.contains("://") ? address : "http://" + address
            url = base.hasSuffix("/") ? String(base.dropLast()) : base
        }
    }

    /// Takes the address of a configuration; `nil` when the system chooses the port.
    init?(_ admin: AdminConfiguration) {
        switch admin.address {
        case .unix(let path): self.init("unix:" + path)
        case .internet(_, 0): return nil
        case .internet(let host, let port):
            // A server on all addresses is reached on the loopback one.
            let name = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
            self.init(name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)")
        }
        token = admin.token
    }
}
