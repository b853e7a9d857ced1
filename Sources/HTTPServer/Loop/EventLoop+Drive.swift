import HTTP
import POSIX
import TLS

extension EventLoop {
    /// Carries a connection on as far as its socket allows.
    func drive(_ client: Client) {
        if client.phase == .answering { return pump(client) }
        var goesOn = true
        while goesOn {
            switch client.phase {
            case .preamble: goesOn = readPreamble(client)
            case .opening: goesOn = open(client)
            case .handshaking: goesOn = handshake(client)
            case .reading: goesOn = read(client)
            case .waiting, .answering, .closed: return
            case .finishing: goesOn = finishSending(client)
            case .lingering: goesOn = linger(client)
            }
        }
    }

    // MARK: Opening

    private func open(_ client: Client) -> Bool {
        guard client.isReadable else { return false }
        if client.listener.kind == .tls { return startTLS(client) }
        let (progress, byte) = Socket.peek(client.socket)
        switch progress {
        case .wouldBlock:
            client.isReadable = false
            return false
        case .closed, .failed:
            drop(client)
            return false
        case .done:
            return begin(client, firstByte: byte)
        }
    }

    /// Begins to speak HTTP, unless the first byte is 0x16: that begins a TLS handshake.
    private func begin(_ client: Client, firstByte: UInt8) -> Bool {
        establish(client)
        if firstByte == 0x16 { refuse(client, .tlsOnPlain, PartialHead()) }
        return true
    }

    private func startTLS(_ client: Client) -> Bool {
        do {
            client.tls = try tlsContexts[client.listenerIndex]?.session(on: client.socket)
            client.tls?.socketBecameReadable(hangsUp: client.hangsUp)
            client.phase = .handshaking
            return client.tls != nil
        } catch {
            warn(error)
            drop(client)
            return false
        }
    }

    private func handshake(_ client: Client) -> Bool {
        guard client.isReadable || client.isWritable, let tls = client.tls else { return false }
        switch tls.handshake() {
        case .done:
            counters.countHandshake(isResumed: tls.isResumed)
            establish(client)
            return true
        case .wantsRead:
            client.isReadable = false
        case .wantsWrite:
            waitForOutput(client)
        case .closed:
            counters.count(.clientGone)
            report(client, .handshakeFailed, detail: "the client closed the connection")
            drop(client)
        case .failed where !tls.hasReceived:
            // Nobody spoke: a check of whether the port is open.
            drop(client)
        case .failed(let failure) where failure.kind == .notTLS:
            counters.count(HandshakeFailure(failure.cause))
            client.tls = nil
            refuse(client, .plainOnTLS, PartialHead())
            return true
        case .failed(let failure):
            fail(client, failure)
            return true
        }
        return false
    }

    private func fail(_ client: Client, _ failure: TLSFailure) {
        let outcome: Outcome =
            switch failure.kind {
            case .unknownServerName: .unknownServerName
            case .noSharedProtocol: .noSharedProtocol
            case .gone, .notTLS, .other: .handshakeFailed
            }
        counters.count(HandshakeFailure(failure.cause))
        report(client, outcome, detail: failure.reason)
        // The alert is in the socket; it must arrive before the connection ends.
        client.tls = nil
        startLingering(client)
    }

    private func establish(_ client: Client) {
        client.connection = Connection(
            listener: client.listener.name, kind: client.listener.kind,
            client: client.address, peer: client.peer, serverName: client.tls?.serverName,
            tlsVersion: client.tls?.version, tlsCipher: client.tls?.cipher)
        client.phase = .reading
        setDeadline(
            client,
            isDraining
                ? ServerLimits.drainGraceMilliseconds : limits.idleTimeoutMilliseconds)
    }

    // MARK: Reading

    /// Reads until a request is complete; answers it, and returns whether to go on at once.
    private func read(_ client: Client) -> Bool {
        if !client.input.isEmpty, understand(client) { return true }
        while client.isReadable {
            switch client.receive(into: &scratch) {
            case .done(let count):
                if client.input.isEmpty { client.headStartedAt = now }
                client.input.append(contentsOf: scratch[..<count])
                if understand(client) { return true }
            case .blocked:
                client.isReadable = false
            case .closed, .failed:
                if client.headStartedAt != 0, !client.input.isEmpty { report(client, .clientGone) }
                close(client)
                return false
            }
        }
        return false
    }

    /// Looks for a request at the beginning of the input; returns whether something came of it.
    private func understand(_ client: Client) -> Bool {
        if client.headStartedAt == 0 { client.headStartedAt = now }
        switch gate.progress(of: client.input[...]) {
        case .incomplete:
            if client.deadline == 0 || client.deadline > headDeadline(client) {
                deadlines.set(client, deadline: headDeadline(client))
            }
            return false
        case .refused(let refusal, let partial):
            refuse(client, refusal, partial)
        case .complete(let head):
            if head.length == client.input.count {
                client.input.removeAll(keepingCapacity: client.input.capacity <= 4_096)
            } else {
                client.input.removeFirst(head.length)
            }
            answer(head, client)
        }
        return true
    }

    private func headDeadline(_ client: Client) -> Int64 {
        client.headStartedAt + limits.headTimeoutMilliseconds * 1_000_000
    }

    // MARK: Ending

    private func finishSending(_ client: Client) -> Bool {
        switch flush(client) {
        case .done:
            if var exchange = client.exchange {
                complete(&exchange, client)
                client.exchange = nil
            }
            startLingering(client)
            return true
        case .blocked: return false
        case .closed, .failed:
            abort(client, .clientGone)
            return false
        }
    }

    /// Throws away what comes after the last response, so that a reset does not overtake it.
    private func linger(_ client: Client) -> Bool {
        while client.isReadable {
            switch Socket.receive(client.socket, into: &scratch, from: 0) {
            case .done(let count):
                client.lingeredBytes += count
                guard client.lingeredBytes <= ServerLimits.lingerLimitBytes else {
                    drop(client)
                    return false
                }
            case .wouldBlock:
                client.isReadable = false
            case .closed, .failed:
                drop(client)
                return false
            }
        }
        return false
    }
}

extension HandshakeFailure {
    /// The word for what the TLS library says.
    fileprivate init(_ cause: TLSFailure.Cause) {
        self =
            switch cause {
            case .gone: .clientGone
            case .notTLS: .plainHTTP
            case .unknownServerName: .unknownServerName
            case .version: .noSharedVersion
            case .cipher: .noSharedCipher
            case .group: .noSharedGroup
            case .signature: .noSharedSignature
            case .applicationProtocol: .noSharedApplicationProtocol
            case .certificateRejected: .certificateRejected
            case .alert: .clientAlert
            case .malformed: .malformed
            case .other: .other
            }
    }
}
