import Diagnostics
import Glibc
import HTTP
import POSIX

extension EventLoop {
    /// Accepts some of the connections that wait at a listener.
    func accept(_ index: Int, atMost batch: Int) {
        guard !isDraining, index < listeners.count else { return }
        for _ in 0..<batch {
            do throws(SystemError) {
                let (socket, address) = try Socket.accept(listeners[index].descriptor)
                let accepted = AcceptedSocket(
                    descriptor: socket, peer: address, listenerIndex: index)
                admit(accepted)
            } catch {
                switch error.number {
                // EINVAL: another loop has already ended the listener.
                case EAGAIN, EINVAL: return
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: return recover(error, index)
                default: continue
                }
            }
        }
    }

    /// Makes a client of an accepted connection, or closes it where nobody has room for it.
    func admit(_ accepted: AcceptedSocket) {
        guard let socket = lowered(accepted) else { return }
        counters.accepted.countUp()
        guard makeRoom() else { return Socket.close(socket) }
        let client = clients.insert { token in
            Client(
                token: token, socket: socket,
                listener: listeners[accepted.listenerIndex].listener,
                listenerIndex: accepted.listenerIndex, peer: accepted.peer.host,
                acceptedAt: now)
        }
        do throws(SystemError) {
            try epoll.add(socket, token: client.token, .inputEdges)
        } catch {
            clients.remove(client)
            shared.release()
            client.closeSocket()
            return
        }
        silent.append(client)
        noteSpare()
        setDeadline(
            client,
            client.listener.kind == .tls
                ? limits.handshakeTimeoutMilliseconds : limits.idleTimeoutMilliseconds)
    }

    /// Takes a place among the connections of all loops, at another's expense if need be.
    private func makeRoom() -> Bool {
        let count = shared.take()
        let limit = shared.connectionLimit
        guard count > limit else { return true }
        let what =
            limit < limits.connections
            ? "the limit on open files (ulimit -n, LimitNOFILE=)" : "limits.connections"
        warn(
            Diagnostic(
                .warning, "connection-limit",
                "the limit of \(limit) connections is reached; idle ones make room",
                hint: "raise \(what), or look for clients that keep connections open"))
        let other = shared.loop(sparingSooner: self)
        // Where the other loop does not keep up, this one makes room itself.
        let isBehind = count > limit + ServerLimits.connectionSlack / 2
        if let other, !isBehind || !evict() {
            other.post(.evict)
        } else if other == nil {
            evict()
        }
        guard count > limit + ServerLimits.connectionSlack else { return true }
        shared.release()
        counters.refusedAtLimit.countUp()
        return false
    }

    /// Closes the connection that can best be spared.
    ///
    /// That is the oldest one without a complete request, else the one that has been idle
    /// longest. A connection with a request in progress is never closed.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func evict() -> Bool {
        guard let client = silent.first ?? idle.first else { return false }
        if client.phase == .handshaking || client.phase == .opening || client.headStartedAt != 0 {
            report(client, .evicted)
        }
        counters.evicted.countUp()
        close(client)
        noteSpare()
        return true
    }

    /// Tells the other loops how old the connection is that this one would spare first.
    func noteSpare() {
        let age = silent.first?.acceptedAt ?? idle.first.map { $0.acceptedAt + Spare.idle }
        mailbox.noteSpare(age ?? Spare.none)
    }

    /// Moves a connection that took one of the last descriptors to that of another, which ends.
    ///
    /// - Returns: The descriptor, or `nil` when another loop has the connection now, or nobody.
    private func lowered(_ accepted: AcceptedSocket) -> Int32? {
        let ceiling = isAdmin ? limits.adminCeiling : limits.socketCeiling
        let socket = accepted.descriptor
        guard socket >= ceiling else { return socket }
        warnOfShortage(SystemError(EMFILE))
        if !isAdmin, let other = shared.loop(sparingSooner: self),
            shared.passOn(accepted, to: other)
        {
            return nil
        }
        // Another loop may have taken what became free.
        for _ in 0..<2 where evict() {
            if let low = Socket.moved(socket, below: ceiling) { return low }
        }
        shared.loop(sparingSooner: self)?.post(.evict)
        counters.refusedWithoutDescriptor.countUp()
        Socket.close(socket)
        return nil
    }

    /// Lets the queue of waiting connections shrink although no descriptor is left.
    private func recover(_ error: SystemError, _ index: Int) {
        warnOfShortage(error)
        if evict() { return }
        reserve = nil
        if let (socket, _) = try? Socket.accept(listeners[index].descriptor) {
            Socket.close(socket)
            counters.refusedWithoutDescriptor.countUp()
        }
        reserve = try? WakeUp()
    }

    private func warnOfShortage(_ error: SystemError) {
        warn(
            Diagnostic(
                .warning, "descriptors-exhausted", "cannot accept a connection: \(error.reason)",
                hint: "raise the limit on open files (ulimit -n, LimitNOFILE=)"))
    }
}
