import COpenSSL

/// One client's TLS session.
///
/// A session that failed does nothing more: every later call returns the same failure.
///
/// - Ownership: Owns one `SSL`, and keeps its context alive. The socket is the caller's.
/// - Threads: One thread only, that of its context.
@safe package final class TLSSession {
    private let raw: OpaquePointer
    private let context: TLSContext
    private var failure: TLSFailure?

    /// Takes over an `SSL` that was made for a context.
    init(adopting raw: OpaquePointer, of context: TLSContext) {
        unsafe self.raw = unsafe raw
        self.context = context
    }

    deinit { unsafe SSL_free(raw) }

    /// Continues the handshake; `.done(0)` when it is complete.
    package func handshake() -> TLSProgress {
        if let failure { return .failed(failure) }
        ERR_clear_error()
        let result = unsafe SSL_do_handshake(raw)
        return result == 1 ? .done(0) : progress(after: result)
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
        ERR_clear_error()
        let result = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe SSL_read(raw, bytes.baseAddress.map { unsafe $0 + offset }, room)
        }
        return result > 0 ? .done(Int(result)) : progress(after: result)
    }

    /// Writes a part of an array; after `.wantsWrite` the same part must be given again.
    ///
    /// The bytes may have moved by then. Less than the whole part may be written.
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
        ERR_clear_error()
        let result = unsafe buffer.withUnsafeBytes { bytes in
            unsafe SSL_write(
                raw, bytes.baseAddress.map { unsafe $0 + offset }, Int32(clamping: count))
        }
        return result > 0 ? .done(Int(result)) : progress(after: result)
    }

    /// Sends close_notify, without waiting for the client's.
    ///
    /// Before the handshake is complete, and after a failure, there is nothing to send.
    package func shutdown() -> TLSProgress {
        guard failure == nil, unsafe SSL_is_init_finished(raw) == 1 else { return .done(0) }
        ERR_clear_error()
        let result = unsafe SSL_shutdown(raw)
        return result >= 0 ? .done(0) : progress(after: result)
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

    private func progress(after result: Int32) -> TLSProgress {
        switch unsafe SSL_get_error(raw, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_ZERO_RETURN: return .closed
        default:
            let failure = TLSFailure(OpenSSLErrors.drain())
            self.failure = failure
            return .failed(failure)
        }
    }
}
