import Diagnostics

/// Listening sockets that the service manager passed on, found by their address.
struct InheritedSockets {
    private var sockets: [(address: String, descriptor: Int32)]

    /// Reads the addresses of descriptors, which are owned from now on.
    init(_ descriptors: [Int32]) {
        sockets = descriptors.map { (ListeningSocket.name(of: $0), $0) }
    }

    /// Returns the socket that is bound to a listener's address, or `nil` without one.
    mutating func take(for listener: Listener) -> ListeningSocket? {
        let wanted: String =
            switch listener.address {
            case .internet(let host, let port): SocketAddress(host: host, port: port).description
            case .unix(let path): path
            }
        guard let index = sockets.firstIndex(where: { $0.address == wanted }) else { return nil }
        return ListeningSocket(adopting: sockets.remove(at: index).descriptor, for: listener)
    }

    /// Closes the sockets that nothing asked for, and returns a finding for each.
    mutating func closeUnused() -> [Diagnostic] {
        defer { sockets = [] }
        return sockets.map { socket in
            Socket.close(socket.descriptor)
            return Diagnostic(
                .warning, "socket-unused",
                "the service manager passed a socket for \(socket.address), which is not configured",
                hint: "make 'listen' and the socket unit agree")
        }
    }
}
