import HTTP
import POSIX
import Synchronization
import TLS

/// What the loops of a server have in common.
///
/// - Threads: Any.
final class ServerShared: Sendable {
    /// The limits.
    let limits: ServerLimits
    /// The keys of session tickets, so that a ticket of one loop is good at another.
    let tickets: TicketKeys
    /// Where events go.
    let events: @Sendable (ServerEvent) -> Void

    private let connections = Atomic<Int>(0)
    private let room = Atomic<Int>(.max)
    private let passedOn = Atomic<Int>(0)
    private let nextID: Atomic<UInt64>
    private let mailboxes = Mutex<[Mailbox]>([])
    private let work = Mutex<Void>(())
    private let publicWork = Atomic<Int>(0)
    private let endedLoops = Atomic<Int>(0)
    /// Signalled whenever a loop ends or takes over a new configuration.
    let progress: WakeUp?

    init(
        limits: ServerLimits, tickets: TicketKeys, events: @escaping @Sendable (ServerEvent) -> Void
    ) {
        self.limits = limits
        self.tickets = tickets
        self.events = events
        nextID = Atomic(UInt64.random(in: .min ... .max))
        progress = try? WakeUp()
    }

    /// Makes the loops' mailboxes known.
    func setMailboxes(_ all: [Mailbox]) { mailboxes.withLock { $0 = all } }

    /// The number of open connections.
    var connectionCount: Int { connections.load(ordering: .relaxed) }

    /// The number of loops that have ended.
    var endedLoopCount: Int { endedLoops.load(ordering: .acquiring) }

    /// How many connections there may be: as many as configured, or as descriptors allow.
    var connectionLimit: Int { min(limits.connections, room.load(ordering: .relaxed)) }

    /// Sets how many connections the descriptors allow.
    func setRoom(_ count: Int) { room.store(count, ordering: .relaxed) }

    /// Counts a new connection; returns their number with it.
    func take() -> Int { connections.add(1, ordering: .relaxed).newValue }

    /// Counts a connection less.
    func release() { connections.subtract(1, ordering: .relaxed) }

    /// Returns the loop with the connection that can best be spared, unless it is this one.
    func loop(sparingSooner loop: EventLoop) -> Mailbox? {
        let all = mailboxes.withLock { $0 }
        guard let best = all.min(by: { $0.willingness < $1.willingness }),
            best.willingness < loop.mailbox.willingness
        else { return nil }
        return best
    }

    /// Gives a connection to another loop; `false` when it has been passed on often enough, or
    /// too many are on their way.
    func passOn(_ accepted: AcceptedSocket, to other: Mailbox) -> Bool {
        guard accepted.passes < ServerLimits.passes else { return false }
        guard passedOn.add(1, ordering: .relaxed).newValue <= limits.passedOn else {
            received()
            return false
        }
        var accepted = accepted
        accepted.passes += 1
        other.post(.admit(accepted))
        return true
    }

    /// Notes that a connection has come from another loop.
    func received() { passedOn.subtract(1, ordering: .relaxed) }

    /// Notes that a loop has ended.
    func loopEnded() {
        endedLoops.add(1, ordering: .releasing)
        progress?.signal()
    }

    /// Returns an id for a request: 16 hexadecimal digits that do not tell how many came before.
    func requestID() -> String {
        var word = nextID.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        word ^= word >> 31
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Works on a request on a thread of its own.
    ///
    /// Requests of the admin listener wait for each other. Those of public listeners do not
    /// wait, for they come from anybody: with too many of them, the next one is answered 503.
    func perform(
        _ work: @escaping @Sendable () -> Reply, isAdmin: Bool,
        then done: @escaping @Sendable (Reply) -> Void
    ) {
        guard isAdmin || takeWork() else { return done(Self.busy) }
        do throws(SystemError) {
            try Threads.start("aasa-work") { [self] in
                let reply = isAdmin ? self.work.withLock { _ in work() } : work()
                // ORDER: who has the answer may ask again at once.
                if !isAdmin { releaseWork() }
                done(reply)
            }
        } catch {
            if !isAdmin { releaseWork() }
            done(Self.busy)
        }
    }

    private func takeWork() -> Bool {
        let count = publicWork.add(1, ordering: .relaxed).newValue
        guard count > ServerLimits.publicWork else { return true }
        releaseWork()
        return false
    }

    private func releaseWork() { publicWork.subtract(1, ordering: .relaxed) }

    private static let busy = Reply(.error(503, "busy", [Field("Retry-After", "1")]))
}
