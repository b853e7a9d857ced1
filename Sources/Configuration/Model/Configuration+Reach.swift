package import Diagnostics

extension ListenerConfiguration.Address {
    /// Whether only this machine can connect: a loopback address or a Unix socket.
    package var isLocal: Bool {
        switch self {
        case .unix: true
        case .internet(let host, _): IPAddress.bytes(host).map(IPAddress.isLoopback) ?? false
        }
    }
}

extension Configuration {
    /// The name of the first address that other machines can connect to, or `nil`.
    package var reachableAddress: (name: String, location: Location)? {
        let addresses =
            listeners.map { ($0.name, $0.address, $0.location) }
            + (admin.map { [($0.name, $0.address, $0.location)] } ?? [])
        return addresses.first { !$0.1.isLocal }.map { ($0.0, $0.2) }
    }
}
