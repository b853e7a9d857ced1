import Diagnostics
import HTTP
import POSIX
import TLS

/// One event loop: a thread that accepts, speaks TLS, checks requests and sends responses.
///
/// Everything here belongs to the loop's thread; no lock is on the way of a request. Other
/// threads reach it through the ``Mailbox`` only.
///
/// - Threads: ``run()`` on one thread; ``mailbox`` and ``counters`` from any.
final class EventLoop: @unchecked Sendable {
    /// Tokens of descriptors that are no clients; clients' tokens are below.
    enum Token {
        static let mailbox: UInt64 = 1 << 62
        static let listener: UInt64 = 1 << 63
    }

    let mailbox: Mailbox
    /// What happened on this loop so far, in numbers.
    let counters = CounterSet()
    let shared: ServerShared
    let limits: ServerLimits
    let gate: RequestGate
    let epoll: Epoll
    let framing: FramingDaemon
    let listeners: [ListeningSocket]
    /// Whether it serves the admin listener.
    let isAdmin: Bool
    var tlsContexts: [TLSContext?]

    var handler: any Handler
    var identities: TLSIdentities
    var clients = ClientTable()
    var deadlines: DeadlineWheel
    /// Clients that have not sent a complete request, the oldest first.
    let silent = ClientList(.silent)
    /// Clients that have been answered and may ask again, the longest idle first.
    let idle = ClientList(.idle)
    /// Clients with a response in the HTTP library.
    var busy: [Client] = []
    /// Clients whose whole response waits in their output.
    var ready: [Client] = []
    /// Responses that need no library for the rest of the second.
    var framed = FramedResponses()
    /// Whether the HTTP library must be run before the loop sleeps.
    var framingHasWork = false
    /// Whether the library owes a client bytes although it said that it has nothing to do.
    var awaitsFraming = false
    /// Room for one read; what stays of it is copied to the client.
    var scratch = [UInt8](repeating: 0, count: 32 * 1024)
    var reserve: WakeUp?
    var warnedAt: [String: Int64] = [:]
    /// The time at the beginning of the current turn, monotonic nanoseconds.
    var now: Int64
    var isDraining = false
    var isStopped = false

    /// Prepares a loop over listeners that are bound already.
    ///
    /// - Throws: The system's error, or that of the TLS library.
    init(
        _ shared: ServerShared, listeners: [ListeningSocket], handler: any Handler,
        identities: TLSIdentities
    ) throws(Diagnostic) {
        self.shared = shared
        self.listeners = listeners
        self.handler = handler
        self.identities = identities
        limits = shared.limits
        isAdmin = listeners.allSatisfy { $0.listener.kind == .admin }
        gate = RequestGate(
            headLimitBytes: limits.headLimitBytes, fieldLimit: limits.headFieldLimit,
            bodyLimitBytes: isAdmin ? ServerLimits.adminBodyLimitBytes : 0)
        now = Clock.monotonicNanoseconds()
        deadlines = DeadlineWheel(now: now)
        var contexts: [TLSContext?] = []
        for socket in listeners {
            let isTLS = socket.listener.kind == .tls
            contexts.append(
                isTLS
                    ? try TLSContext(
                        settings: socket.listener.tls, tickets: shared.tickets,
                        identities: identities) : nil)
        }
        tlsContexts = contexts
        do {
            mailbox = try Mailbox()
            epoll = try Epoll()
            framing = try FramingDaemon(descriptorCeiling: limits.laneCeiling)
            reserve = try WakeUp()
            try epoll.add(mailbox.wakeUp.descriptor, token: Token.mailbox, .level)
            for (index, socket) in listeners.enumerated() {
                try epoll.add(
                    socket.descriptor, token: Token.listener | UInt64(index), .exclusive)
            }
        } catch {
            throw Diagnostic(
                .error, "loop-failed", "cannot start an event loop: \(error.reason)",
                hint: "raise the limit on open files (ulimit -n)")
        }
    }

    /// Serves until a message ends it.
    func run() {
        while !isStopped { turn() }
        for client in clients.all { drop(client) }
        shared.loopEnded()
    }

    private func turn() {
        var begin: Int64?
        epoll.wait(timeoutMilliseconds: sleepMilliseconds) { event in
            now = Clock.monotonicNanoseconds()
            if begin == nil { begin = now }
            dispatch(event)
        }
        now = Clock.monotonicNanoseconds()
        let woken = begin ?? now
        if awaitsFraming { framingHasWork = true }
        runFraming()
        for client in deadlines.expired(now: now, in: clients) { expire(client) }
        now = Clock.monotonicNanoseconds()
        noteSpare()
        counters.countTurn(nanoseconds: now - woken)
        if isDraining, clients.count == 0 { isStopped = true }
    }

    private var sleepMilliseconds: Int32 {
        guard !hasWork else { return 0 }
        let sleep = deadlines.sleepMilliseconds(now: now)
        let longest = ServerLimits.framingPauseMilliseconds
        return awaitsFraming && !(0..<longest).contains(sleep) ? longest : sleep
    }

    /// Connections to accept at once: one while there is little to do, so that no call is
    /// spent on finding the queue empty, and as many as there are events when there is much.
    private var acceptBatch: Int { min(epoll.eventCount, ServerLimits.acceptBatch) }

    private func dispatch(_ event: EpollEvent) {
        switch event.token {
        case Token.mailbox:
            for message in mailbox.take() { receive(message) }
        case Token.listener...:
            accept(Int(event.token & ~Token.listener), atMost: acceptBatch)
        default:
            guard let client = clients.client(event.token) else { return }
            client.note(event)
            if event.isDead, client.phase == .waiting { return abort(client, .clientGone) }
            drive(client)
        }
    }

    private func receive(_ message: LoopMessage) {
        switch message {
        case .replace(let handler, let identities, let done):
            self.handler = handler
            self.identities = identities
            for context in tlsContexts { context?.replace(identities) }
            framing.forgetResponses()
            framed.forget()
            done()
        case .reply(let token, let reply):
            guard let client = clients.client(token), client.phase == .waiting else { return }
            send(reply, to: client)
        case .evict:
            evict()
        case .admit(let accepted):
            shared.received()
            if isDraining { return Socket.close(accepted.descriptor) }
            admit(accepted)
        case .probe(let done):
            done()
        case .drain:
            drain()
        case .stop:
            isStopped = true
        }
    }

    private func drain() {
        // ORDER: what waits in a listener's queue is taken before the queue is given up.
        for index in listeners.indices { accept(index, atMost: .max) }
        isDraining = true
        for socket in listeners {
            epoll.remove(socket.descriptor)
            socket.stopListening()
        }
        for client in clients.all {
            switch client.phase {
            case .reading where client.requestCount > 0 && client.headStartedAt == 0:
                close(client)
            case .preamble, .opening, .handshaking, .reading:
                setDeadline(client, ServerLimits.drainGraceMilliseconds)
            default:
                break
            }
        }
    }

    /// Says something to the operator, at most once in five seconds for each kind.
    func warn(_ diagnostic: Diagnostic) {
        let last = warnedAt[diagnostic.id] ?? .min / 2
        guard now - last >= ServerLimits.warningIntervalNanoseconds else { return }
        warnedAt[diagnostic.id] = now
        shared.events(.warning(diagnostic))
    }

    /// Takes a client out of the list it stands in.
    func delist(_ client: Client) {
        silent.remove(client)
        idle.remove(client)
    }

    /// Sets the client's deadline to so many milliseconds from now.
    func setDeadline(_ client: Client, _ milliseconds: Int64) {
        deadlines.set(client, deadline: now + milliseconds * 1_000_000)
    }
}
