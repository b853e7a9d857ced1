import CLinux
import Glibc
import POSIX

/// What a call on a non-blocking socket came to.
enum SocketProgress: Equatable {
    /// So many bytes were moved, at least 1.
    case done(Int)
    /// The socket is not ready.
    case wouldBlock
    /// The peer ended its stream.
    case closed
    /// The connection is dead.
    case failed(SystemError)
}

/// System calls on non-blocking sockets, each with its result checked.
///
/// Descriptors are plain numbers here; whoever creates one closes it once.
enum Socket {
    /// Receives into an array from an offset on.
    static func receive(_ socket: Int32, into buffer: inout [UInt8], from offset: Int)
        -> SocketProgress
    {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { memory -> Int in
                guard let base = memory.baseAddress else { return 0 }
                return unsafe recv(socket, base + offset, memory.count - offset, 0)
            }
            if count > 0 { return .done(count) }
            if count == 0 { return .closed }
            if errno != EINTR { return failure() }
        }
    }

    /// Returns the first byte that waits, without taking it.
    static func peek(_ socket: Int32) -> (progress: SocketProgress, byte: UInt8) {
        while true {
            var byte: UInt8 = 0
            let count = unsafe recv(socket, &byte, 1, Int32(MSG_PEEK))
            if count > 0 { return (.done(1), byte) }
            if count == 0 { return (.closed, 0) }
            if errno != EINTR { return (failure(), 0) }
        }
    }

    /// Receives into an array without taking the bytes from the socket.
    static func peek(_ socket: Int32, into buffer: inout [UInt8]) -> SocketProgress {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(socket, $0.baseAddress, $0.count, Int32(MSG_PEEK))
            }
            if count > 0 { return .done(count) }
            if count == 0 { return .closed }
            if errno != EINTR { return failure() }
        }
    }

    /// Takes bytes that were peeked at.
    static func skip(_ socket: Int32, count: Int) {
        var bytes = [UInt8](repeating: 0, count: count)
        _ = receive(socket, into: &bytes, from: 0)
    }

    /// Sends a part of an array.
    static func send(_ socket: Int32, _ buffer: [UInt8], from offset: Int, count: Int)
        -> SocketProgress
    {
        while true {
            let sent = unsafe buffer.withUnsafeBytes { memory -> Int in
                guard let base = memory.baseAddress else { return 0 }
                return unsafe Glibc.send(
                    socket, base + offset, min(count, memory.count - offset),
                    Int32(MSG_NOSIGNAL))
            }
            if sent > 0 { return .done(sent) }
            if sent == 0 { return .wouldBlock }
            if errno != EINTR { return failure() }
        }
    }

    private static func failure() -> SocketProgress {
        let error = SystemError()
        return error.number == EAGAIN ? .wouldBlock : .failed(error)
    }

    /// Whether connections can be accepted from a descriptor, which may be no socket at all.
    static func isListening(_ descriptor: Int32) -> Bool {
        option(descriptor, SO_TYPE) == Int32(SOCK_STREAM.rawValue)
            && option(descriptor, SO_ACCEPTCONN) == 1
    }

    private static func option(_ descriptor: Int32, _ name: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let status = unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length)
        return status == 0 ? value : nil
    }

    /// Ends the stream to the peer; what was sent still arrives.
    static func shutdownWrite(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_WR)) }

    /// Returns the lowest free descriptor, made another one of the same socket.
    static func duplicate(_ socket: Int32) throws(SystemError) -> Int32 {
        let other = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard other >= 0 else { throw SystemError() }
        return other
    }

    /// Moves a socket to the lowest free descriptor; `nil`, and nothing, when that is too high.
    static func moved(_ socket: Int32, below ceiling: Int32) -> Int32? {
        guard let low = try? duplicate(socket) else { return nil }
        guard low < ceiling else {
            close(low)
            return nil
        }
        close(socket)
        return low
    }

    /// Closes a descriptor.
    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    /// Has small responses sent at once instead of waiting for more (TCP_NODELAY).
    ///
    /// What a listening socket accepts inherits it; sockets that are not TCP's refuse it.
    static func disableDelay(_ socket: Int32) {
        var on: Int32 = 1
        unsafe setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Returns a connected pair of non-blocking stream sockets.
    ///
    /// - Throws: The system's error, such as too many open files.
    static func pair() throws(SystemError) -> (Int32, Int32) {
        var pair: [Int32] = [-1, -1]
        let kind =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw SystemError() }
        return (pair[0], pair[1])
    }

    /// Accepts one connection.
    ///
    /// - Throws: The system's error; `EAGAIN` when none waits.
    static func accept(_ listener: Int32) throws(SystemError) -> (Int32, SocketAddress) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let socket = unsafe withUnsafeMutablePointer(to: &storage) { pointer -> Int32 in
            let address = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(
                to: sockaddr.self)
            return unsafe accept4(
                listener, address, &length,
                Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
        }
        guard socket >= 0 else { throw SystemError() }
        return (socket, SocketAddress(storage))
    }
}
