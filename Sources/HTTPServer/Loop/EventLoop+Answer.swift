import Diagnostics
import HTTP
import POSIX

extension EventLoop {
    /// Has a request answered.
    func answer(_ head: RequestHead, _ client: Client) {
        guard let connection = client.connection else { return drop(client) }
        delist(client)
        client.requestCount += 1
        client.keepsAlive =
            head.keepsAlive && !isDraining && client.requestCount < limits.requestsPerConnection
        if client.requestCount == limits.requestsPerConnection {
            counters.exhausted.countUp()
        }
        let id = shared.requestID()
        var exchange = record(client, .ok, id)
        exchange.method = head.method
        exchange.target = head.receivedTarget
        exchange.version = head.version
        exchange.host = head.host
        exchange.userAgent = head.fields.first("user-agent")
        exchange.referrer = head.fields.first("referer")
        client.exchange = exchange
        let request = Request(
            method: head.method, target: head.target, version: head.version, host: head.host,
            fields: head.fields, body: head.body, connection: connection, id: id)
        switch handler.handling(of: request) {
        case .reply(let reply):
            send(reply, to: client)
        case .deferred(let work):
            client.phase = .waiting
            client.deadline = 0
            let token = client.token
            shared.perform(work, isAdmin: connection.kind == .admin) { [mailbox] reply in
                mailbox.post(.reply(client: token, reply))
            }
        }
    }

    /// Begins to send a reply.
    func send(_ reply: Reply, to client: Client) {
        if isDraining { client.keepsAlive = false }
        client.exchange?.note(reply)
        let head = LaneHead(
            method: client.exchange?.method ?? "GET", version: client.exchange?.version ?? .http11,
            keepsAlive: client.keepsAlive)
        client.phase = .answering
        setDeadline(client, limits.sendTimeoutMilliseconds)
        if let bytes = framed.bytes(for: reply, head, second: Clock.nowMilliseconds() / 1_000) {
            client.output = bytes
            ready.append(client)
            return
        }
        do throws(SystemError) {
            client.lane = try framing.send(reply, asking: head)
        } catch {
            warn(
                Diagnostic(
                    .warning, "response-failed", "cannot send a response: \(error.reason)",
                    hint: "raise the limit on open files (ulimit -n, LimitNOFILE=)"))
            return abort(client, .serverError)
        }
        markBusy(client)
        framingHasWork = true
    }

    /// Runs the HTTP library and passes on what it wrote, until nothing moves any more.
    func runFraming() {
        var rounds = 0
        while hasWork, rounds < 64 {
            rounds += 1
            if framingHasWork {
                framingHasWork = false
                framing.run()
            }
            let whole = ready
            ready = []
            for client in whole where client.phase == .answering { settle(client) }
            let waiting = busy
            busy = []
            awaitsFraming = false
            for client in waiting {
                client.isBusy = false
                guard client.phase == .answering else { continue }
                pump(client)
                guard client.lane != nil else { continue }
                markBusy(client)
                awaitsFraming = awaitsFraming || client.pendingOutput == 0
            }
        }
    }

    /// Whether something moves without a further event.
    var hasWork: Bool { framingHasWork || !ready.isEmpty }

    private func markBusy(_ client: Client) {
        guard !client.isBusy else { return }
        client.isBusy = true
        busy.append(client)
    }

    /// Passes response bytes from the HTTP library on to the client.
    func pump(_ client: Client) {
        while let lane = client.lane, client.pendingOutput < ServerLimits.outputLimitBytes {
            let isComplete = lane.isComplete
            switch Socket.receive(lane.near, into: &scratch, from: 0) {
            case .done(let count):
                if isComplete { keep(count, of: lane) }
                lane.isBegun = true
                guard pass(count, to: client) else { return abort(client, .clientGone) }
                framingHasWork = framingHasWork || !isComplete
                if isComplete, count < scratch.count { end(lane, of: client) }
            case .wouldBlock where isComplete, .closed where isComplete:
                end(lane, of: client)
            case .wouldBlock:
                return settle(client)
            case .closed, .failed:
                return abort(client, .serverError)
            }
        }
        settle(client)
    }

    /// Keeps a response that came in one piece, and in the second in which it was framed.
    private func keep(_ count: Int, of lane: Lane) {
        guard let reply = lane.reply, !lane.isBegun, count < scratch.count else { return }
        let second = Clock.nowMilliseconds() / 1_000
        guard second == lane.second else { return }
        framed.keep(scratch[..<count], of: reply, lane.head, second: second)
    }

    private func end(_ lane: Lane, of client: Client) {
        if !framing.release(lane) { framingHasWork = true }
        client.lane = nil
    }

    private func settle(_ client: Client) {
        switch flush(client) {
        case .blocked: return
        case .closed, .failed: return abort(client, .clientGone)
        case .done: break
        }
        guard client.lane == nil else { return }
        if var exchange = client.exchange {
            complete(&exchange, client)
            client.exchange = nil
        }
        guard client.keepsAlive else {
            startLingering(client)
            return drive(client)
        }
        client.phase = .reading
        client.headStartedAt = 0
        setDeadline(client, limits.idleTimeoutMilliseconds)
        idle.append(client)
        drive(client)
    }

    // MARK: Output

    /// Sends what is in the scratch buffer, or keeps it until the socket takes it.
    private func pass(_ count: Int, to client: Client) -> Bool {
        var start = 0
        while client.keptOutput == 0, client.isWritable, start < count {
            switch client.send(scratch, from: start, count: count - start) {
            case .done(let sent): start += sent
            case .blocked: waitForOutput(client)
            case .closed, .failed: return false
            }
        }
        if start < count { client.output.append(contentsOf: scratch[start..<count]) }
        return true
    }

    /// Notes that the socket takes nothing, and has the loop told when it does.
    ///
    /// Most sockets never come to this, so that they are watched for input only.
    func waitForOutput(_ client: Client) {
        client.isWritable = false
        guard !client.watchesOutput else { return }
        do throws(SystemError) {
            try epoll.change(client.socket, token: client.token, .edges)
            client.watchesOutput = true
        } catch {
            // Without the event the send deadline ends the connection.
            warn(
                Diagnostic(
                    .warning, "response-failed", "cannot wait for a client: \(error.reason)"))
        }
    }

    /// Sends bytes that were kept; `.done` when none are left.
    func flush(_ client: Client) -> Transfer {
        while client.pendingOutput > 0 {
            guard client.isWritable else { return .blocked }
            let transfer =
                client.keptOutput > 0
                ? client.send(client.output, from: client.outputStart, count: client.keptOutput)
                : client.flushSession()
            switch transfer {
            case .done(let sent): client.outputStart += sent
            case .blocked: waitForOutput(client)
            case .closed, .failed: return transfer
            }
        }
        client.output = []
        client.outputStart = 0
        return .done(0)
    }
}

extension Exchange {
    /// Takes over what the reply says about itself.
    mutating func note(_ reply: Reply) {
        status = reply.status
        environment = reply.response.environment
        document = reply.response.document
        outcome = reply.outcome ?? Outcome(status: reply.status)
        let hasBody = !reply.isNotModified && method != "HEAD"
        bodyBytes = hasBody ? reply.response.body.count : 0
        if let named = reply.client { client = named }
    }
}
