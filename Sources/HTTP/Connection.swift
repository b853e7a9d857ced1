/// What a listener does with the requests it accepts.
package enum ListenerKind: String, Sendable, Hashable, CaseIterable {
    /// TLS ends here.
    case tls
    /// Plain HTTP that answers every request with 403.
    case refuse
    /// Plain HTTP behind a trusted proxy at which TLS ended.
    case proxied
    /// The admin interface.
    case admin
}

/// What is known of a client connection once it can carry requests.
///
/// One value is shared by all requests of a connection.
package final class Connection: Sendable {
    /// The listener's name in logs: its address as configured.
    package let listener: String
    /// What the listener does.
    package let kind: ListenerKind
    /// The client's address without the port: from the PROXY header, else the peer's.
    package let client: String
    /// The address of the socket's other end, without the port; `unix` for a Unix socket.
    package let peer: String
    /// The server name that the client asked for in TLS, in lower case.
    package let serverName: String?
    /// The TLS version in OpenSSL's words (`TLSv1.3`), or `nil` without TLS.
    package let tlsVersion: String?
    /// The cipher suite in OpenSSL's words, or `nil` without TLS.
    package let tlsCipher: String?

    /// Creates the description of a connection.
    package init(
        listener: String, kind: ListenerKind, client: String, peer: String,
        serverName: String? = nil, tlsVersion: String? = nil, tlsCipher: String? = nil
    ) {
        self.listener = listener
        self.kind = kind
        self.client = client
        self.peer = peer
        self.serverName = serverName
        self.tlsVersion = tlsVersion
        self.tlsCipher = tlsCipher
    }
}
