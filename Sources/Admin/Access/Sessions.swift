import Origin
import Synchronization

/// Who has signed in on the page: random ids that stand for a token that was once given.
///
/// The token itself is in no cookie. A session ends when it was not used for a while, after
/// some hours in any case, when somebody signs out, and when the token is another one.
///
/// - Threads: All methods may be called from any thread.
final class Sessions: Sendable {
    /// One of them.
    struct Session: Sendable {
        /// What the cookie says.
        let id: String
        /// What forms say, so that no other page can send them.
        let formKey: String
        /// The rules under which it began; with another token it is over.
        fileprivate let access: AdminAccess
        fileprivate let begunMilliseconds: Int64
        fileprivate var usedMilliseconds: Int64
    }

    /// Sessions at once; the one that was not used for longest makes room.
    static let limit = 64
    /// From the last request of a session to its end.
    static let idleMilliseconds: Int64 = 30 * 60_000
    /// From its beginning to its end, however much it is used.
    static let lifetimeMilliseconds: Int64 = 12 * 3_600_000

    /// What forms say where nobody has signed in, made anew by each process.
    let formKey = Secret.random()

    private let sessions = Mutex<[Session]>([])

    /// Begins a session with an id that was never used before.
    func begin(_ access: AdminAccess, nowMilliseconds: Int64) -> Session {
        let session = Session(
            id: Secret.random(), formKey: Secret.random(), access: access,
            begunMilliseconds: nowMilliseconds, usedMilliseconds: nowMilliseconds)
        sessions.withLock { sessions in
            sessions.removeAll { !Self.isAlive($0, access, nowMilliseconds) }
            if sessions.count >= Self.limit { sessions.removeFirst() }
            sessions.append(session)
        }
        return session
    }

    /// Returns the session of an id, or `nil` when there is none or it is over.
    func session(_ id: String, _ access: AdminAccess, nowMilliseconds: Int64) -> Session? {
        sessions.withLock { sessions in
            sessions.removeAll { !Self.isAlive($0, access, nowMilliseconds) }
            // Every id is compared, so that the time says nothing about any.
            let indices = sessions.indices.filter { Secret.areEqual(id, sessions[$0].id) }
            guard let index = indices.first else { return nil }
            // The order is that of the last use.
            var session = sessions.remove(at: index)
            session.usedMilliseconds = nowMilliseconds
            sessions.append(session)
            return session
        }
    }

    /// Ends a session.
    func end(_ id: String) {
        sessions.withLock { $0.removeAll { Secret.areEqual(id, $0.id) } }
    }

    private static func isAlive(_ session: Session, _ access: AdminAccess, _ now: Int64) -> Bool {
        // A clock that was set back must not make a session live for longer.
        let ages = (now - session.begunMilliseconds, now - session.usedMilliseconds)
        return ages.0 >= 0 && ages.0 < lifetimeMilliseconds && ages.1 < idleMilliseconds
            && session.access.hasSameToken(as: access)
    }
}
