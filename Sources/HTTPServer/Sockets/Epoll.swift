import CLinux
import Glibc
import POSIX

/// A readiness event: what it is about, and what is ready.
struct EpollEvent {
    /// The word that was registered with the descriptor.
    var token: UInt64
    private let flags: UInt32

    init(token: UInt64, flags: UInt32) {
        self.token = token
        self.flags = flags
    }

    /// Bytes, a new connection, or the end of the stream can be read.
    var isReadable: Bool { flags & (aasa_epoll_in | aasa_epoll_read_hang_up) != 0 || isDead }
    /// The peer has ended its stream.
    var hangsUp: Bool { flags & aasa_epoll_read_hang_up != 0 || isDead }
    /// Bytes can be written.
    var isWritable: Bool { flags & aasa_epoll_out != 0 || isDead }
    /// The connection is broken in both directions.
    var isDead: Bool { flags & (aasa_epoll_error | aasa_epoll_hang_up) != 0 }
}

/// A set of descriptors that are watched for readiness.
///
/// - Ownership: Owns the epoll descriptor, not those that are watched.
/// - Threads: One thread only.
@safe final class Epoll {
    /// How a descriptor is watched.
    enum Interest {
        /// Reading, reported once whenever it becomes possible.
        case inputEdges
        /// Reading and writing, each reported once whenever it becomes possible.
        case edges
        /// Reading, reported as long as it is possible.
        case level
        /// Like `level`, but one of several watching sets is woken.
        case exclusive
    }

    /// Events that are taken from the kernel at once.
    private static let batch = 256

    private let descriptor: Int32
    /// The number of events that the last wait brought.
    private(set) var eventCount = 0
    private var buffer = unsafe [epoll_event](repeating: epoll_event(), count: batch)

    /// Creates an empty set.
    ///
    /// - Throws: The system's error.
    init() throws(SystemError) {
        descriptor = aasa_epoll_create()
        guard descriptor >= 0 else { throw SystemError() }
    }

    deinit { Socket.close(descriptor) }

    /// Starts to watch a descriptor.
    ///
    /// - Throws: The system's error.
    func add(_ watched: Int32, token: UInt64, _ interest: Interest) throws(SystemError) {
        var event = unsafe Self.event(token, interest)
        guard unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event) == 0 else {
            throw SystemError()
        }
    }

    /// Watches a descriptor in another way; what is ready already is reported anew.
    ///
    /// - Throws: The system's error.
    func change(_ watched: Int32, token: UInt64, _ interest: Interest) throws(SystemError) {
        var event = unsafe Self.event(token, interest)
        guard unsafe epoll_ctl(descriptor, EPOLL_CTL_MOD, watched, &event) == 0 else {
            throw SystemError()
        }
    }

    private static func event(_ token: UInt64, _ interest: Interest) -> epoll_event {
        var event = unsafe epoll_event()
        let input = aasa_epoll_in | aasa_epoll_read_hang_up | aasa_epoll_edges
        switch interest {
        case .inputEdges: unsafe event.events = input
        case .edges: unsafe event.events = input | aasa_epoll_out
        case .level: unsafe event.events = aasa_epoll_in
        case .exclusive: unsafe event.events = aasa_epoll_in | aasa_epoll_exclusive
        }
        unsafe event.data.u64 = token
        return unsafe event
    }

    /// Stops to watch a descriptor.
    func remove(_ watched: Int32) {
        _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, nil)
    }

    /// Waits for events and hands over each of them.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: -1 waits without limit.
    ///   - body: Called for each event in the kernel's order.
    func wait(timeoutMilliseconds: Int32, _ body: (EpollEvent) -> Void) {
        let count = unsafe epoll_wait(
            descriptor, &buffer, Int32(Self.batch), timeoutMilliseconds)
        eventCount = max(0, Int(count))
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let event = unsafe buffer[index]
            body(EpollEvent(token: unsafe event.data.u64, flags: unsafe event.events))
        }
    }
}

/// A counter that wakes a thread: `eventfd`.
///
/// - Ownership: Owns the descriptor.
/// - Threads: Any.
final class WakeUp: Sendable {
    /// The descriptor, readable after a signal.
    let descriptor: Int32

    /// Creates a counter at zero.
    ///
    /// - Throws: The system's error.
    init() throws(SystemError) {
        descriptor = aasa_eventfd()
        guard descriptor >= 0 else { throw SystemError() }
    }

    deinit { Socket.close(descriptor) }

    /// Makes the descriptor readable.
    func signal() { eventfd_write(descriptor, 1) }

    /// Makes the descriptor unreadable until the next signal.
    func clear() {
        var count: eventfd_t = 0
        unsafe eventfd_read(descriptor, &count)
    }

    /// Waits until the descriptor is readable, then clears it.
    func wait(timeoutMilliseconds: Int64) {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&watched, 1, Int32(clamping: timeoutMilliseconds))
        clear()
    }
}
