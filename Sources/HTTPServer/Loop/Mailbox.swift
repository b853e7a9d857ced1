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
    /// Say that the loop still takes messages.
    case probe(done: @Sendable () -> Void)
    /// Accept no more and close what is idle.
    case drain
    /// Close everything and end.
    case stop
}

/// The messages that wait for a loop.
///
/// - Threads: Any thread posts, the loop's thread takes.
final class Mailbox: Sendable {
    private let messages = Mutex<[LoopMessage]>([])
    /// Readable when messages wait.
    let wakeUp: WakeUp

    /// Creates an empty mailbox.
    ///
    /// - Throws: The system's error.
    init() throws(SystemError) {
        wakeUp = try WakeUp()
    }

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
