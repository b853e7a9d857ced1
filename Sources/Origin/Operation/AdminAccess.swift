package import Configuration

/// Decides who may use the admin listener: by the Host header and by the bearer token.
package struct AdminAccess: Sendable {
    private let isUnixSocket: Bool
    private let boundHost: String
    private let names: Set<String>
    private let token: [UInt8]?

    /// Reads the rules of a configuration.
    package init(_ configuration: AdminConfiguration) {
        switch configuration.address {
        case .unix:
            isUnixSocket = true
            boundHost = ""
        case .internet(let host, _):
            isUnixSocket = false
            boundHost = Self.withoutBrackets(host.lowercased())
        }
        names = Set(configuration.hosts.map { $0.lowercased() })
        token = configuration.token
    }

    /// Whether a token is asked for.
    package var requiresToken: Bool { token != nil }

    /// Whether the token is the same under other rules.
    package func hasSameToken(as other: AdminAccess) -> Bool { token == other.token }

    /// Whether a request may name this host.
    ///
    /// A page of a foreign name that resolves to this machine (DNS rebinding) makes a browser
    /// send that name. Only the bound address, loopback names and configured names pass; a
    /// listener on all addresses is reached by any address. A Unix socket is reached by no
    /// browser, and a request without Host came from none.
    ///
    /// - Parameter host: The host in lower case, without port.
    /// - Returns: `false` to refuse the request.
    package func admits(host: String?) -> Bool {
        guard !isUnixSocket, let host else { return true }
        let name = Self.withoutBrackets(host)
        if name == "localhost" || name.hasSuffix(".localhost") || names.contains(name) {
            return true
        }
        guard let address = PeerAddress(name) else { return false }
        if Self.loopback.contains(where: address.isIn) { return true }
        let bound = PeerAddress(boundHost)
        return bound == address || bound == PeerAddress("0.0.0.0") || bound == PeerAddress("::")
    }

    /// Whether the `Authorization` lines carry the token, or none is asked for.
    ///
    /// The comparison takes as long for a wrong token as for the right one of its length.
    ///
    /// - Parameter lines: The values of the field; exactly one is accepted.
    /// - Returns: `false` to answer 401.
    package func admits(authorization lines: [String]) -> Bool {
        guard let token else { return true }
        guard lines.count == 1, let line = lines.first, !token.isEmpty else { return false }
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        let given = parts[1].drop { $0 == " " }.unicodeScalars
        var difference: UInt8 = given.count == token.count ? 0 : 1
        for (index, scalar) in given.enumerated() {
            let byte = scalar.value <= 0xFF ? UInt8(scalar.value) : 0
            difference |= byte ^ token[index % token.count]
        }
        return difference == 0
    }

    private static let loopback = [
        IPNetwork(address: [127, 0, 0, 0], prefixLength: 8),
        IPNetwork(address: [UInt8](repeating: 0, count: 15) + [1], prefixLength: 128),
    ]

    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
