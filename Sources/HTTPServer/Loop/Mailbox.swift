import HTTP
import POSIX
import Synchronization
import TLS

/// What other threads ask of a loop.
enum LoopMessage: Sendable {
    /// Use these from now on; `done` is called when the loop does.
    case replace(any Handler, TLSIdentities, done: @Sendable () -> Void)
    /// The answer to a request that was worked on elsewhere.
    case reply(client: UInt64, Reply)
    /// Close the connection that can best be spared.
    case evict
    /// Take a connection for which its loop has no descriptor and nobody to spare.
    case admit(AcceptedSocket)
    /// Say that the loop still takes messages.
    case probe(done: @Sendable () -> Void)
    /// Accept no more and close what is idle.
    case drain
    /// Close everything and end.
    case stop
}

/// A connection that no loop has made a client of yet.
struct AcceptedSocket: Sendable {
    var descriptor: Int32
    var peer: SocketAddress
    /// The place of its listener among those of the loop.
    var listenerIndex: Int
    /// How many loops have passed it on.
    var passes = 0
}

/// How willingly a loop spares a connection: the lower, the sooner.
enum Spare {
    /// It has none.
    static let none = Int64.max
    /// What is added to the time of one that has been answered; others were accepted then.
    static let idle = Int64.max / 2
}

/// The messages that wait for a loop.
///
/// - Threads: Any thread posts, the loop's thread takes.
final class Mailbox: Sendable {
    private let messages = Mutex<[LoopMessage]>([])
    private let spare = Atomic<Int64>(Spare.none)
    /// Readable when messages wait.
    let wakeUp: WakeUp

    /// Creates an empty mailbox.
    ///
    /// - Throws: The system's error.
    init() throws(SystemError) {
        wakeUp = try WakeUp()
    }

    /// How willingly the loop spares a connection, as of a moment ago.
    var willingness: Int64 { spare.load(ordering: .relaxed) }

    /// Notes how willingly the loop spares a connection.
    func noteSpare(_ willingness: Int64) { spare.store(willingness, ordering: .relaxed) }

    /// Adds a message and wakes the loop.
    func post(_ message: LoopMessage) {
        messages.withLock { $0.append(message) }
        wakeUp.signal()
    }

    /// Takes all messages.
    func take() -> [LoopMessage] {
        wakeUp.clear()
        return messages.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
