import HTTP
import POSIX
import TLS

extension EventLoop {
    /// Answers with a refusal of the gate, after which the connection ends.
    func refuse(_ client: Client, _ refusal: Refusal, _ partial: PartialHead) {
        delist(client)
        var exchange = record(client, refusal.outcome, shared.requestID())
        exchange.method = partial.method
        exchange.target = partial.target
        exchange.version = partial.version
        exchange.host = partial.host
        exchange.userAgent = partial.userAgent
        exchange.status = refusal.status
        exchange.bodyBytes = refusal.bodyBytes(to: partial.method)
        client.exchange = exchange
        client.keepsAlive = false
        client.input = []
        client.output = refusal.response(
            to: partial.method, at: Clock.nowMilliseconds() / 1_000)
        client.outputStart = 0
        client.phase = .finishing
        setDeadline(client, limits.sendTimeoutMilliseconds)
    }

    /// Does what is due when a deadline has passed.
    func expire(_ client: Client) {
        switch client.phase {
        case .preamble:
            counters.handshakeTimeouts.countUp()
            report(client, .badProxyHeader, detail: "no PROXY header in time")
            drop(client)
        case .opening where client.listener.kind == .tls, .handshaking:
            counters.handshakeTimeouts.countUp()
            counters.count(.timeout)
            report(client, .handshakeTimeout)
            drop(client)
        case .reading where client.headStartedAt != 0 && !client.input.isEmpty:
            counters.headTimeouts.countUp()
            refuse(client, .timeout, PartialHead())
            drive(client)
        case .opening, .reading:
            counters.idleTimeouts.countUp()
            close(client)
        case .answering, .finishing:
            counters.sendTimeouts.countUp()
            abort(client, .sendTimeout)
        case .waiting, .lingering, .closed:
            drop(client)
        }
    }

    /// Ends a connection in the middle of a request, with the reason in the log.
    func abort(_ client: Client, _ outcome: Outcome) {
        if var exchange = client.exchange {
            exchange.outcome = outcome
            exchange.bodyBytes = 0
            complete(&exchange, client)
            client.exchange = nil
        }
        drop(client)
    }

    /// Ends a connection in order: close_notify, then the end of the stream.
    func close(_ client: Client) {
        _ = client.tls?.shutdown()
        drop(client)
    }

    /// Ends our side in order and waits a little for the client's.
    func startLingering(_ client: Client) {
        _ = client.tls?.shutdown()
        client.tls = nil
        Socket.shutdownWrite(client.socket)
        delist(client)
        client.phase = .lingering
        setDeadline(client, ServerLimits.lingerTimeoutMilliseconds)
    }

    /// Closes the socket and forgets the client.
    func drop(_ client: Client) {
        guard client.phase != .closed else { return }
        delist(client)
        if let lane = client.lane {
            framing.discard(lane)
            client.lane = nil
            framingHasWork = true
        }
        client.closeSocket()
        clients.remove(client)
        shared.release()
    }

    // MARK: Log records

    /// Reports a connection that failed before or between requests.
    func report(_ client: Client, _ outcome: Outcome, detail: String? = nil) {
        var exchange = record(client, outcome, shared.requestID())
        exchange.detail = detail
        complete(&exchange, client)
    }

    /// Returns a new record for what happens on a connection now.
    func record(_ client: Client, _ outcome: Outcome, _ id: String) -> Exchange {
        Exchange(
            timeMilliseconds: Clock.nowMilliseconds(), durationMicroseconds: 0,
            connection: client.description, outcome: outcome, requestID: id)
    }

    /// Hands over a record with its duration.
    func complete(_ exchange: inout Exchange, _ client: Client) {
        let start = client.headStartedAt != 0 ? client.headStartedAt : client.acceptedAt
        let end = Clock.monotonicNanoseconds()
        exchange.durationMicroseconds = max(0, (end - start) / 1_000)
        exchange.timeMilliseconds = Clock.nowMilliseconds() - exchange.durationMicroseconds / 1_000
        shared.events(.exchange(exchange))
    }
}
