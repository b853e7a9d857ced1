package import Diagnostics
package import HTTP
package import POSIX
import Synchronization
package import TLS

/// The public and the admin listeners, their event loops, and the requests on them.
///
/// The admin listener has a loop of its own, so that nothing it does delays a public request.
///
/// - Threads: All methods may be called from any thread but those of the loops.
package final class Server: Sendable {
    private struct State {
        var sockets: [ListeningSocket] = []
        var adminSocket: ListeningSocket?
        var mailboxes: [Mailbox] = []
        var adminMailbox: Mailbox?
        var counters: [CounterSet] = []
        var adminCounters: CounterSet?
        var isDraining = false
    }

    private let shared: ServerShared
    private let loopCount: Int
    private let state = Mutex(State())

    /// Creates a server that binds nothing yet.
    ///
    /// - Parameters:
    ///   - limits: The limits for clients.
    ///   - loops: The number of event loops for the public listeners; 0 means one per processor.
    ///   - tickets: The keys of session tickets.
    ///   - events: Called on the loops' threads; it must not block.
    package init(
        limits: ServerLimits, loops: Int, tickets: TicketKeys,
        events: @escaping @Sendable (ServerEvent) -> Void
    ) {
        var limits = limits
        limits.descriptors = Int32(clamping: ProcessContext.raiseDescriptorLimit())
        shared = ServerShared(limits: limits, tickets: tickets, events: events)
        loopCount = loops > 0 ? loops : ProcessContext.processorCount
    }

    /// Binds all listeners; nothing stays bound when one fails.
    ///
    /// - Parameters:
    ///   - listeners: The public listeners.
    ///   - admin: The admin listener, if there is one.
    ///   - inherited: Listening sockets of the service manager. One that is bound to a
    ///     listener's address is used for it; the others are closed with a warning.
    ///   - owner: Whom the files of Unix sockets belong to, or `nil` for the user of the process.
    /// - Throws: `listen-failed` with the address and the system's reason.
    package func bind(
        _ listeners: [Listener], admin: Listener?, inherited: [Int32] = [],
        owner: Privileges.Identity? = nil
    ) throws(Diagnostic) {
        var passed = InheritedSockets(inherited)
        var sockets: [ListeningSocket] = []
        for listener in listeners {
            if let socket = passed.take(for: listener) {
                sockets.append(socket)
            } else {
                sockets.append(try open(listener, among: listeners, owner))
            }
        }
        var adminSocket: ListeningSocket?
        if let admin {
            adminSocket = passed.take(for: admin)
            if adminSocket == nil { adminSocket = try open(admin, among: [], owner) }
        }
        for finding in passed.closeUnused() { shared.events(.warning(finding)) }
        let (all, adminOne) = (sockets, adminSocket)
        state.withLock {
            $0.sockets = all
            $0.adminSocket = adminOne
        }
    }

    private static func notGiven(
        _ listener: Listener, _ owner: Privileges.Identity, _ error: SystemError
    ) -> Diagnostic {
        Diagnostic(
            .warning, "socket-not-given",
            "cannot give \(listener.name) to user \(Diagnostic.quoted(owner.name)): "
                + error.reason,
            at: listener.location,
            hint: "the socket stays root's; start with the capability chown to change that")
    }

    /// Opens a listener; `::` falls back to IPv4 where the system has no IPv6.
    private func open(
        _ listener: Listener, among all: [Listener], _ owner: Privileges.Identity?
    ) throws(Diagnostic) -> ListeningSocket {
        guard case .internet("::", let port) = listener.address else {
            let socket = try ListeningSocket(listener, isIPv6Only: false, owner: owner)
            if let owner, let failure = socket.ownerFailure {
                shared.events(.warning(Self.notGiven(listener, owner, failure)))
            }
            return socket
        }
        let hasIPv4 = all.contains { $0.address == .internet(host: "0.0.0.0", port: port) }
        do {
            return try ListeningSocket(listener, isIPv6Only: hasIPv4)
        } catch {
            guard !hasIPv4, !ListeningSocket.systemHasIPv6 else { throw error }
            var fallback = listener
            fallback.address = .internet(host: "0.0.0.0", port: port)
            let socket = try ListeningSocket(fallback, isIPv6Only: false)
            shared.events(
                .warning(
                    Diagnostic(
                        .warning, "ipv6-unavailable",
                        "the system has no IPv6; \(listener.name) serves IPv4 only",
                        at: listener.location,
                        hint: "write 0.0.0.0:\(port) to make this the configuration")))
            return socket
        }
    }

    /// Starts the loops.
    ///
    /// - Parameters:
    ///   - handler: Answers the requests of the public listeners.
    ///   - admin: Answers those of the admin listener, if there is one.
    ///   - identities: The certificates.
    /// - Throws: `loop-failed` when the system has no room for a loop, and
    ///   `descriptors-too-few` when it has none for connections.
    package func start(
        handler: any Handler, admin: (any Handler)?, identities: TLSIdentities
    ) throws(Diagnostic) {
        let (sockets, adminSocket) = state.withLock { ($0.sockets, $0.adminSocket) }
        var loops: [EventLoop] = []
        for _ in 0..<loopCount {
            loops.append(
                try EventLoop(
                    shared, listeners: sockets, handler: handler, identities: identities))
        }
        try takeRoom(of: sockets)
        let mailboxes = loops.map(\.mailbox)
        let counters = loops.map(\.counters)
        var adminMailbox: Mailbox?
        var adminCounters: CounterSet?
        if let adminSocket, let admin {
            let loop = try EventLoop(
                shared, listeners: [adminSocket], handler: admin, identities: identities)
            adminMailbox = loop.mailbox
            adminCounters = loop.counters
            loops.append(loop)
        }
        state.withLock {
            $0.mailboxes = mailboxes
            $0.adminMailbox = adminMailbox
            $0.counters = counters
            $0.adminCounters = adminCounters
        }
        shared.setMailboxes(mailboxes)
        for (index, loop) in loops.enumerated() {
            let name = index < mailboxes.count ? "aasa-loop-\(index)" : "aasa-admin"
            do throws(SystemError) {
                try Threads.start(name) { loop.run() }
            } catch {
                throw Diagnostic(
                    .error, "loop-failed", "cannot start a thread: \(error.reason)")
            }
        }
    }

    /// Counts the descriptors that are left for connections, now that all others are taken.
    private func takeRoom(of sockets: [ListeningSocket]) throws(Diagnostic) {
        guard let socket = sockets.first else { return }
        let limits = shared.limits
        let lowest = try? Socket.duplicate(socket.descriptor)
        lowest.map(Socket.close)
        let room =
            lowest.map { Int(limits.socketCeiling - $0 - ServerLimits.laterDescriptors) } ?? 0
        guard room > 0 else {
            throw Diagnostic(
                .error, "descriptors-too-few",
                "the limit of \(limits.descriptors) open files leaves no room for connections",
                hint: "raise it (ulimit -n, LimitNOFILE=), or lower limits.loops")
        }
        shared.setRoom(room)
    }

    /// Swaps handler and identities on all public loops; returns when every one uses them.
    ///
    /// Requests that are being answered keep what they began with; no connection is closed.
    package func replace(handler: any Handler, identities: TLSIdentities) {
        let mailboxes = state.withLock { $0.isDraining ? [] : $0.mailboxes }
        let waiting = Countdown(mailboxes.count)
        for mailbox in mailboxes {
            mailbox.post(.replace(handler, identities) { waiting.signal() })
        }
        waiting.wait { shared.endedLoopCount > 0 }
    }

    /// The addresses that are bound, `host:port` or a path, in the order given.
    package var boundAddresses: [String] {
        state.withLock { $0.sockets.map(\.boundAddress) }
    }

    /// The address of the admin listener, or `nil` without one.
    package var boundAdminAddress: String? {
        state.withLock { $0.adminSocket?.boundAddress }
    }

    /// What happened since the start, in numbers; turns are those of the public loops.
    package var counters: ServerCounters {
        let (sets, admin) = state.withLock { ($0.counters, $0.adminCounters) }
        var sum = ServerCounters()
        admin?.add(to: &sum)
        sum.turns = DurationHistogram()
        for set in sets { set.add(to: &sum) }
        sum.connections = shared.connectionCount
        sum.connectionLimit = shared.connectionLimit
        return sum
    }

    /// The number of connections that are open now.
    package var connectionCount: Int { shared.connectionCount }

    /// Asks every loop for a sign of life, that of the admin listener too.
    ///
    /// A server that drains is alive: its loops end one after the other, by a limit of its own.
    ///
    /// - Parameter timeoutMilliseconds: How long the slowest of them may take.
    /// - Returns: Whether all of them answered in time.
    package func isAlive(withinMilliseconds timeoutMilliseconds: Int64) -> Bool {
        let (mailboxes, isDraining) = state.withLock { state in
            (state.mailboxes + [state.adminMailbox].compactMap(\.self), state.isDraining)
        }
        guard !isDraining else { return true }
        let answers = Countdown(mailboxes.count)
        for mailbox in mailboxes { mailbox.post(.probe { answers.signal() }) }
        let end = Clock.monotonicNanoseconds() + timeoutMilliseconds * 1_000_000
        answers.wait { shared.endedLoopCount > 0 || Clock.monotonicNanoseconds() >= end }
        return answers.isOver || state.withLock { $0.isDraining }
    }

    /// Stops accepting and closes idle connections; returns when none is left or time is over.
    ///
    /// - Parameter timeoutMilliseconds: How long requests in progress may take to end.
    /// - Returns: Whether all of them ended in time.
    package func drain(timeoutMilliseconds: Int64) -> Bool {
        let (mailboxes, admin) = state.withLock { state in
            state.isDraining = true
            return (state.mailboxes, state.adminMailbox)
        }
        let end = Clock.monotonicNanoseconds() + timeoutMilliseconds * 1_000_000
        for mailbox in mailboxes { mailbox.post(.drain) }
        var isComplete = wait(forLoops: mailboxes.count, until: end)
        // ORDER: the admin listener ends last, so that probes see that the server drains.
        if let admin {
            admin.post(.drain)
            isComplete = wait(forLoops: mailboxes.count + 1, until: end)
        }
        for mailbox in mailboxes + [admin].compactMap(\.self) { mailbox.post(.stop) }
        state.withLock {
            $0.sockets = []
            $0.adminSocket = nil
        }
        return isComplete
    }

    /// Waits until a number of loops have ended; returns whether they did in time.
    private func wait(forLoops count: Int, until endNanoseconds: Int64) -> Bool {
        while shared.endedLoopCount < count {
            let left = (endNanoseconds - Clock.monotonicNanoseconds()) / 1_000_000
            guard left > 0 else { return false }
            shared.progress?.wait(timeoutMilliseconds: min(left, 100))
        }
        return true
    }
}
