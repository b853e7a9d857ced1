import HTTP

extension EventLoop {
    /// Reads the PROXY header; returns whether to go on at once.
    ///
    /// The bytes are looked at and left in the socket until the header is whole, because
    /// what follows it belongs to TLS.
    func readPreamble(_ client: Client) -> Bool {
        guard client.isReadable else { return false }
        let rule = client.listener.proxyProtocol
        guard rule.isTrusted(client.peer) else {
            if rule.mode == .optional {
                client.phase = .opening
                return true
            }
            return fail(client, "the peer is not trusted")
        }
        switch Socket.peek(client.socket, into: &scratch) {
        case .wouldBlock:
            client.isReadable = false
            return false
        case .closed, .failed:
            drop(client)
            return false
        case .done(let count):
            return understandPreamble(client, ProxyHeaderReader.progress(of: scratch[..<count]))
        }
    }

    private func understandPreamble(_ client: Client, _ progress: ProxyProgress) -> Bool {
        switch progress {
        case .incomplete:
            // The next bytes are reported as a new edge.
            client.isReadable = false
            return false
        case .complete(let header):
            Socket.skip(client.socket, count: header.length)
            client.address = header.client ?? client.peer
        case .absent where client.listener.proxyProtocol.mode == .optional:
            break
        case .absent:
            return fail(client, "no PROXY header")
        case .malformed(let reason):
            return fail(client, reason)
        }
        client.phase = .opening
        return true
    }

    private func fail(_ client: Client, _ reason: String) -> Bool {
        report(client, .badProxyHeader, detail: reason)
        drop(client)
        return false
    }
}
