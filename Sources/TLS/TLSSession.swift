import COpenSSL

/// One client's TLS session.
///
/// A session that failed does nothing more: every later call returns the same failure.
/// What it has to say leaves with the next bytes that are written, or when it waits for the
/// client; ``flush()`` sends what the socket did not take.
///
/// - Ownership: Owns one `SSL`, and keeps its context alive. The socket is the caller's.
/// - Threads: One thread only, that of its context.
@safe package final class TLSSession {
    private let raw: OpaquePointer
    private let transport: SessionTransport
    private let context: TLSContext
    private var failure: TLSFailure?

    /// Takes over an `SSL` that was made for a context, and that speaks through a transport.
    init(adopting raw: OpaquePointer, over transport: SessionTransport, of context: TLSContext) {
        unsafe self.raw = unsafe raw
        self.transport = transport
        self.context = context
    }

    deinit { unsafe SSL_free(raw) }

    /// Takes note that the socket has bytes or its end: an edge of its readiness.
    ///
    /// From the first call on, nothing is received without such a note once the socket is
    /// known to be empty.
    ///
    /// - Parameter hangsUp: Whether the end of the client's stream is part of it.
    package func socketBecameReadable(hangsUp: Bool) {
        transport.becameReadable(hangsUp: hangsUp)
    }

    /// Whether the client has sent anything yet.
    package var hasReceived: Bool { transport.hasReceived }

    /// The number of encrypted bytes that the socket did not take yet.
    package var pendingBytes: Int { transport.pendingBytes }

    /// Continues the handshake; `.done(0)` when it is complete.
    package func handshake() -> TLSProgress {
        if let failure { return .failed(failure) }
        ERR_clear_error()
        let result = unsafe SSL_do_handshake(raw)
        return result == 1 ? .done(0) : send(before: progress(after: result))
    }

    /// Reads decrypted bytes into an array from an offset on; `.done(n)` with n ≥ 1.
    ///
    /// One call returns one record at most, and the socket may be drained while records
    /// are still buffered: call it until it wants to read.
    ///
    /// - Parameters:
    ///   - buffer: Its bytes from the offset to its end may be overwritten.
    ///   - offset: Less than the buffer's count.
    /// - Returns: The number of bytes read, or why there are none.
    package func read(into buffer: inout [UInt8], from offset: Int) -> TLSProgress {
        if let failure { return .failed(failure) }
        precondition(offset >= 0 && offset < buffer.count, "a read needs room")
        let room = Int32(clamping: buffer.count - offset)
        transport.beginsToRead()
        ERR_clear_error()
        let result = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe SSL_read(raw, bytes.baseAddress.map { unsafe $0 + offset }, room)
        }
        guard result > 0 else { return send(before: progress(after: result)) }
        transport.gaveData()
        return .done(Int(result))
    }

    /// Writes a part of an array; after `.wantsWrite` the same part must be given again.
    ///
    /// The bytes may have moved by then. Less than the whole part may be written. Written
    /// bytes may still wait for the socket: see ``flush()``.
    ///
    /// - Parameters:
    ///   - buffer: The array.
    ///   - offset: Where the part begins.
    ///   - count: The length of the part; 0 writes nothing.
    /// - Returns: The number of bytes written, or why there are none.
    package func write(_ buffer: [UInt8], from offset: Int, count: Int) -> TLSProgress {
        if let failure { return .failed(failure) }
        precondition(
            offset >= 0 && count >= 0 && offset <= buffer.count - count, "a part of the array")
        guard count > 0 else { return .done(0) }
        if transport.pendingBytes >= SessionTransport.fullBytes {
            let progress = flush()
            guard progress == .done(0) else { return progress }
        }
        ERR_clear_error()
        let result = unsafe buffer.withUnsafeBytes { bytes in
            unsafe SSL_write(
                raw, bytes.baseAddress.map { unsafe $0 + offset }, Int32(clamping: count))
        }
        guard result > 0 else { return send(before: progress(after: result)) }
        if case .failed(let failure) = flush() { return .failed(failure) }
        return .done(Int(result))
    }

    /// Sends what the socket did not take before; `.done(0)` when nothing is left.
    package func flush() -> TLSProgress {
        let progress = transport.flush()
        if case .failed(let failure) = progress { self.failure = failure }
        return progress
    }

    /// Sends close_notify, without waiting for the client's.
    ///
    /// Before the handshake is complete, and after a failure, there is nothing to send.
    package func shutdown() -> TLSProgress {
        guard failure == nil, unsafe SSL_is_init_finished(raw) == 1 else { return .done(0) }
        ERR_clear_error()
        let result = unsafe SSL_shutdown(raw)
        return result >= 0 ? flush() : send(before: progress(after: result))
    }

    /// The server name the client asked for, in lower case.
    package var serverName: String? { unsafe ServerName.requested(on: raw) }

    /// The version in OpenSSL's words, such as `TLSv1.3`.
    package var version: String { unsafe String(cString: SSL_get_version(raw)) }

    /// The cipher in OpenSSL's words; empty before it is chosen.
    package var cipher: String {
        guard let cipher = unsafe SSL_get_current_cipher(raw) else { return "" }
        return unsafe String(cString: SSL_CIPHER_get_name(cipher))
    }

    /// Whether an earlier session was resumed.
    package var isResumed: Bool { unsafe SSL_session_reused(raw) == 1 }

    /// Sends what is there before the session waits or ends: half a handshake, or an alert.
    private func send(before progress: TLSProgress) -> TLSProgress {
        switch transport.flush() {
        case .wantsWrite where progress == .wantsRead: return .wantsWrite
        case .failed(let failure) where progress == .wantsRead:
            self.failure = failure
            return .failed(failure)
        default: return progress
        }
    }

    private func progress(after result: Int32) -> TLSProgress {
        switch unsafe SSL_get_error(raw, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_ZERO_RETURN: return .closed
        default:
            let errors = OpenSSLErrors.drain()
            let failure =
                transport.isForeign
                ? TLSFailure.notTLS : transport.isFlooded ? .flooded : TLSFailure(errors)
            self.failure = failure
            return .failed(failure)
        }
    }
}
