import COpenSSL
import Glibc
import POSIX

/// The bytes between one TLS session and its socket: OpenSSL's `BIO`.
///
/// Two things tell it from OpenSSL's own for sockets. What the session writes is kept until
/// ``flush()``, so that session tickets leave in the packet of the first response. And once
/// the owner says when the socket became readable, a read that got less than it asked for is
/// known to have emptied the socket, which saves the call that would say so.
///
/// - Ownership: Borrows the socket. The session owns both this and the `BIO` that points here.
/// - Threads: One thread only, that of the session.
/// - Limits: ``outputLimitBytes`` are kept; a session that writes more fails. Once it is read
///   from, so does one that receives ``messageLimitBytes`` of which no data comes.
@safe final class SessionTransport {
    /// Above this, nothing more is taken before the socket has taken some.
    static let fullBytes = 16 * 1_024
    /// More than ``fullBytes``, one large write and the records around it.
    static let outputLimitBytes = 1_024 * 1_024
    /// More than the largest record and what is read ahead of the next one.
    ///
    /// OpenSSL goes on reading while there are messages, such as new keys, and the loop of a
    /// client that sends nothing else would do nothing else.
    static let messageLimitBytes = 40 * 1_024
    /// The first byte of a handshake record (RFC 8446, section 5.1).
    private static let handshakeRecord = UInt8(ascii: "\u{16}")

    private let socket: Int32
    private var output: [UInt8] = []
    private var outputStart = 0
    /// Whether the owner says when the socket becomes readable.
    private var isToldOfReadiness = false
    private var isDrained = false
    private var hangsUp = false
    /// Whether the client must send data now, and no longer messages alone.
    private var isReadFrom = false
    private var messageBytes = 0
    /// Whether the client has sent anything.
    private(set) var hasReceived = false
    /// Whether the client's first byte begins no TLS record.
    private(set) var isForeign = false
    /// Whether the client's stream has ended.
    private(set) var isAtEnd = false

    init(socket: Int32) { self.socket = socket }

    /// Creates the `BIO` over this; `nil` without memory.
    func makeBIO() -> OpaquePointer? {
        guard let method = unsafe SessionTransport.method, let bio = unsafe BIO_new(method) else {
            return nil
        }
        unsafe BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        unsafe BIO_set_init(bio, 1)
        return unsafe bio
    }

    // SAFETY: never changed or freed once it is made.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        guard let method = unsafe BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket")
        else { return nil }
        unsafe BIO_meth_set_read(method, receiveBytes)
        unsafe BIO_meth_set_write(method, sendBytes)
        unsafe BIO_meth_set_ctrl(method, control)
        return unsafe method
    }()

    /// Takes note that the socket has bytes, or its end.
    func becameReadable(hangsUp: Bool) {
        isToldOfReadiness = true
        isDrained = false
        self.hangsUp = self.hangsUp || hangsUp
    }

    /// Takes note that data is read from now on.
    func beginsToRead() { isReadFrom = true }

    /// Takes note that data came of what was received.
    func gaveData() { messageBytes = 0 }

    /// Whether the client has sent too much that no data came of.
    var isFlooded: Bool { messageBytes > Self.messageLimitBytes }

    // MARK: Output

    /// The number of bytes that wait for the socket.
    var pendingBytes: Int { output.count - outputStart }

    /// Sends what waits, as far as the socket takes it.
    func flush() -> TLSProgress {
        while outputStart < output.count {
            let sent = unsafe output.withUnsafeBytes { memory in
                unsafe send(
                    socket, memory.baseAddress.map { unsafe $0 + outputStart },
                    memory.count - outputStart, Int32(MSG_NOSIGNAL))
            }
            if sent > 0 {
                outputStart += sent
                continue
            }
            let error = SystemError()
            if error.number == EINTR { continue }
            if error.number == EAGAIN { return .wantsWrite }
            return .failed(TLSFailure(cause: .gone, reason: error.reason))
        }
        output = []
        outputStart = 0
        return .done(0)
    }

    fileprivate func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard pendingBytes + bytes.count <= Self.outputLimitBytes else { return false }
        unsafe output.append(contentsOf: bytes)
        return true
    }

    // MARK: Input

    fileprivate enum Input {
        case bytes(Int)
        case later
        case never
    }

    fileprivate func receive(into memory: UnsafeMutableRawBufferPointer) -> Input {
        guard !isDrained, !isForeign else { return isForeign ? .never : .later }
        // The socket of an owner who does not wait for readiness may block in the call.
        if !isToldOfReadiness, case .failed = flush() { return .never }
        var count: Int
        repeat {
            count = unsafe recv(socket, memory.baseAddress, memory.count, 0)
        } while count < 0 && errno == EINTR
        if count < 0, errno == EAGAIN {
            isDrained = isToldOfReadiness
            return .later
        }
        guard count > 0 else {
            isAtEnd = count == 0
            return .never
        }
        // ORDER: the end of the stream is no event of its own when it was part of this one.
        isDrained = isToldOfReadiness && !hangsUp && count < memory.count
        if !hasReceived {
            hasReceived = true
            isForeign = unsafe memory.first != Self.handshakeRecord
        }
        if isReadFrom { messageBytes += count }
        return isForeign || isFlooded ? .never : .bytes(count)
    }
}

// MARK: - Callbacks

private func transport(_ bio: OpaquePointer?) -> SessionTransport? {
    guard let bio = unsafe bio, let data = unsafe BIO_get_data(bio) else { return nil }
    unsafe BIO_clear_flags(bio, aasa_bio_retry_flags)
    return unsafe Unmanaged<SessionTransport>.fromOpaque(data).takeUnretainedValue()
}

private let receiveBytes:
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int32) -> Int32 = {
        bio, bytes, count in
        guard let transport = unsafe transport(bio), let bytes = unsafe bytes, count > 0 else {
            return -1
        }
        let memory = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
        switch unsafe transport.receive(into: memory) {
        case .bytes(let received): return Int32(received)
        case .never: return transport.isAtEnd ? 0 : -1
        case .later:
            unsafe BIO_set_flags(bio, aasa_bio_retry_read)
            return -1
        }
    }

private let sendBytes: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
    bio, bytes, count in
    guard let transport = unsafe transport(bio), let bytes = unsafe bytes, count > 0 else {
        return -1
    }
    let memory = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
    return unsafe transport.keep(memory) ? count : -1
}

/// Says that everything can be flushed, later, and whether the client's stream has ended.
private let control: @convention(c) (OpaquePointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int =
    {
        bio, command, _, _ in
        switch command {
        case BIO_CTRL_FLUSH: return 1
        case BIO_CTRL_EOF:
            guard let bio = unsafe bio, let data = unsafe BIO_get_data(bio) else { return 0 }
            let transport = unsafe Unmanaged<SessionTransport>.fromOpaque(data)
            return unsafe transport.takeUnretainedValue().isAtEnd ? 1 : 0
        default: return 0
        }
    }
