import Diagnostics

/// Listening sockets that the service manager passed on, found by their address.
struct InheritedSockets {
    private var sockets: [(address: String, descriptor: Int32)] = []
    private var unusable: [Diagnostic] = []

    /// Reads the addresses of descriptors, which are owned from now on.
    ///
    /// What does not listen for connections is closed at once: nothing would ever be accepted
    /// from it, and its address may be needed.
    init(_ descriptors: [Int32]) {
        for descriptor in descriptors {
            let address = ListeningSocket.name(of: descriptor)
            if Socket.isListening(descriptor) {
                sockets.append((address, descriptor))
            } else {
                Socket.close(descriptor)
                unusable.append(Self.unusable(descriptor, address))
            }
        }
    }

    private static func unusable(_ descriptor: Int32, _ address: String) -> Diagnostic {
        Diagnostic(
            .warning, "socket-unusable",
            "descriptor \(descriptor) of the service manager (\(address)) does not listen for "
                + "connections",
            hint: "the socket unit needs 'ListenStream=' and 'Accept=no'")
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

    /// Closes the sockets that nothing asked for; returns a finding for each, and for each that
    /// was no use.
    mutating func closeUnused() -> [Diagnostic] {
        defer { (sockets, unusable) = ([], []) }
        return unusable
            + sockets.map { socket in
                Socket.close(socket.descriptor)
                return Diagnostic(
                    .warning, "socket-unused",
                    "the service manager passed a socket for \(socket.address), which is not "
                        + "configured",
                    hint: "make 'listen' and the socket unit agree")
            }
    }
}
