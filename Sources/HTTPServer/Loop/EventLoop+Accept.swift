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
                guard let socket = lowered(socket) else { continue }
                admit(socket, address, index)
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

    private func admit(_ socket: Int32, _ address: SocketAddress, _ index: Int) {
        counters.accepted.countUp()
        guard makeRoom() else { return Socket.close(socket) }
        let client = clients.insert { token in
            Client(
                token: token, socket: socket, listener: listeners[index].listener,
                listenerIndex: index, peer: address.host,
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
        setDeadline(
            client,
            client.listener.kind == .tls
                ? limits.handshakeTimeoutMilliseconds : limits.idleTimeoutMilliseconds)
    }

    /// Takes a place among the connections of all loops, at another's expense if need be.
    private func makeRoom() -> Bool {
        let count = shared.take()
        guard count > limits.connections else { return true }
        warn(
            Diagnostic(
                .warning, "connection-limit",
                "the limit of \(limits.connections) connections is reached; idle ones make room",
                hint: "raise limits.connections, or look for clients that keep connections open"))
        if !evict() { shared.askOthersToEvict(except: self) }
        guard count > limits.connections + ServerLimits.connectionSlack else { return true }
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
        return true
    }

    /// Moves a connection that took one of the last descriptors to that of another, which ends.
    ///
    /// - Returns: The descriptor, or `nil` when nobody could be spared: then it is closed.
    private func lowered(_ socket: Int32) -> Int32? {
        guard socket >= limits.socketCeiling else { return socket }
        warnOfShortage(SystemError(EMFILE))
        if !evict() { shared.askOthersToEvict(except: self) }
        defer { Socket.close(socket) }
        guard let low = try? Socket.duplicate(socket) else { return nil }
        guard low >= limits.socketCeiling else { return low }
        Socket.close(low)
        return nil
    }

    /// Lets the queue of waiting connections shrink although no descriptor is left.
    private func recover(_ error: SystemError, _ index: Int) {
        warnOfShortage(error)
        if evict() { return }
        reserve = nil
        if let (socket, _) = try? Socket.accept(listeners[index].descriptor) {
            Socket.close(socket)
        }
        reserve = try? WakeUp()
    }

    private func warnOfShortage(_ error: SystemError) {
        counters.descriptorShortages.countUp()
        warn(
            Diagnostic(
                .warning, "descriptors-exhausted", "cannot accept a connection: \(error.reason)",
                hint: "raise the limit on open files (ulimit -n, LimitNOFILE=)"))
    }
}
